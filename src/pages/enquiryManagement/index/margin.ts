/**
 * Computes the margin, which is the price minus the cost, in basis points of the price.
 *
 * @returns `null` if price or cost is unknown or the price is 0
 */
export function marginRate(quoteFen: number | null, costFen: number | null): number | null {
  if (quoteFen === null || costFen === null || quoteFen === 0) return null;
  return Math.round(((quoteFen - costFen) * 10_000) / quoteFen);
}
