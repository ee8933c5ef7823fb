/** Reason why a part of the page failed. A code chunk or a style sheet was not loaded (SPEC §8), or the code threw an error. */
export type FailureKind = 'chunk' | 'style' | 'error';

export function failureKind(error: unknown): FailureKind {
  if (typeof error !== 'object' || error === null) return 'error';
  if ('code' in error && error.code === 'CSS_CHUNK_LOAD_FAILED') return 'style';
  if ('name' in error && error.name === 'ChunkLoadError') return 'chunk';
  return 'error';
}

interface Waiting {
  pause(ms: number): Promise<void>;
  /** Resolves immediately while online, else when the network returns or after a time limit. */
  online(): Promise<void>;
}

/** Milliseconds before the second and the third try. While online, a chunk of a replaced build therefore fails after about two seconds. */
const PAUSES_MS = [400, 1_500];

/**
 * Wraps a loader so that it retries chunks that were not loaded. A dropped connection must not break the page. Before a retry the loader
 * waits for the network, but only for a limited time.
 *
 * @throws the error of the last try; an error in the code itself is thrown at once
 */
export function withRetries<A extends readonly unknown[], R>(
  load: (...args: A) => Promise<R>,
  waiting: Waiting = browserWaiting,
): (...args: A) => Promise<R> {
  return async (...args) => {
    for (const ms of PAUSES_MS) {
      try {
        return await load(...args);
      } catch (error) {
        if (failureKind(error) === 'error') throw error;
        await waiting.pause(ms);
        await waiting.online();
      }
    }
    return load(...args);
  };
}

/** Maximum wait while offline in milliseconds. Some browsers (in virtual machines, behind some VPNs) always report offline. */
const OFFLINE_TRUST_MS = 5_000;

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

const browserWaiting: Waiting = {
  pause,
  online: () =>
    navigator.onLine
      ? Promise.resolve()
      : Promise.race([
          new Promise<void>((resolve) => window.addEventListener('online', () => resolve(), { once: true })),
          pause(OFFLINE_TRUST_MS),
        ]),
};
