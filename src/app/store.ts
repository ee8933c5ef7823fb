import { useSyncExternalStore } from 'react';

/** Creates a set of listeners that the caller notifies of changes. */
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
      // Iterate over a copy, because a listener may unsubscribe while it is called.
      for (const listener of [...listeners]) listener();
    },
  };
}

/** Subscribes once. @returns a promise that resolves at the next notification */
export function nextCall(subscribe: (listener: () => void) => () => void): Promise<void> {
  return new Promise((resolve) => {
    const end = subscribe(() => {
      end();
      resolve();
    });
  });
}

/** Creates a store outside React. Components can subscribe to its value. */
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
