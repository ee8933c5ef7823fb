/**
 * Durations counted by class, so that several processes add up and nothing of a single call is kept: class n holds what takes at most
 * 2^(n/2) ms — 1, 1.4, 2, 2.8, 4 … — up to about nine minutes.
 */
const CLASSES = 39;

/** The class of a duration in milliseconds. */
export function bucketOf(ms: number): number {
  if (!(ms > 1)) return 0;
  return Math.min(CLASSES - 1, Math.ceil(Math.log2(ms) * 2 - 1e-9));
}

/** The longest duration of a class, in milliseconds. */
const longestOf = (bucket: number): number => Math.round(2 ** (bucket / 2));

/**
 * The duration that a share of the calls stays within (0.95 = p95), as the upper bound of its class; 0 when there are none.
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
