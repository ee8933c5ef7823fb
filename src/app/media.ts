import { useCallback, useSyncExternalStore } from 'react';

/** Media query of users who want no animations. */
export const REDUCED_MOTION = '(prefers-reduced-motion: reduce)';

export const matchesMedia = (query: string): boolean => window.matchMedia(query).matches;

/** Calls `listener` when a media query starts or stops matching. @returns a function that removes the listener */
export function watchMedia(query: string, listener: (matches: boolean) => void): () => void {
  const media = window.matchMedia(query);
  const follow = () => listener(media.matches);
  media.addEventListener('change', follow);
  return () => media.removeEventListener('change', follow);
}

/** Returns whether a media query matches. The component renders again when the result changes. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback((changed: () => void) => watchMedia(query, changed), [query]);
  return useSyncExternalStore(subscribe, () => matchesMedia(query));
}
