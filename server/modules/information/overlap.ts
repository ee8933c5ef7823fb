/** Counts overlapping time spans. Pure functions: no database, no clock. */

export interface Span {
  readonly startAt: Date;
  /** End of the span, exclusive. */
  readonly endAt: Date;
}

/** Returns the maximum number of spans that overlap at one moment within the span `of`. The number includes `of` itself. */
export function mostAtOnce(of: Span, others: readonly Span[]): number {
  const met = others.filter(({ startAt, endAt }) => startAt < of.endAt && endAt > of.startAt);
  // The number increases only at the start of a span, so it is enough to check these moments.
  const moments = [of.startAt, ...met.map(({ startAt }) => startAt).filter((at) => at > of.startAt)];
  return Math.max(...moments.map((at) => 1 + met.filter(({ startAt, endAt }) => startAt <= at && at < endAt).length));
}
