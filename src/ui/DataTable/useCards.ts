import { useMedia } from '@/app/media';

/** Narrower than this, rows are cards; the style sheets use the same width. */
const CARDS = '(max-width: 639px)';

/** Whether the window is so narrow that the rows of a list are cards. */
export const useCards = (): boolean => useMedia(CARDS);
