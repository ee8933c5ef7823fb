/**
 * Typed amounts are parsed and formatted as whole hundredths, never as fractions (DOMAIN §0.1). A hundredth of a yuan is a fen, a
 * hundredth of a percent is a basis point.
 */

const HUNDREDTHS = /^(-?)(\d{1,12})(?:\.(\d{0,2}))?$/;

/** Parses `12.5` to 1250. Accepts grouping commas and spaces. Returns `null` unless the text is an amount with at most 2 decimals. */
export function toHundredths(text: string): number | null {
  const match = HUNDREDTHS.exec(text.replace(/[\s,，]/g, ''));
  if (!match) return null;
  const [, sign = '', whole = '0', decimals = ''] = match;
  const value = Number(whole) * 100 + Number(decimals.padEnd(2, '0'));
  return sign === '-' && value !== 0 ? -value : value;
}

/** Formats 1250 as `12.50`. */
export function fromHundredths(value: number): string {
  const digits = String(Math.abs(value)).padStart(3, '0');
  return `${value < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** Checks whether a text has more than two decimals. */
export function hasTooManyDecimals(text: string): boolean {
  return /^-?\d+[.]\d{3,}$/.test(text.replace(/[\s,，]/g, ''));
}
