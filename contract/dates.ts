/**
 * This file formats dates for server and browser (docs/decisions/0042): `2026-11-24 02:26`, in Portuguese `24/11/2026 02:26`.
 * Stored data and exported files use ISO 8601.
 */

/** Pattern of `yyyy-MM-dd`, with or without a time of day. */
const ISO_DAY = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d:\d\d(?::\d\d)?))?$/;

/** Returns whether the language writes the day before the year. */
export const isDayFirst = (locale: string): boolean => locale === 'pt-BR';

/**
 * Formats a day for a language.
 *
 * @param value `yyyy-MM-dd`, optionally with `HH:mm[:ss]` after a `T` or a space. Any other text is returned unchanged
 */
export function writeDay(value: string, locale: string): string {
  const [whole, year, month, day, time] = ISO_DAY.exec(value) ?? [];
  if (whole === undefined) return value;
  const written = isDayFirst(locale) ? `${day}/${month}/${year}` : `${year}-${month}-${day}`;
  return time === undefined ? written : `${written} ${time}`;
}

/** Formats a period from its first to its last day (`yyyy-MM-dd`) for a language. */
export const writeDays = (from: string, to: string, locale: string): string =>
  `${writeDay(from, locale)} – ${writeDay(to, locale)}`;

/** First and last month of a period, such as `2026-01`. */
export interface Months {
  readonly first: string;
  readonly last: string;
}

/** Formats months: `2026-01` or `2026-01 – 2026-03`. */
export const monthsText = ({ first, last }: Months): string => (first === last ? first : `${first} – ${last}`);
