/** Counts overlapping time spans. Pure. */

export interface Span {
  readonly startAt: Date;
  /** Exclusive. */
  readonly endAt: Date;
}

/** Returns the largest number of spans that overlap at one moment of `of`, including `of` itself. */
export function mostAtOnce(of: Span, others: readonly Span[]): number {
  const met = others.filter(({ startAt, endAt }) => startAt < of.endAt && endAt > of.startAt);
  // The count only grows at the start of a span.
  const moments = [of.startAt, ...met.map(({ startAt }) => startAt).filter((at) => at > of.startAt)];
  return Math.max(...moments.map((at) => 1 + met.filter(({ startAt, endAt }) => startAt <= at && at < endAt).length));
}
