/** Risk figures of a user. Pure. */

/** A share in basis points; 0 if the whole is 0. */
export const bpOf = (part: number, whole: number): number =>
  whole <= 0 ? 0 : Math.min(10_000, Math.round((part * 10_000) / whole));

/** Weight of each indicator in the score of 100. */
const WEIGHT = { refund: 40, cancel: 30, devices: 30 } as const;
/** Values from which an indicator counts in full. */
const FULL = { refundBp: 3_000, cancelBp: 4_000, sharedDevices: 5 } as const;

/**
 * The risk score of a user, 0–100: refund rate, cancel rate, and number of other users on the same devices. Each indicator is
 * only a hint, so one indicator alone never reaches the score that needs a review.
 */
export function riskScore(signs: {
  readonly refundBp: number;
  readonly cancelBp: number;
  readonly sharedDevices: number;
}): number {
  const part = (value: number, full: number, weight: number) => (Math.min(value, full) * weight) / full;
  return Math.round(
    part(signs.refundBp, FULL.refundBp, WEIGHT.refund) +
      part(signs.cancelBp, FULL.cancelBp, WEIGHT.cancel) +
      part(signs.sharedDevices, FULL.sharedDevices, WEIGHT.devices),
  );
}

/** The last `count` months, oldest first, `yyyy-MM`. @param day `yyyy-MM-dd` in the last month */
export function lastMonths(day: string, count: number): string[] {
  const [year = 0, month = 1] = day.split('-').map(Number);
  return Array.from({ length: count }, (_, index) => {
    const serial = year * 12 + month - 1 - (count - 1 - index);
    return `${Math.floor(serial / 12)}-${String((serial % 12) + 1).padStart(2, '0')}`;
  });
}

/** Masks a name after its first character: 王**. */
export const maskName = (name: string): string => `${[...name][0] ?? ''}**`;

/** Masks an address from its first digit on, which hides the house number. */
export function maskAddress(detail: string): string {
  const at = detail.search(/\d/);
  return `${at > 0 ? detail.slice(0, at) : [...detail].slice(0, 4).join('')}***`;
}
