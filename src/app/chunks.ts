/** Why a region failed: a code chunk or a style sheet did not arrive (SPEC §8), or the code itself broke. */
export type FailureKind = 'chunk' | 'style' | 'error';

export function failureKind(error: unknown): FailureKind {
  if (typeof error !== 'object' || error === null) return 'error';
  if ('code' in error && error.code === 'CSS_CHUNK_LOAD_FAILED') return 'style';
  if ('name' in error && error.name === 'ChunkLoadError') return 'chunk';
  return 'error';
}

interface Waiting {
  /** Resolves after the given milliseconds. */
  pause(ms: number): Promise<void>;
  /** Resolves at once while online, otherwise when the network is back, or after a limit. */
  online(): Promise<void>;
}

/** Milliseconds before the second and the third try. A chunk of a replaced build therefore fails for good within two seconds. */
const PAUSES_MS = [400, 1_500];

/**
 * Loads a chunk again when it did not arrive, because a dropped connection must not break the page. Waits while there is no network.
 *
 * @throws the error of the last try
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

/** Some browsers (in virtual machines, behind some VPNs) always report offline, so we wait only this long. Milliseconds. */
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
