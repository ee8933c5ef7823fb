/** Basis points of the price that are left over the cost; null where there is no price. */
export function marginRate(quoteFen: number | null, costFen: number | null): number | null {
  if (quoteFen === null || costFen === null || quoteFen === 0) return null;
  return Math.round(((quoteFen - costFen) * 10_000) / quoteFen);
}
