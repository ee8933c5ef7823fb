import { useSyncExternalStore } from 'react';

/** Functions to call after a change. */
export function createListeners() {
  const listeners = new Set<() => void>();
  return {
    /** @returns what ends it */
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    tell(): void {
      // A copy, because a listener may unsubscribe while it is called.
      for (const listener of [...listeners]) listener();
    },
  };
}

/** A value outside React that parts of the page follow. */
export function createStore<T>(initial: T) {
  let value = initial;
  const { subscribe, tell } = createListeners();
  const get = (): T => value;
  return {
    get,
    set(next: T): void {
      value = next;
      tell();
    },
    use: (): T => useSyncExternalStore(subscribe, get),
  };
}
