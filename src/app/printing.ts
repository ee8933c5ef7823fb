import { useSyncExternalStore } from 'react';

const query = (): MediaQueryList => window.matchMedia('print');

function subscribe(listener: () => void): () => void {
  const media = query();
  media.addEventListener('change', listener);
  return () => media.removeEventListener('change', listener);
}

/** Whether the page is being printed: the browser says so before it takes the picture. */
export const usePrinting = (): boolean => useSyncExternalStore(subscribe, () => query().matches);
