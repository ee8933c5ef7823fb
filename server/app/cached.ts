/** Every process follows a changed site setting this fast. */
export const FRESH_MS = 1_000;

/** A function that answers what `read` answered less than `freshMs` ago, and reads again after that or after a failure. */
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
