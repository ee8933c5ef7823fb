/** This module computes risk figures and masks data of a user. */

/** Computes a share in basis points, at most 10,000. It is 0 if the whole is 0. */
export const bpOf = (part: number, whole: number): number =>
  whole <= 0 ? 0 : Math.min(10_000, Math.round((part * 10_000) / whole));

/** Weight of each indicator in the risk score of at most 100. */
const WEIGHT = { refund: 40, cancel: 30, devices: 30 } as const;
/** Values at which an indicator reaches its full weight. Rates are in basis points; `sharedDevices` is a number of other users. */
const FULL = { refundBp: 3_000, cancelBp: 4_000, sharedDevices: 5 } as const;

/**
 * Computes a user's risk score, 0–100. It depends on the refund rate, the cancel rate and the number of other users on the same devices.
 * Each indicator is only a hint, so a single indicator adds at most 40.
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

/** Lists the last `count` months as `yyyy-MM`, oldest first. @param day a day of the last month, `yyyy-MM-dd` */
export function lastMonths(day: string, count: number): string[] {
  const [year = 0, month = 1] = day.split('-').map(Number);
  return Array.from({ length: count }, (_, index) => {
    const serial = year * 12 + month - 1 - (count - 1 - index);
    return `${Math.floor(serial / 12)}-${String((serial % 12) + 1).padStart(2, '0')}`;
  });
}

/** Masks a name after its first character: 王**. */
export const maskName = (name: string): string => `${[...name][0] ?? ''}**`;

/**
 * Masks a postal address from its first digit, to hide the house number. Without a digit, the first 4 characters stay.
 */
export function maskAddress(detail: string): string {
  const at = detail.search(/\d/);
  return `${at >= 0 ? detail.slice(0, at) : [...detail].slice(0, 4).join('')}***`;
}
