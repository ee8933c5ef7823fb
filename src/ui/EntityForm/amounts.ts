/**
 * Parses and formats typed amounts by string arithmetic, never with floats (DOMAIN §0.1).
 * Both directions keep hundredths: yuan ↔ fen, percent ↔ basis points.
 */

const HUNDREDTHS = /^(-?)(\d{1,12})(?:\.(\d{0,2}))?$/;

/** `12.5` → 1250. Accepts grouping commas and blanks. null for any text that is not an amount with at most 2 decimals. */
export function toHundredths(text: string): number | null {
  const match = HUNDREDTHS.exec(text.replace(/[\s,，]/g, ''));
  if (!match) return null;
  const [, sign = '', whole = '0', decimals = ''] = match;
  const value = Number(whole) * 100 + Number(decimals.padEnd(2, '0'));
  return sign === '-' && value !== 0 ? -value : value;
}

/** 1250 → `12.50`. */
export function fromHundredths(value: number): string {
  const digits = String(Math.abs(value)).padStart(3, '0');
  return `${value < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** Whether a text has more than two decimals. */
export function hasTooManyDecimals(text: string): boolean {
  return /^-?\d+[.]\d{3,}$/.test(text.replace(/[\s,，]/g, ''));
}
