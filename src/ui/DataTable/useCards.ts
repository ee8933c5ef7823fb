import { useMedia } from '@/app/media';

/** Narrower than this, rows are cards; the same width stands in the style sheets. */
const CARDS = '(max-width: 639px)';

/** Whether the window is so narrow that the rows of a list are cards. */
export const useCards = (): boolean => useMedia(CARDS);
