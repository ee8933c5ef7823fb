import { memoize } from '@contract/memoize';
import type { Locale } from '@contract/text';
import { getLocale } from '@/app/i18n/i18n';

/**
 * Typed amounts are parsed and formatted as whole hundredths, never as fractions (DOMAIN §0.1). A hundredth of a yuan is a fen, a hundredth
 * of a percent is a basis point. Amounts are formatted with the decimal mark of the user's language: a comma in Portuguese, a point
 * otherwise.
 */

const decimalMark = memoize(
  (locale: Locale): string =>
    new Intl.NumberFormat(locale).formatToParts(0.5).find(({ type }) => type === 'decimal')?.value ?? '.',
);

const PLAIN = /^\d+$/;
const GROUPED = /^\d{1,3}(?:([.,])\d{3})(?:\1\d{3})*$/;
/** A single mark with at most two digits after it. It is a decimal mark in any language, because a group has three digits. */
const SHORT = /^\d+[.,]\d{0,2}$/;

/** Returns the position of the decimal mark in unsigned digits with marks, or -1. */
function decimalAt(digits: string): number {
  const [comma, point] = [digits.lastIndexOf(','), digits.lastIndexOf('.')];
  // If both a comma and a point occur, the last mark is the decimal mark.
  if (comma >= 0 && point >= 0) return Math.max(comma, point);
  const last = Math.max(comma, point);
  if (last < 0) return -1;
  const isOnly = digits.indexOf(digits[last] ?? '') === last;
  const isDecimal = isOnly && (digits[last] === decimalMark(getLocale()) || SHORT.test(digits));
  return isDecimal ? last : -1;
}

interface Parts {
  readonly isNegative: boolean;
  readonly whole: string;
  readonly decimals: string;
}

/** Splits a typed number. Removes spaces and marks between groups of three digits. Returns `null` if the text is not a number. */
function partsOf(text: string): Parts | null {
  const typed = text.replace(/\s/g, '').replaceAll('，', ',').replace('−', '-');
  const isNegative = typed.startsWith('-');
  const digits = isNegative ? typed.slice(1) : typed;
  const at = decimalAt(digits);
  const [whole, decimals] = at < 0 ? [digits, ''] : [digits.slice(0, at), digits.slice(at + 1)];
  if (!(PLAIN.test(whole) || GROUPED.test(whole)) || !/^\d*$/.test(decimals)) return null;
  return { isNegative, whole: whole.replace(/[.,]/g, ''), decimals };
}

/**
 * Parses `12.5` and `12,5` to 1250, and `1,234.50` and `1.234,50` to 123450. Returns `null` unless the text is a number with at most 12
 * digits before and 2 digits after the decimal mark.
 */
export function toHundredths(text: string): number | null {
  const parts = partsOf(text);
  if (!parts || parts.whole.length > 12 || parts.decimals.length > 2) return null;
  const value = Number(parts.whole) * 100 + Number(parts.decimals.padEnd(2, '0'));
  return parts.isNegative && value !== 0 ? -value : value;
}

/** Formats 1250 as `12.50`, in Portuguese as `12,50`. */
export function fromHundredths(value: number): string {
  const digits = String(Math.abs(value)).padStart(3, '0');
  return `${value < 0 ? '-' : ''}${digits.slice(0, -2)}${decimalMark(getLocale())}${digits.slice(-2)}`;
}

/** Checks whether a text is a number with more than two decimals. */
export const hasTooManyDecimals = (text: string): boolean => (partsOf(text)?.decimals.length ?? 0) > 2;
