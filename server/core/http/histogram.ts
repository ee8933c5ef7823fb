/**
 * Counts durations by bucket, so that the counts of several processes can be added and no single call is stored. Bucket n contains
 * durations of at most 2^(n/2) ms (1, 1.4, 2, 2.8, 4 …). The last bucket begins at about six minutes and contains all longer durations.
 */
const BUCKETS = 39;

/** Finds the bucket of a duration in milliseconds. */
export function bucketOf(ms: number): number {
  if (!(ms > 1)) return 0;
  return Math.min(BUCKETS - 1, Math.ceil(Math.log2(ms) * 2 - 1e-9));
}

/** Returns the upper bound of a bucket in milliseconds. */
const longestOf = (bucket: number): number => Math.round(2 ** (bucket / 2));

/**
 * Computes a quantile of the durations (0.95 = p95). The result is the upper bound of a bucket in milliseconds, or 0 without calls.
 *
 * @param counts number of calls by bucket
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
