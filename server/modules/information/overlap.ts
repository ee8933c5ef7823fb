/** How many of several spans of time share a moment. Pure. */

export interface Span {
  readonly startAt: Date;
  /** Exclusive. */
  readonly endAt: Date;
}

/** The most spans that hold one moment of `of`, itself among them. */
export function mostAtOnce(of: Span, others: readonly Span[]): number {
  const met = others.filter(({ startAt, endAt }) => startAt < of.endAt && endAt > of.startAt);
  // The count only grows where a span begins.
  const moments = [of.startAt, ...met.map(({ startAt }) => startAt).filter((at) => at > of.startAt)];
  return Math.max(...moments.map((at) => 1 + met.filter(({ startAt, endAt }) => startAt <= at && at < endAt).length));
}
