import { memoize } from '@contract/memoize';
import type { Locale } from '@contract/text';

/** Formatter of numbers with fixed decimals, memoized by its arguments (ARCHITECTURE §3). */

const formatter = memoize(
  (locale: Locale, decimals: number) =>
    new Intl.NumberFormat(locale, { minimumFractionDigits: decimals, maximumFractionDigits: decimals }),
);

/** Kind of a figure. `fen` is money in fen, `bp` a rate in basis points. Figures of the other kinds are shown without conversion. */
export type FigureKind = 'count' | 'fen' | 'bp' | 'minutes' | 'km2' | 'decimal' | 'rating';
const DECIMALS: Record<FigureKind, number> = { count: 0, fen: 2, bp: 2, minutes: 0, km2: 2, decimal: 1, rating: 2 };

/**
 * Formats a figure with the language's separators and a true minus sign. Fen become yuan without a currency sign, and basis points become a
 * percentage with `%`. Returns `—` for an unknown value.
 */
export function formatFigure(value: number | null | undefined, kind: FigureKind, locale: Locale): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return '—';
  const scaled = kind === 'fen' || kind === 'bp' ? value / 100 : value;
  const text = formatter(locale, DECIMALS[kind]).format(scaled).replace('-', MINUS);
  return kind === 'bp' ? `${text}%` : text;
}

const MINUS = '−';

/** Checks whether a unit precedes its number. A currency sign does; a word or `%` does not. */
const isSign = (unit: string): boolean => !/[\p{L}%]/u.test(unit);

/**
 * Orders a number and its unit. A currency sign is between the minus and the digits, as Intl formats it (−¥3.00). A word follows
 * the digits (−3.00 元). An unknown value has no unit.
 *
 * @param number result of {@link formatFigure}
 */
export function withUnit(number: string, unit: string): Record<'minus' | 'before' | 'digits' | 'after', string> {
  if (unit === '' || number === '—') return { minus: '', before: '', digits: number, after: '' };
  if (!isSign(unit)) return { minus: '', before: '', digits: number, after: unit };
  const isNegative = number.startsWith(MINUS);
  const digits = isNegative ? number.slice(MINUS.length) : number;
  return { minus: isNegative ? MINUS : '', before: unit, digits, after: '' };
}

/** Returns the unit as prefix or suffix of a number field: `¥` is a prefix, `元` a suffix. */
export const unitBeside = (unit: string): { readonly prefix: string } | { readonly suffix: string } =>
  isSign(unit) ? { prefix: unit } : { suffix: unit };
/** Changes of at least this many basis points (100 %) are shown without decimals. */
const WHOLE_FROM_BP = 10_000;
const changes = memoize(
  (locale: Locale, decimals: number) => new Intl.NumberFormat(locale, { maximumFractionDigits: decimals }),
);

/**
 * Formats the size of a change without its direction. A change below 100 % has at most one decimal. A change of 100 % or more has
 * none.
 *
 * @param bp basis points
 */
export function formatChange(bp: number, locale: Locale): string {
  const size = Math.abs(bp);
  return `${changes(locale, size < WHOLE_FROM_BP ? 1 : 0).format(size / 100)}%`;
}

/** Formats fen as yuan with two decimals and thousands separators (DOMAIN §0.1). */
export function formatMoney(fen: number | null | undefined, locale: Locale): string {
  return formatFigure(fen, 'fen', locale);
}

/** Formats fen as yuan with the currency sign: `¥1,280.00`, `−¥3.00`. */
export function formatAmount(fen: number | null | undefined, locale: Locale): string {
  const { minus, before, digits } = withUnit(formatMoney(fen, locale), '¥');
  return `${minus}${before}${digits}`;
}
