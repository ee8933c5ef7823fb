/**
 * Counts durations by class, so that the counts of several processes can be added and no single call is stored. Class n holds
 * durations of at most 2^(n/2) ms — 1, 1.4, 2, 2.8, 4 … — up to about nine minutes.
 */
const CLASSES = 39;

/** Finds the class of a duration in milliseconds. */
export function bucketOf(ms: number): number {
  if (!(ms > 1)) return 0;
  return Math.min(CLASSES - 1, Math.ceil(Math.log2(ms) * 2 - 1e-9));
}

/** The upper bound of a class, in milliseconds. */
const longestOf = (bucket: number): number => Math.round(2 ** (bucket / 2));

/**
 * Computes a quantile of the durations (0.95 = p95), as the upper bound of its class in milliseconds; 0 without calls.
 *
 * @param counts calls by class
 */
export function quantile(counts: ReadonlyMap<number, number>, share: number): number {
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  let seen = 0;
  for (const [bucket, count] of [...counts].sort(([a], [b]) => a - b)) {
    seen += count;
    if (seen >= total * share) return longestOf(bucket);
  }
  return 0;
}
