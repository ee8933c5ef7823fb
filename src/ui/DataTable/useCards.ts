import { useMedia } from '@/app/media';

/** Media query of the windows in which rows are shown as cards. The style sheets use the same width. */
const CARDS = '(max-width: 639px)';

/** Checks whether the window is narrow enough for cards. */
export const useCards = (): boolean => useMedia(CARDS);
