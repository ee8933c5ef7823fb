import { percentOf } from './shares';
import type { WithdrawConfig } from './withdraw.settings';

/** Calculates the fee of a withdrawal (DOMAIN §3.5, §4.4). Pure functions: no database, no clock. Amounts are in fen. */

export type FeeTerms = Pick<
  WithdrawConfig,
  'feeType' | 'feeFixedFen' | 'feeRateBp' | 'feeMinFen' | 'feeMaxFen' | 'feeMode' | 'freeTimesPerMonth'
>;
export interface WithdrawFee {
  /** Fee of the withdrawal. The setting `feeMode` determines whether the payee or the platform pays the fee. */
  readonly feeFen: number;
  /** Amount that the payee receives. A value of 0 or less means that the amount does not cover the fee (42257). */
  readonly netFen: number;
  /** Whether the application uses one of the month's free applications. */
  readonly free: boolean;
}

/** Calculates the fee and the net amount. @param usedFreeTimes number of free applications already used this month */
export function withdrawFee(terms: FeeTerms, amountFen: number, usedFreeTimes: number): WithdrawFee {
  if (terms.feeType !== 'none' && usedFreeTimes < terms.freeTimesPerMonth)
    return { feeFen: 0, netFen: amountFen, free: true };
  const feeFen = chargedFee(terms, amountFen);
  return { feeFen, netFen: terms.feeMode === 'platform' ? amountFen : amountFen - feeFen, free: false };
}

function chargedFee({ feeType, feeFixedFen, feeRateBp, feeMinFen, feeMaxFen }: FeeTerms, amountFen: number): number {
  if (feeType === 'none') return 0;
  const fixed = feeType === 'rate' ? 0 : feeFixedFen;
  const rate = feeType === 'fixed' ? 0 : percentOf(amountFen, feeRateBp);
  return Math.min(Math.max(fixed + rate, feeMinFen), feeMaxFen);
}

/**
 * Finds the smallest multiple of `multipleFen` between `minFen` and `maxFen` whose net amount is above 0 (42257). Free applications are
 * ignored.
 *
 * @returns `null` when no amount in the range has a net amount above 0
 */
export function smallestWorkable(
  terms: FeeTerms & Pick<WithdrawConfig, 'minFen' | 'maxFen' | 'multipleFen'>,
): number | null {
  const { minFen, maxFen, multipleFen } = terms;
  const step = Math.max(1, multipleFen);
  const isEnough = (steps: number) => withdrawFee({ ...terms, freeTimesPerMonth: 0 }, steps * step, 0).netFen > 0;
  // The fee rate is at most 10 %, so amount − fee grows with the amount. Binary search finds the smallest amount with a net amount above 0.
  let low = Math.ceil(minFen / step);
  let high = Math.floor(maxFen / step);
  if (low > high || !isEnough(high)) return null;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (isEnough(middle)) high = middle;
    else low = middle + 1;
  }
  return low * step;
}
