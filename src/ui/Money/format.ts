import { memoize } from '@contract/memoize';
import type { Locale } from '@contract/text';

/** The only place that turns numbers into text (ARCHITECTURE §3). Pure. */

const formatter = memoize(
  (locale: Locale, decimals: number) =>
    new Intl.NumberFormat(locale, { minimumFractionDigits: decimals, maximumFractionDigits: decimals }),
);

/** What a figure counts. fen: money in fen · bp: a rate in basis points. */
export type FigureKind = 'count' | 'fen' | 'bp' | 'minutes' | 'km2' | 'decimal' | 'rating';
const DECIMALS: Record<FigureKind, number> = { count: 0, fen: 2, bp: 2, minutes: 0, km2: 2, decimal: 1, rating: 2 };

/** A figure without its unit, with the language's separators; a true minus sign. `—` for what is not known. */
export function formatFigure(value: number | null | undefined, kind: FigureKind, locale: Locale): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return '—';
  const scaled = kind === 'fen' || kind === 'bp' ? value / 100 : value;
  const text = formatter(locale, DECIMALS[kind]).format(scaled).replace('-', MINUS);
  return kind === 'bp' ? `${text}%` : text;
}

const MINUS = '−';

/** Does a unit stand before its number? A currency's sign does, a word does not. */
const isSign = (unit: string): boolean => !/[\p{L}%]/u.test(unit);

/**
 * Where a number and its unit stand: a currency's sign between the minus and the digits, as Intl writes it (−¥3.00), a word behind them
 * (−3.00 元). What is not known has no unit.
 *
 * @param number as {@link formatFigure} answers it
 */
export function withUnit(number: string, unit: string): Record<'minus' | 'before' | 'digits' | 'after', string> {
  if (unit === '' || number === '—') return { minus: '', before: '', digits: number, after: '' };
  if (!isSign(unit)) return { minus: '', before: '', digits: number, after: unit };
  const isNegative = number.startsWith(MINUS);
  const digits = isNegative ? number.slice(MINUS.length) : number;
  return { minus: isNegative ? MINUS : '', before: unit, digits, after: '' };
}

/** The same for a field into which a number is typed: `¥` leads it, `元` follows it. */
export const unitBeside = (unit: string): { readonly prefix: string } | { readonly suffix: string } =>
  isSign(unit) ? { prefix: unit } : { suffix: unit };
/** From here on the decimals of a change say nothing. Basis points. */
const WHOLE_FROM_BP = 10_000;
const changes = memoize(
  (locale: Locale, decimals: number) => new Intl.NumberFormat(locale, { maximumFractionDigits: decimals }),
);

/** How far a figure went up or down, without its direction: one decimal below 100 %, none from there on. @param bp basis points */
export function formatChange(bp: number, locale: Locale): string {
  const size = Math.abs(bp);
  return `${changes(locale, size < WHOLE_FROM_BP ? 1 : 0).format(size / 100)}%`;
}

/** Fen as yuan with two decimals and thousands separators (DOMAIN §0.1). */
export function formatMoney(fen: number | null | undefined, locale: Locale): string {
  return formatFigure(fen, 'fen', locale);
}

/** The same with the currency's sign: `¥1,280.00`, `−¥3.00`. */
export function formatAmount(fen: number | null | undefined, locale: Locale): string {
  const { minus, before, digits } = withUnit(formatMoney(fen, locale), '¥');
  return `${minus}${before}${digits}`;
}
