/**
 * Date formats of server and browser (docs/decisions/0042): `2026-11-24 02:26`, in Portuguese `24/11/2026 02:26`.
 * Plain data and files keep ISO 8601.
 */

/** `yyyy-MM-dd` with an optional wall-clock time. */
const ISO_DAY = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d:\d\d(?::\d\d)?))?$/;

/** Returns whether the language writes the day before the year. */
export const isDayFirst = (locale: string): boolean => locale === 'pt-BR';

/**
 * Formats a day for a language.
 *
 * @param value `yyyy-MM-dd` or `yyyy-MM-ddTHH:mm[:ss]`; any other text is returned unchanged
 */
export function writeDay(value: string, locale: string): string {
  const [whole, year, month, day, time] = ISO_DAY.exec(value) ?? [];
  if (whole === undefined) return value;
  const written = isDayFirst(locale) ? `${day}/${month}/${year}` : `${year}-${month}-${day}`;
  return time === undefined ? written : `${written} ${time}`;
}
