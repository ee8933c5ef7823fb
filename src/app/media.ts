import { useCallback, useSyncExternalStore } from 'react';

export const matchesMedia = (query: string): boolean => window.matchMedia(query).matches;

/** Calls `listener` when a media query starts or stops to match. @returns a function that ends it */
export function watchMedia(query: string, listener: (matches: boolean) => void): () => void {
  const media = window.matchMedia(query);
  const follow = () => listener(media.matches);
  media.addEventListener('change', follow);
  return () => media.removeEventListener('change', follow);
}

/** Whether a media query matches now. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback((changed: () => void) => watchMedia(query, changed), [query]);
  return useSyncExternalStore(subscribe, () => matchesMedia(query));
}
