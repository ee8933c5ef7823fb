/**
 * How days are written, once for both sides (docs/decisions/0042): `2026-11-24 02:26`, and in Portuguese `24/11/2026 02:26`.
 * Plain data and files keep ISO 8601.
 */

/** `yyyy-MM-dd`, perhaps with the time that a wall clock shows. */
const ISO_DAY = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d:\d\d(?::\d\d)?))?$/;

/** Does the language write the day before the year? */
export const isDayFirst = (locale: string): boolean => locale === 'pt-BR';

/**
 * A day as the language writes it.
 *
 * @param value `yyyy-MM-dd` or `yyyy-MM-ddTHH:mm[:ss]`; anything else is answered as it is
 */
export function writeDay(value: string, locale: string): string {
  const [whole, year, month, day, time] = ISO_DAY.exec(value) ?? [];
  if (whole === undefined) return value;
  const written = isDayFirst(locale) ? `${day}/${month}/${year}` : `${year}-${month}-${day}`;
  return time === undefined ? written : `${written} ${time}`;
}
