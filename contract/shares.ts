/** This file calculates shares of amounts. Its functions are pure and use only integer fen and basis points (DOMAIN §0.1). */

/** Returns a share of a base at a rate: floor((base × rateBp + 5000) / 10000) (DOMAIN §0.1). @param baseFen at least 0 */
export function percentOf(baseFen: number, rateBp: number): number {
  return shareOf(baseFen, rateBp, 10_000);
}

/**
 * Returns amount × part / whole, rounded half up, or 0 if `whole` is 0. The values must not be negative. The result is exact even if the
 * product exceeds the safe integer range.
 */
export function shareOf(amountFen: number, part: number, whole: number): number {
  if (whole === 0) return 0;
  return Number((BigInt(amountFen) * BigInt(part) * 2n + BigInt(whole)) / (BigInt(whole) * 2n));
}

/** Returns the platform's fee on an order's total. The fee never exceeds the total (DOMAIN §4.2 ORDER_SETTLE). */
export function technicalFeeOf(totalFen: number, fee: { readonly rateBp: number; readonly fixedFen: number }): number {
  return Math.min(totalFen, percentOf(totalFen, fee.rateBp) + fee.fixedFen);
}
