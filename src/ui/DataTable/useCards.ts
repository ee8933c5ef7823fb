import { useSyncExternalStore } from 'react';

/** Narrower than this, rows are cards; the same width stands in the style sheets. */
const CARDS = '(max-width: 639px)';

function watch(changed: () => void): () => void {
  const query = window.matchMedia(CARDS);
  query.addEventListener('change', changed);
  return () => query.removeEventListener('change', changed);
}
const areCards = () => window.matchMedia(CARDS).matches;

/** Whether the window is so narrow that the rows of a list are cards. */
export const useCards = (): boolean => useSyncExternalStore(watch, areCards);
