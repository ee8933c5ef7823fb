/** Figures of a user's risk. Pure. */

/** A share in basis points; 0 of nothing. */
export const bpOf = (part: number, whole: number): number =>
  whole <= 0 ? 0 : Math.min(10_000, Math.round((part * 10_000) / whole));

/** Weight of each sign in the score of 100. */
const WEIGHT = { refund: 40, cancel: 30, devices: 30 } as const;
/** From these values on a sign counts in full. */
const FULL = { refundBp: 3_000, cancelBp: 4_000, sharedDevices: 5 } as const;

/**
 * The risk score of a user, 0–100: refund rate, cancel rate and how many others use the same devices. Each sign is only a hint,
 * so that no single one reaches the score that needs a review.
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

/** The last `count` months, oldest first, `yyyy-MM`. @param day `yyyy-MM-dd` in the last of them */
export function lastMonths(day: string, count: number): string[] {
  const [year = 0, month = 1] = day.split('-').map(Number);
  return Array.from({ length: count }, (_, index) => {
    const serial = year * 12 + month - 1 - (count - 1 - index);
    return `${Math.floor(serial / 12)}-${String((serial % 12) + 1).padStart(2, '0')}`;
  });
}

/** A name of which only the first letter shows: 王**. */
export const maskName = (name: string): string => `${[...name][0] ?? ''}**`;

/** An address without its house number: digits and all after them are hidden. */
export function maskAddress(detail: string): string {
  const at = detail.search(/\d/);
  return `${at > 0 ? detail.slice(0, at) : [...detail].slice(0, 4).join('')}***`;
}
