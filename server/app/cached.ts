/** Maximum milliseconds until every process uses a changed site setting. */
export const FRESH_MS = 1_000;

/** Caches the result of `read` for `freshMs` milliseconds. After that time, the next call reads again. A failure is not cached. */
export function cached<T>(freshMs: number, read: () => Promise<T>): () => Promise<T> {
  let value: Promise<T> | undefined;
  let readAt = Number.NEGATIVE_INFINITY;
  return () => {
    const now = performance.now();
    if (!value || now - readAt >= freshMs) {
      readAt = now;
      value = read();
      value.catch(() => {
        value = undefined;
      });
    }
    return value;
  };
}
