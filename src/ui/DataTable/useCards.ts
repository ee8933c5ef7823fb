import { useMedia } from '@/app/media';

/** Below this width rows are cards; the style sheets use the same width. */
const CARDS = '(max-width: 639px)';

/** Whether the window is narrow enough for cards. */
export const useCards = (): boolean => useMedia(CARDS);
