import type { Locale } from '@contract/text';

/** The only place that turns numbers into text (ARCHITECTURE §3). Pure; formatters are made once a language. */

const cache = new Map<string, Intl.NumberFormat>();
function formatter(locale: Locale, decimals: number): Intl.NumberFormat {
  const key = `${locale}/${decimals}`;
  const found = cache.get(key);
  if (found) return found;
  const made = new Intl.NumberFormat(locale, { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
  cache.set(key, made);
  return made;
}

/** What a figure counts. fen: money in fen · bp: a rate in basis points. */
export type FigureKind = 'count' | 'fen' | 'bp' | 'minutes' | 'km2' | 'decimal' | 'rating';
const DECIMALS: Record<FigureKind, number> = { count: 0, fen: 2, bp: 2, minutes: 0, km2: 2, decimal: 1, rating: 2 };

/** A figure without its unit, with the language's separators; a true minus sign. `—` for what is not known. */
export function formatFigure(value: number | null | undefined, kind: FigureKind, locale: Locale): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return '—';
  const scaled = kind === 'fen' || kind === 'bp' ? value / 100 : value;
  const text = formatter(locale, DECIMALS[kind]).format(scaled).replace('-', '−');
  return kind === 'bp' ? `${text}%` : text;
}

/** Does a unit stand before its number? A currency's sign does, a word does not. */
export const isSign = (unit: string): boolean => !/[\p{L}%]/u.test(unit);

/** Fen as yuan with two decimals and thousands separators (DOMAIN §0.1). */
export function formatMoney(fen: number | null | undefined, locale: Locale): string {
  return formatFigure(fen, 'fen', locale);
}
