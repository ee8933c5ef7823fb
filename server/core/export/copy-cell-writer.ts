import type { Bytes } from './bytes';
import { BYTE, type CopyRowReader } from './copy-row-reader';
import type { ExportCell, ExportColumn } from './export';
import { LONGEST_CELL, MOST_DIGITS, XLSX_STYLE, XLSX_TEXT } from './table-cells';
import type { TableFormat } from './table-format';

/**
 * Writes the cells of a file from copied rows. Every cell equals `table.cell(value(row))`. This code avoids that call when the bytes of
 * the fields already determine the cell. It then writes the cell from these bytes or from a cache.
 */

/** A column and the function that reads its value from a row. */
export interface CopyColumn<R> {
  readonly column: ExportColumn<R>;
  readonly value: (row: R) => ExportCell;
}

/** Appends a column's cell for the current row. */
type Writer<R> = (rows: CopyRowReader, row: R, out: Bytes) => void;

const CODE = { zero: 48, nine: 57, plus: 43, minus: 45, point: 46 } as const;

/**
 * Table by first byte. 1 means that the byte never begins a formula: most of ASCII, accented Latin letters and common Chinese characters.
 */
const HARMLESS = Uint8Array.from({ length: 256 }, (_, byte) => {
  if (byte === 0xc3 || (byte >= 0xe4 && byte <= 0xe9)) return 1;
  return byte > 0x20 && byte < 0x7f && !"'=+-@".includes(String.fromCharCode(byte)) ? 1 : 0;
});

const NOTHING = Buffer.alloc(0);
/** Quote before a number that has more digits than a spreadsheet can store. */
const QUOTE = Buffer.from("'");

function isNumber(bytes: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at += 1) {
    const byte = bytes[at] as number;
    if (byte < CODE.zero || byte > CODE.nine) return false;
  }
  return true;
}

/** Creates a function that appends a whole row. Its parameter `number` is the row number, starting at 1. */
export function copyRowWriter<R>(
  table: TableFormat,
  columns: readonly CopyColumn<R>[],
  rows: CopyRowReader,
): (rows: CopyRowReader, row: R, number: number, out: Bytes) => void {
  const writers = columns.map((column, index) => writerOf(table, column, index, rows));
  const starts = table.cellStarts.map((start) => Buffer.from(start));
  const end = Buffer.from(table.rowEnd);
  return (from, row, number, out) => {
    const rowStart = table.rowStart(number);
    if (rowStart !== '') out.text(rowStart);
    const words = table.cellPlace(number);
    const place = words === '' ? NOTHING : Buffer.from(words);
    for (let index = 0; index < writers.length; index += 1) {
      const start = starts[index] as Buffer;
      const before = out.length;
      out.part(start, 0, start.length);
      if (place.length > 0) out.part(place, 0, place.length);
      const empty = out.length;
      (writers[index] as Writer<R>)(from, row, out);
      if (table.skipsEmpty && out.length === empty) out.length = before;
    }
    out.part(end, 0, end.length);
  };
}

function writerOf<R>(
  table: TableFormat,
  { column, value }: CopyColumn<R>,
  index: number,
  rows: CopyRowReader,
): Writer<R> {
  const { kind = 'text', reads, few, same, first } = column;
  if (!reads) throw new Error(`the column ${column.key} does not say which fields it reads`);
  const names = new Set(reads);
  const fields = reads.map((name) => rows.fieldOf(name));
  const cell = (from: CopyRowReader, row: R) => {
    from.open(names);
    const made = value(row);
    from.open(null);
    return table.cell(index, made);
  };
  const careful: Writer<R> = (from, row, out) => out.text(cell(from, row));
  const [field = 0] = fields;
  const textOf = table.format === 'csv' ? csvText : sheetText;
  // A masked column never uses this shortcut, because its cell differs from the stored text.
  if (first && kind === 'text' && column.masked === undefined) {
    return firstOf(
      first.map((name) => {
        const one = rows.fieldOf(name);
        if (!names.has(name) || rows.typeOf(one) !== 'text')
          throw new Error(`${name} is no text that ${column.key} reads`);
        return { field: one, write: textOf(one, careful) };
      }),
      careful,
    );
  }
  if (same && column.masked === undefined && fields.length === 1) {
    const type = rows.typeOf(field);
    if (kind === 'text' && type === 'text') return textOf(field, careful);
    if (kind === 'number' && type === 'int')
      return integer(field, careful, table.format === 'csv' ? ['', ''] : ['><v>', '</v></c>']);
    if (kind === 'fen' && type === 'int') {
      return yuan(field, careful, table.format === 'csv' ? ['', ''] : [` s="${XLSX_STYLE.fen}"><v>`, '</v></c>']);
    }
    if (kind === 'moment' && type === 'moment' && table.format === 'csv') return moment(field, cell);
  }
  return few ? remembered(fields, cell, careful) : careful;
}

function csvText<R>(field: number, careful: Writer<R>): Writer<R> {
  return (from, row, out) => {
    const at = from.base + field;
    const start = from.starts[at] as number;
    const end = (from.starts[at + 1] as number) - 1;
    if (start === end) return;
    const { bytes } = from.into;
    if (((from.marks[at] as number) & (BYTE.escape | BYTE.csv)) === 0 && HARMLESS[bytes[start] as number] === 1) {
      if (end - start > MOST_DIGITS && isNumber(bytes, start, end)) out.part(QUOTE, 0, QUOTE.length);
      out.part(bytes, start, end);
    } else if (!from.isNull(field)) careful(from, row, out);
  };
}

function sheetText<R>(field: number, careful: Writer<R>): Writer<R> {
  const before = Buffer.from(XLSX_TEXT.before);
  const after = Buffer.from(XLSX_TEXT.after);
  return (from, row, out) => {
    const at = from.base + field;
    const start = from.starts[at] as number;
    const end = (from.starts[at + 1] as number) - 1;
    if (start === end) return;
    if (((from.marks[at] as number) & (BYTE.escape | BYTE.xml)) === 0 && end - start <= LONGEST_CELL) {
      out.part(before, 0, before.length);
      out.part(from.into.bytes, start, end);
      out.part(after, 0, after.length);
    } else if (!from.isNull(field)) careful(from, row, out);
  };
}

/** Creates a function that writes the first text that is not empty. */
function firstOf<R>(
  texts: readonly { readonly field: number; readonly write: Writer<R> }[],
  careful: Writer<R>,
): Writer<R> {
  return (from, row, out) => {
    for (let index = 0; index < texts.length; index += 1) {
      const { field, write } = texts[index] as (typeof texts)[number];
      const at = from.base + field;
      const isEmpty = (from.starts[at + 1] as number) - 1 === from.starts[at];
      if (!isEmpty && !from.isNull(field)) return write(from, row, out);
    }
    careful(from, row, out);
  };
}

function integer<R>(field: number, careful: Writer<R>, around: readonly [string, string]): Writer<R> {
  const [before, after] = around.map((text) => Buffer.from(text)) as [Buffer, Buffer];
  return (from, row, out) => {
    const at = from.base + field;
    const start = from.starts[at] as number;
    const end = (from.starts[at + 1] as number) - 1;
    if (from.marks[at] === 0 && end - start <= MOST_DIGITS) {
      out.part(before, 0, before.length);
      out.part(from.into.bytes, start, end);
      out.part(after, 0, after.length);
    } else if (!from.isNull(field)) careful(from, row, out);
  };
}

/**
 * Creates a function that writes an amount in fen as yuan directly from its digits. The result equals that of `yuan` in money/amounts.ts.
 */
function yuan<R>(field: number, careful: Writer<R>, around: readonly [string, string]): Writer<R> {
  const [before, after] = around.map((text) => Buffer.from(text)) as [Buffer, Buffer];
  return (from, row, out) => {
    const at = from.base + field;
    let start = from.starts[at] as number;
    const end = (from.starts[at + 1] as number) - 1;
    if (from.marks[at] !== 0 || end - start > MOST_DIGITS) {
      if (!from.isNull(field)) careful(from, row, out);
      return;
    }
    const source = from.into.bytes;
    out.part(before, 0, before.length);
    out.room(MOST_DIGITS + 4);
    const { bytes } = out;
    let { length } = out;
    if (source[start] === CODE.minus) {
      bytes[length] = CODE.minus;
      length += 1;
      start += 1;
    }
    // The amount gets at least three digits, so that 5 becomes 0.05.
    for (let digits = Math.max(3, end - start); digits > 0; digits -= 1) {
      if (digits === 2) {
        bytes[length] = CODE.point;
        length += 1;
      }
      const digit = end - digits;
      bytes[length] = digit < start ? CODE.zero : (source[digit] as number);
      length += 1;
    }
    out.length = length;
    out.part(after, 0, after.length);
  };
}

/**
 * Number of characters of a moment through the colon after its hour: `2026-03-01 04:` in `2026-03-01 04:05:06.789+00`. Local times have
 * offsets of whole minutes, which change at most every quarter of an hour. `moment` therefore computes date and hour once per quarter and
 * copies the seconds.
 */
const HOUR = 14;
const QUARTER = 15;
const USUAL = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d+)?\+00$/;
function moment<R>(field: number, cell: (from: CopyRowReader, row: R) => string): Writer<R> {
  const known = Buffer.alloc(HOUR);
  const shown = Buffer.alloc(HOUR);
  /** Index of the cached quarter within its hour. `begins` is the first minute of that quarter in local time. */
  let quarter = -1;
  let begins = 0;
  const isKnown = (bytes: Buffer, start: number, end: number) => {
    for (let at = 0; at < HOUR; at += 1) if (bytes[start + at] !== known[at]) return false;
    // Moments before the year 1 end with "BC" and are not cached.
    return bytes[end - 3] === CODE.plus;
  };
  return (from, row, out) => {
    const at = from.base + field;
    const start = from.starts[at] as number;
    const end = (from.starts[at + 1] as number) - 1;
    const { bytes } = from.into;
    const minute = ((bytes[start + HOUR] as number) - CODE.zero) * 10 + (bytes[start + HOUR + 1] as number) - CODE.zero;
    const since = minute - quarter * QUARTER;
    if (since >= 0 && since < QUARTER && isKnown(bytes, start, end)) {
      out.part(shown, 0, HOUR);
      out.room(2);
      const wall = begins + since;
      out.bytes[out.length] = CODE.zero + Math.floor(wall / 10);
      out.bytes[out.length + 1] = CODE.zero + (wall % 10);
      out.length += 2;
      out.part(bytes, start + HOUR + 2, start + HOUR + 5);
      return;
    }
    if (from.isNull(field)) return;
    const text = cell(from, row);
    out.text(text);
    if (text.length !== HOUR + 5 || !USUAL.test(bytes.toString('latin1', start, end))) return;
    begins = Number(text.slice(HOUR, HOUR + 2)) - (minute % QUARTER);
    // Some historical offsets are not multiples of 15 minutes. Such a quarter is not cached, because UTC and local quarters differ.
    quarter = begins % QUARTER === 0 ? Math.floor(minute / QUARTER) : -1;
    bytes.copy(known, 0, start, start + HOUR);
    shown.write(text.slice(0, HOUR), 'latin1');
  };
}

interface Remembered {
  readonly key: Uint8Array;
  readonly cell: Uint8Array;
}
/** Number of slots of the cell cache. It must be a power of two. A new cell replaces the cell in its slot. */
const SLOTS = 8_192;
const LONGEST_KEY = 1_024;
/** Number of lookups after which the cache is switched off if most of them failed. */
const TRIAL = 16_384;

/** Creates a function that writes and caches the cells of columns with few distinct values. Equal bytes produce equal cells. */
function remembered<R>(
  fields: readonly number[],
  cell: (from: CopyRowReader, row: R) => string,
  careful: Writer<R>,
): Writer<R> {
  const slots: (Remembered | undefined)[] = new Array(SLOTS).fill(undefined);
  let looks = 0;
  let misses = 0;
  let latest: Remembered | undefined;
  return (from, row, out) => {
    // Values often repeat from row to row. The comparison with the previous row avoids the hash.
    if (latest !== undefined && isSame(from, fields, latest.key)) {
      out.part(latest.cell, 0, latest.cell.length);
      return;
    }
    if (looks >= TRIAL && misses > looks / 2) return careful(from, row, out);
    looks += 1;
    const slot = hashOf(from, fields) & (SLOTS - 1);
    const found = slots[slot];
    if (found !== undefined && isSame(from, fields, found.key)) {
      latest = found;
      out.part(found.cell, 0, found.cell.length);
      return;
    }
    misses += 1;
    const made = cell(from, row);
    out.text(made);
    const key = keyOf(from, fields);
    latest = key.length > LONGEST_KEY ? undefined : { key, cell: Buffer.from(made) };
    slots[slot] = latest;
  };
}

function hashOf(from: CopyRowReader, fields: readonly number[]): number {
  const { bytes } = from.into;
  let hash = 17;
  for (let index = 0; index < fields.length; index += 1) {
    const at = from.base + (fields[index] as number);
    const start = from.starts[at] as number;
    const end = (from.starts[at + 1] as number) - 1;
    hash = Math.imul(hash ^ (end - start), 0x01000193);
    // Only a sample of the bytes is hashed for a field of more than 32 bytes.
    const step = end - start > 32 ? (end - start) >> 4 : 1;
    for (let byte = start; byte < end; byte += step) hash = Math.imul(hash ^ (bytes[byte] as number), 0x01000193);
  }
  return hash ^ (hash >>> 15);
}

/** Concatenates the bytes of the fields. An end byte, which never occurs inside a field, follows each field. */
function keyOf(from: CopyRowReader, fields: readonly number[]): Uint8Array {
  return Buffer.concat(
    fields.map((field) => {
      const at = from.base + field;
      return Buffer.concat([from.into.bytes.subarray(from.starts[at], (from.starts[at + 1] as number) - 1), END]);
    }),
  );
}
const END = Buffer.from('\t');

function isSame(from: CopyRowReader, fields: readonly number[], key: Uint8Array): boolean {
  const { bytes } = from.into;
  let place = 0;
  for (let index = 0; index < fields.length; index += 1) {
    const at = from.base + (fields[index] as number);
    const end = (from.starts[at + 1] as number) - 1;
    for (let byte = from.starts[at] as number; byte < end; byte += 1, place += 1) {
      if (bytes[byte] !== key[place]) return false;
    }
    if (key[place] !== END[0]) return false;
    place += 1;
  }
  return place === key.length;
}
