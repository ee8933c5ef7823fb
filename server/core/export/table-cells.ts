import { DAY_MS } from '../../../contract/units';
import { yuan } from '../money/amounts';
import { shownMs } from '../money/days';
import type { ExportCell, ExportKind } from './export';

/** Formats the cells of a file. Pure functions: no database, no clock. */

/** Creates a function that converts a moment to the zone's local time. The result is the local date and time as UTC milliseconds. */
export const wallClock =
  (timeZone: string) =>
  (at: Date): number =>
    shownMs(at, timeZone);

/**
 * Pattern of texts that a spreadsheet could run as a formula. They begin with a tab or a new line, or with `=`, `+`, `-` or `@` (also
 * full-width). Spaces, quotes and invisible characters may precede these signs. `NUMBER` excludes plain negative numbers.
 */
const DANGEROUS = /^(?:[\s'\p{Cc}\p{Cf}]*[=+\-@\uff0b\uff0d\uff1d\uff20]|[\t\r\n])/u;
const NUMBER = /^-?\d{1,15}(\.\d{1,15})?$/;
/** Number of digits that a spreadsheet stores. A spreadsheet replaces further digits with zeros. */
export const MOST_DIGITS = 15;
const LONG_NUMBER = new RegExp(`^'*\\d{${MOST_DIGITS + 1},}$`);

/**
 * Prevents spreadsheets from running a text as a formula (DOMAIN §3.14) and from truncating a long number. A leading quote makes the cell
 * a text. A text that already begins with quotes gets another quote if needed, so that {@link unguarded} restores the original.
 * `="…"` would also preserve the digits, but it is a formula. A leading tab is no alternative, because importers refuse it.
 */
export function guarded(text: string): string {
  return needsGuard(text) && !NUMBER.test(text) ? `'${text}` : text;
}

const needsGuard = (text: string): boolean => DANGEROUS.test(text) || LONG_NUMBER.test(text);

/** Restores the text that {@link guarded} received. */
export function unguarded(cell: string): string {
  return cell.startsWith("'") && needsGuard(cell.slice(1)) ? cell.slice(1) : cell;
}

/** Pattern of texts that need quotes. It includes semicolons and tabs, which separate cells in some countries. */
const QUOTED = /[",;\t\r\n]/;

/** Formats a text as a CSV cell (RFC 4180), with the quote that {@link guarded} adds if needed. */
export function csvText(text: string): string {
  const safe = guarded(text);
  return QUOTED.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Formats a value as a CSV cell according to its kind. */
export function csvCell(kind: ExportKind, value: ExportCell, wall: (at: Date) => number): string {
  if (value === null) return '';
  if (value instanceof Date) {
    const text = new Date(wall(value)).toISOString();
    // From the year 10,000 on, the ISO text begins with a plus sign.
    const [day, time] = text.startsWith('+')
      ? [text.slice(2, 13), text.slice(14)]
      : [text.slice(0, 10), text.slice(11)];
    return kind === 'day' ? day : `${day} ${time.slice(0, 8)}`;
  }
  if (typeof value === 'string') return csvText(value);
  if (kind === 'fen') return yuan(value);
  if (kind === 'bp') return `${yuan(value)}%`;
  return csvText(String(value));
}

/** Returns the name of a column by its index, starting at 0: `A`, `B` … `Z`, `AA` … */
export function columnName(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26));
  return index < 26 ? letter : columnName(Math.floor(index / 26) - 1) + letter;
}

/** Error for a text that is longer than a spreadsheet cell allows. */
export class CellTooLong extends Error {}
export const LONGEST_CELL = 32_767;
/** Largest integer that a spreadsheet stores exactly. */
const MOST_EXACT = 999_999_999_999_999;
const FIRST_DAY = Date.UTC(1899, 11, 30);

/**
 * Escapes a text for XML. An invalid character becomes its code, such as `_x0001_`, as in spreadsheets. Original texts of this form are
 * escaped. An unpaired surrogate becomes U+FFFD.
 */
export function xmlText(text: string): string {
  if (!UNSAFE.test(text)) return text;
  return text
    .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    .replace(NOT_XML, (char) => {
      const code = char.charCodeAt(0);
      const isHalf = code >= 0xd800 && code <= 0xdfff;
      return isHalf ? '\ufffd' : `_x${code.toString(16).toUpperCase().padStart(4, '0')}_`;
    })
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}
/** Characters that XML does not allow or would change, including unpaired surrogates. */
const NOT_XML = /[^\t\n\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;
const UNSAFE = /[&<>_]|[^\t\n\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/u;

/** Indexes of the formats in the style sheet. */
export const XLSX_STYLE = { plain: 0, head: 1, fen: 2, bp: 3, moment: 4, day: 5 } as const;

/**
 * Formats a value as a sheet cell according to its kind, without the opening `<c r="B7"`. An empty cell is an empty text. Texts in a
 * sheet are never formulas, so they need no guard.
 *
 * @throws CellTooLong when the text is longer than a cell allows
 */
export function xlsxInner(kind: ExportKind, value: ExportCell, wall: (at: Date) => number): string {
  if (value === null || value === '') return '';
  if (value instanceof Date) {
    const serial = (wall(value) - FIRST_DAY) / DAY_MS;
    const style = kind === 'day' ? XLSX_STYLE.day : XLSX_STYLE.moment;
    return ` s="${style}"><v>${kind === 'day' ? Math.floor(serial) : serial}</v></c>`;
  }
  if (typeof value === 'number' && Math.abs(value) <= MOST_EXACT) {
    if (kind === 'fen') return ` s="${XLSX_STYLE.fen}"><v>${yuan(value)}</v></c>`;
    if (kind === 'bp') return ` s="${XLSX_STYLE.bp}"><v>${value / 10_000}</v></c>`;
    return `><v>${value}</v></c>`;
  }
  const text = typeof value === 'number' && kind === 'fen' ? yuan(value) : String(value);
  if (text.length > LONGEST_CELL) throw new CellTooLong();
  return `${XLSX_TEXT.before}${xmlText(text)}${XLSX_TEXT.after}`;
}

/** Markup before and after an {@link xmlText}. */
export const XLSX_TEXT = {
  before: ` s="${XLSX_STYLE.plain}" t="inlineStr"><is><t xml:space="preserve">`,
  after: '</t></is></c>',
} as const;

export function textCell(at: string, text: string, style: number): string {
  return `<c r="${at}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${xmlText(text)}</t></is></c>`;
}
