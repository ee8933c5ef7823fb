import { DAY_MS } from '../../../contract/units';
import { yuan } from '../money/amounts';
import { shownMs } from '../money/days';
import type { ExportCell, ExportKind } from './export';

/** Content of the cells of a file. Pure. */

/** A moment as the platform's wall clock shows it: milliseconds as if the zone were UTC. */
export const wallClock =
  (timeZone: string) =>
  (at: Date): number =>
    shownMs(at, timeZone);

/**
 * What a spreadsheet would take for a formula: after any spaces, quotes and invisible characters an `=`, `+`, `-` or `@`, also
 * in its full-width form; or a tab or a new line at the beginning. A plain negative number is none.
 */
const DANGEROUS = /^(?:[\s'\p{Cc}\p{Cf}]*[=+\-@\uff0b\uff0d\uff1d\uff20]|[\t\r\n])/u;
const NUMBER = /^-?\d{1,15}(\.\d{1,15})?$/;
/** A spreadsheet keeps so many digits of what it takes for a number, and shows zeros for the rest. */
export const MOST_DIGITS = 15;
const LONG_NUMBER = new RegExp(`^'*\\d{${MOST_DIGITS + 1},}$`);

/**
 * Keeps a text from being run as a formula (DOMAIN §3.14), and a long number from losing its last digits: a quote before it makes it a
 * text for every spreadsheet. Texts that begin with quotes get one more where what follows needs it, so that {@link unguarded} finds the
 * very text again. (`="…"` would keep the digits too, but is a formula; a tab before them is refused by importers.)
 */
export function guarded(text: string): string {
  return needsGuard(text) && !NUMBER.test(text) ? `'${text}` : text;
}

const needsGuard = (text: string): boolean => DANGEROUS.test(text) || LONG_NUMBER.test(text);

/** The text that {@link guarded} was given. */
export function unguarded(cell: string): string {
  return cell.startsWith("'") && needsGuard(cell.slice(1)) ? cell.slice(1) : cell;
}

/** Semicolons and tabs too: in some countries they separate cells. */
const QUOTED = /[",;\t\r\n]/;

/** One cell of a CSV (RFC 4180). */
export function csvText(text: string): string {
  const safe = guarded(text);
  return QUOTED.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** A value of a kind as one cell of a CSV. */
export function csvCell(kind: ExportKind, value: ExportCell, wall: (at: Date) => number): string {
  if (value === null) return '';
  if (value instanceof Date) {
    const text = new Date(wall(value)).toISOString();
    // From the year 10,000 on there is a sign before it.
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

/** `A`, `B` … `Z`, `AA` … of a column that is counted from 0. */
export function columnName(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26));
  return index < 26 ? letter : columnName(Math.floor(index / 26) - 1) + letter;
}

/** More than a cell of a spreadsheet holds. */
export class CellTooLong extends Error {}
export const LONGEST_CELL = 32_767;
/** A number with more digits would lose some in a spreadsheet. */
const MOST_EXACT = 999_999_999_999_999;
const FIRST_DAY = Date.UTC(1899, 11, 30);

/** Text of XML. What XML cannot hold is written as `_x0001_`, as spreadsheets do; a text that looks so is marked. */
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
/** What XML cannot hold, or would read as something else; halves of a character included. */
const NOT_XML = /[^\t\n\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;
const UNSAFE = /[&<>_]|[^\t\n\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/u;

/** Numbers of the formats in the style sheet. */
export const XLSX_STYLE = { plain: 0, head: 1, fen: 2, bp: 3, moment: 4, day: 5 } as const;

/**
 * A value of a kind as one cell of a sheet, without its opening `<c r="B7"`; empty for an empty cell. Texts are texts there and
 * never formulas, so they need no guard.
 *
 * @throws CellTooLong where a cell cannot hold the text
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
  const text = String(value);
  if (text.length > LONGEST_CELL) throw new CellTooLong();
  return `${XLSX_TEXT.before}${xmlText(text)}${XLSX_TEXT.after}`;
}

/** What surrounds a text of {@link xmlText}. */
export const XLSX_TEXT = {
  before: ` s="${XLSX_STYLE.plain}" t="inlineStr"><is><t xml:space="preserve">`,
  after: '</t></is></c>',
} as const;

export function textCell(at: string, text: string, style: number): string {
  return `<c r="${at}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${xmlText(text)}</t></is></c>`;
}
