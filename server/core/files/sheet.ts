import type { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import { parse as parseCsv } from 'csv-parse/sync';
import { SaxesParser } from 'saxes';
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';

/**
 * Reads the first table of an uploaded file: CSV, or XLSX (a zip with XML entries). The file is untrusted. Entries are unpacked as a
 * stream up to a limit. XML with a document type is refused, so XML entities are never expanded.
 */

/** Error for a file that is not a readable table. */
export class UnreadableSheet extends Error {}
/** Error for a file that exceeds a limit when it is unpacked. */
export class OversizedSheet extends UnreadableSheet {}

/** Limits of a workbook. Rows beyond `rows` are omitted. The other limits are the unpacked bytes of the sheet and its shared strings. */
interface SheetLimits {
  readonly rows: number;
  readonly sheetBytes: number;
  readonly stringBytes: number;
}

/** Maximum unpacked size in bytes of each zip entry that {@link readSheet} reads. */
const LARGEST_PART = 8 * 1024 * 1024;
/** Maximum number of zip entries in an XLSX. Spreadsheet programs write about 10, plus one per sheet and picture. */
const MOST_PARTS = 1_000;
/** Maximum nesting depth of XML elements. A sheet needs about 8 levels. */
const DEEPEST_XML = 64;
/** Maximum number of rows to read: the header, the 500 rows of an import (DOMAIN §3.9, §3.11), and one row to detect a longer file. */
const MOST_ROWS = 502;
const MOST_CELLS = 50;
const ENDS_OF_LINE = ['\r\n', '\n'];
const SEPARATORS = [',', ';', '\t'];
const FIRST_SHEET = /^xl\/worksheets\/sheet(\d+)\.xml$/;
const SHARED_STRINGS = 'xl/sharedStrings.xml';
/** Shared value for omitted rows, so that a high row number does not use memory. */
const EMPTY_ROW: readonly string[] = [];

/** Checks whether a file is a workbook. A zip file contains the names of its entries as plain text. */
export const isWorkbook = (bytes: Uint8Array): boolean =>
  isZip(bytes) && Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes('xl/worksheets/');

const isZip = (bytes: Uint8Array): boolean => bytes[0] === 0x50 && bytes[1] === 0x4b;

/**
 * Reads the first table of a file.
 *
 * @param mostRows further rows are omitted
 * @returns rows of trimmed texts; empty rows at the end are omitted
 * @throws UnreadableSheet when the file is not CSV or XLSX, is truncated, corrupt or encrypted, or exceeds a limit
 */
export async function readSheet(bytes: Uint8Array, mostRows: number = MOST_ROWS): Promise<string[][]> {
  const rows: string[][] = [];
  if (isZip(bytes)) {
    const limits = { rows: mostRows, sheetBytes: LARGEST_PART, stringBytes: LARGEST_PART };
    for await (const some of workbookRows(bytes, limits)) rows.push(...some.map((row) => [...row]));
  } else {
    try {
      rows.push(...readCsv(decode(bytes), mostRows));
    } catch (cause) {
      throw unreadable(cause);
    }
  }
  while (rows.length > 0 && rows.at(-1)?.every((cell) => cell === '')) rows.pop();
  return rows;
}

/**
 * Reads the first table of a workbook (XLSX) while it is unpacked. Only the shared strings are completely in memory, not the rows.
 *
 * @throws UnreadableSheet as {@link readSheet}, during reading · OversizedSheet when an entry exceeds its limit
 */
export async function* workbookRows(
  bytes: Uint8Array,
  limits: SheetLimits,
): AsyncGenerator<readonly (readonly string[])[]> {
  try {
    yield* readXlsx(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), limits);
  } catch (cause) {
    throw unreadable(cause);
  }
}

/** Converts a parser's error to an {@link UnreadableSheet}, because the exact fault does not help the user. */
const unreadable = (cause: unknown): UnreadableSheet =>
  cause instanceof UnreadableSheet ? cause : new UnreadableSheet(undefined, { cause });

/** Decodes a text file as UTF-8, or else as GB 18030, in which the Chinese Excel writes CSV files. */
function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('gb18030', { fatal: true }).decode(bytes);
  }
}

/** Parses CSV (RFC 4180). The separator is the most frequent of comma, semicolon and tab in the header. */
function readCsv(text: string, mostRows: number): string[][] {
  if (text.includes('\0')) throw new UnreadableSheet();
  const [head = ''] = text.split(/\r?\n/, 1);
  const uses = SEPARATORS.map((separator) => head.split(separator).length);
  const rows = parseCsv(text, {
    delimiter: SEPARATORS[uses.indexOf(Math.max(...uses))],
    record_delimiter: ENDS_OF_LINE,
    relax_column_count: true,
    relax_quotes: true,
    to: mostRows,
    trim: true,
  });
  if (rows.some((row) => row.length > MOST_CELLS)) throw new UnreadableSheet();
  // The parser does not trim spaces inside quotes.
  return rows.map((row) => row.map((cell) => cell.trim()));
}

async function* readXlsx(file: Buffer, limits: SheetLimits): AsyncGenerator<readonly (readonly string[])[]> {
  const zip = await fromBufferPromise(file, { lazyEntries: true });
  if (zip.entryCount > MOST_PARTS) throw new UnreadableSheet();
  const parts = new Map<string, Entry>();
  for await (const entry of zip.eachEntry()) parts.set(entry.fileName, entry);
  const [first] = [...parts.keys()].filter((name) => FIRST_SHEET.test(name)).sort((a, b) => numberOf(a) - numberOf(b));
  const sheet = parts.get(first ?? '');
  if (!sheet) throw new UnreadableSheet();
  const shared = parts.get(SHARED_STRINGS);
  const strings = shared ? await readStrings(zip, shared, limits.stringBytes) : [];
  yield* readRows(zip, sheet, strings, limits);
}

const numberOf = (name: string): number => Number(FIRST_SHEET.exec(name)?.[1]);

/** Callbacks for the elements of an XML entry. Names have no prefix. The last of `parents` is the element that contains the text. */
interface XmlHandlers {
  open(name: string, attributes: Readonly<Record<string, string>>): void;
  text(text: string, parents: readonly string[]): void;
  close(name: string): void;
}

/**
 * Unpacks and parses a zip entry, chunk by chunk. The zip reader refuses encrypted entries and entries whose length differs from the
 * declared length. It does not compare checksums, so this function does.
 *
 * @param mostBytes maximum unpacked size
 * @yields after each chunk, when the handlers have processed it
 */
async function* parsePart(
  zip: ZipFile,
  entry: Entry,
  mostBytes: number,
  handlers: XmlHandlers,
): AsyncGenerator<undefined> {
  if (entry.uncompressedSize > mostBytes) throw new OversizedSheet();
  const parser = new SaxesParser();
  const path: string[] = [];
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('doctype', () => {
    throw new UnreadableSheet();
  });
  parser.on('opentag', ({ name, attributes }) => {
    path.push(name.slice(name.indexOf(':') + 1));
    if (path.length > DEEPEST_XML) throw new UnreadableSheet();
    handlers.open(path.at(-1) ?? '', attributes);
  });
  parser.on('text', (text) => handlers.text(text, path));
  parser.on('cdata', (text) => handlers.text(text, path));
  parser.on('closetag', () => handlers.close(path.pop() ?? ''));
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let checksum = 0;
  const stream: Readable = await zip.openReadStreamPromise(entry);
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    checksum = crc32(chunk, checksum);
    parser.write(decoder.decode(chunk, { stream: true }));
    yield;
  }
  parser.write(decoder.decode()).close();
  if (checksum !== entry.crc32) throw new UnreadableSheet();
}

/** Reads the shared strings. Cells refer to them by index. */
async function readStrings(zip: ZipFile, entry: Entry, mostBytes: number): Promise<string[]> {
  const strings: string[] = [];
  let text = '';
  const parts = parsePart(zip, entry, mostBytes, {
    open(name) {
      if (name === 'si') text = '';
    },
    text(part, parents) {
      if (isOwnText(parents)) text += part;
    },
    close(name) {
      if (name === 'si') strings.push(text);
    },
  });
  while (!(await parts.next()).done);
  return strings;
}

/** Checks whether a text belongs to the string itself and not to its phonetic reading (`rPh`). */
const isOwnText = (parents: readonly string[]): boolean => parents.at(-1) === 't' && parents.at(-2) !== 'rPh';

/** Reads rows. Row numbers and cell references show which rows and cells the file omits. Omitted rows and cells are returned as empty. */
async function* readRows(
  zip: ZipFile,
  entry: Entry,
  strings: readonly string[],
  { rows: mostRows, sheetBytes }: SheetLimits,
): AsyncGenerator<readonly (readonly string[])[]> {
  let rows: (readonly string[])[] = [];
  let count = 0;
  let row: string[] | null = null;
  let cell = { column: 0, type: '', text: '' };
  const add = (cells: readonly string[]) => {
    rows.push(cells);
    count += 1;
  };
  const parts = parsePart(zip, entry, sheetBytes, {
    open(name, { r = '', t = '' }) {
      if (name === 'row') {
        const number = /^\d{1,7}$/.test(r) ? Number(r) : count + 1;
        while (count < Math.min(number - 1, mostRows)) add(EMPTY_ROW);
        row = [];
        if (count < mostRows) add(row);
      }
      if (name === 'c') cell = { column: columnOf(r) ?? row?.length ?? 0, type: t, text: '' };
    },
    text(part, parents) {
      if (cell.type === 'inlineStr' ? isOwnText(parents) : parents.at(-1) === 'v') cell.text += part;
    },
    close(name) {
      const { column, type, text } = cell;
      if (name === 'row') row = null;
      if (name !== 'c' || !row || column >= MOST_CELLS) return;
      while (row.length < column) row.push('');
      row[column] = ((type === 's' ? strings[Number(text)] : text) ?? '').trim();
    },
  });
  for await (const _chunk of parts) {
    // The last row may be incomplete until the next chunk.
    const whole = row === null ? rows : rows.slice(0, -1);
    rows = rows.slice(whole.length);
    if (whole.length > 0) yield whole;
  }
  if (rows.length > 0) yield rows;
}

/** Parses the column of a cell reference: `B7` → 1. The result is `null` for a reference without a column. */
function columnOf(reference: string): number | null {
  const letters = /^[A-Z]{1,3}/.exec(reference)?.[0];
  return letters ? [...letters].reduce((sum, letter) => sum * 26 + (letter.charCodeAt(0) - 64), 0) - 1 : null;
}
