import { useSyncExternalStore } from 'react';

/** Creates a set of listeners, to be called after a change. */
export function createListeners() {
  const listeners = new Set<() => void>();
  return {
    /** @returns a function that removes the listener */
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

/** Resolves when a listener added by `subscribe` is called next. */
export function nextCall(subscribe: (listener: () => void) => () => void): Promise<void> {
  return new Promise((resolve) => {
    const end = subscribe(() => {
      end();
      resolve();
    });
  });
}

/** Creates a value outside React that components subscribe to. */
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
