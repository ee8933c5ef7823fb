import type { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import { parse as parseCsv } from 'csv-parse/sync';
import { SaxesParser } from 'saxes';
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';

/**
 * Reads the first table of a small file that a user uploads: CSV, or XLSX (a zip of XML parts). The file is untrusted: parts are
 * unpacked as a stream up to a limit, and XML with a document type is refused, so entities are never expanded.
 */

/** The file is not a readable table. */
export class UnreadableSheet extends Error {}

/** Maximum unpacked size of an XLSX part, in bytes. */
const LARGEST_PART = 8 * 1024 * 1024;
/** Maximum number of parts of an XLSX; spreadsheet programs write about 10, plus one for each sheet and picture. */
const MOST_PARTS = 1_000;
/** Maximum nesting of elements; a sheet needs about 8 levels. */
const DEEPEST_XML = 64;
/** The head, the 500 rows of an import (DOMAIN §3.9, §3.11), and one more row to detect an excess. */
const MOST_ROWS = 502;
const MOST_CELLS = 50;
const ENDS_OF_LINE = ['\r\n', '\n'];
const SEPARATORS = [',', ';', '\t'];
const FIRST_SHEET = /^xl\/worksheets\/sheet(\d+)\.xml$/;
const SHARED_STRINGS = 'xl/sharedStrings.xml';

/**
 * Reads the first table of a file.
 *
 * @param mostRows further rows are omitted
 * @returns rows of trimmed texts; empty rows at the end are omitted
 * @throws UnreadableSheet for anything that is not CSV or XLSX, is truncated, corrupt or encrypted, or exceeds a limit
 */
export async function readSheet(bytes: Uint8Array, mostRows: number = MOST_ROWS): Promise<string[][]> {
  const isZip = bytes[0] === 0x50 && bytes[1] === 0x4b;
  try {
    const rows = isZip ? await readXlsx(Buffer.from(bytes), mostRows) : readCsv(decode(bytes), mostRows);
    while (rows.length > 0 && rows.at(-1)?.every((cell) => cell === '')) rows.pop();
    return rows;
  } catch (cause) {
    // The parsers name the exact fault, but the user only needs to know that the file is unreadable.
    throw new UnreadableSheet(undefined, { cause });
  }
}

/** UTF-8, else the national encoding in which Chinese Excel writes CSV. */
function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('gb18030', { fatal: true }).decode(bytes);
  }
}

/** Parses CSV (RFC 4180). The separator is the most frequent one in the head: comma, semicolon or tab. */
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
  // A space inside quotes is not trimmed by the parser.
  return rows.map((row) => row.map((cell) => cell.trim()));
}

async function readXlsx(file: Buffer, mostRows: number): Promise<string[][]> {
  const zip = await fromBufferPromise(file, { lazyEntries: true });
  if (zip.entryCount > MOST_PARTS) throw new UnreadableSheet();
  const parts = new Map<string, Entry>();
  for await (const entry of zip.eachEntry()) parts.set(entry.fileName, entry);
  const [first] = [...parts.keys()].filter((name) => FIRST_SHEET.test(name)).sort((a, b) => numberOf(a) - numberOf(b));
  const sheet = parts.get(first ?? '');
  if (!sheet) throw new UnreadableSheet();
  const shared = parts.get(SHARED_STRINGS);
  return readRows(zip, sheet, { strings: shared ? await readStrings(zip, shared) : [], mostRows });
}

const numberOf = (name: string): number => Number(FIRST_SHEET.exec(name)?.[1]);

/** Callbacks for the elements of a part. Names are without prefix; `parents` ends with the element of the text. */
interface XmlHandlers {
  open(name: string, attributes: Readonly<Record<string, string>>): void;
  text(text: string, parents: readonly string[]): void;
  close(name: string): void;
}

/**
 * Unpacks and parses one part, chunk by chunk. The zip reader refuses encrypted parts and parts that are longer or shorter
 * than declared; it does not compare checksums.
 */
async function parsePart(zip: ZipFile, entry: Entry, handlers: XmlHandlers): Promise<void> {
  if (entry.uncompressedSize > LARGEST_PART) throw new UnreadableSheet();
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
  }
  parser.write(decoder.decode()).close();
  if (checksum !== entry.crc32) throw new UnreadableSheet();
}

/** Reads the shared strings, which cells refer to by index. */
async function readStrings(zip: ZipFile, entry: Entry): Promise<string[]> {
  const strings: string[] = [];
  let text = '';
  await parsePart(zip, entry, {
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
  return strings;
}

/** Tests whether a text belongs to the string itself, not to its phonetic reading (`rPh`). */
const isOwnText = (parents: readonly string[]): boolean => parents.at(-1) === 't' && parents.at(-2) !== 'rPh';

/** Reads rows. Omitted rows and cells become empty ones, according to the row numbers and cell references. */
async function readRows(
  zip: ZipFile,
  entry: Entry,
  { strings, mostRows }: { readonly strings: readonly string[]; readonly mostRows: number },
): Promise<string[][]> {
  const rows: string[][] = [];
  let row: string[] | null = null;
  let cell = { column: 0, type: '', text: '' };
  await parsePart(zip, entry, {
    open(name, { r = '', t = '' }) {
      if (name === 'row') {
        const number = /^\d{1,7}$/.test(r) ? Number(r) : rows.length + 1;
        while (rows.length < Math.min(number - 1, mostRows)) rows.push([]);
        row = [];
        if (rows.length < mostRows) rows.push(row);
      }
      if (name === 'c') cell = { column: columnOf(r) ?? row?.length ?? 0, type: t, text: '' };
    },
    text(part, parents) {
      if (cell.type === 'inlineStr' ? isOwnText(parents) : parents.at(-1) === 'v') cell.text += part;
    },
    close(name) {
      const { column, type, text } = cell;
      if (name !== 'c' || !row || column >= MOST_CELLS) return;
      while (row.length < column) row.push('');
      row[column] = ((type === 's' ? strings[Number(text)] : text) ?? '').trim();
    },
  });
  return rows;
}

/** `B7` → 1; null for a reference without a column. */
function columnOf(reference: string): number | null {
  const letters = /^[A-Z]{1,3}/.exec(reference)?.[0];
  return letters ? [...letters].reduce((sum, letter) => sum * 26 + (letter.charCodeAt(0) - 64), 0) - 1 : null;
}
