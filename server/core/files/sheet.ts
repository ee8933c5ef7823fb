import { inflateRawSync } from 'node:zlib';

/**
 * Reads the first table of a small file: CSV as Excel and others write it, or XLSX. Only what an import needs; everything
 * else is refused. An XLSX is a zip of XML: nothing is resolved outside of it, and what it unpacks to is bounded.
 */

/** The file is none that can be read. */
export class UnreadableSheet extends Error {}

const LARGEST_PART = 8 * 1024 * 1024;
/** The head, the 500 rows that an import may have (DOMAIN §3.9, §3.11), and one that says there are too many. */
const MOST_ROWS = 502;
const MOST_CELLS = 50;

/** Rows of trimmed texts; empty rows at the end are gone. */
export function readSheet(bytes: Uint8Array): string[][] {
  const isZip = bytes[0] === 0x50 && bytes[1] === 0x4b;
  const rows = isZip ? readXlsx(Buffer.from(bytes)) : readCsv(decode(bytes));
  while (rows.length > 0 && rows.at(-1)?.every((cell) => cell === '')) rows.pop();
  return rows;
}

/** UTF-8, else the national encoding in which Chinese Excel writes CSV. */
function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    try {
      return new TextDecoder('gb18030', { fatal: true }).decode(bytes);
    } catch {
      throw new UnreadableSheet();
    }
  }
}

/** RFC 4180; the separator is the one that the head has: comma, semicolon or tab. */
function readCsv(text: string): string[][] {
  if (text.includes('\0')) throw new UnreadableSheet();
  const [head = ''] = text.split(/\r?\n/, 1);
  const counts = [',', ';', '\t'].map((mark) => head.split(mark).length);
  const separator = [',', ';', '\t'][counts.indexOf(Math.max(...counts))] ?? ',';
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let isQuoted = false;
  const endRow = () => {
    row.push(cell.trim());
    if (row.length > MOST_CELLS) throw new UnreadableSheet();
    rows.push(row);
    row = [];
    cell = '';
  };
  for (let at = 0; at < text.length && rows.length < MOST_ROWS; at += 1) {
    const char = text.charAt(at);
    if (isQuoted) {
      if (char !== '"') cell += char;
      else if (text[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else isQuoted = false;
    } else if (char === '"' && cell.trim() === '') {
      cell = '';
      isQuoted = true;
    } else if (char === separator) {
      row.push(cell.trim());
      cell = '';
    } else if (char === '\n') endRow();
    else if (char !== '\r') cell += char;
  }
  if (isQuoted) throw new UnreadableSheet();
  if ((cell !== '' || row.length > 0) && rows.length < MOST_ROWS) endRow();
  return rows;
}

const END_OF_DIRECTORY = 0x06054b50;
const DIRECTORY_ENTRY = 0x02014b50;
const STORED = 0;
const DEFLATED = 8;

/** The directory of a zip: where each part's entry stands. */
function directoryOf(file: Buffer): Map<string, number> {
  const entries = new Map<string, number>();
  let end = file.length - 22;
  while (end >= 0 && file.readUInt32LE(end) !== END_OF_DIRECTORY) end -= 1;
  if (end < 0) throw new UnreadableSheet();
  let at = file.readUInt32LE(end + 16);
  for (let left = file.readUInt16LE(end + 10); left > 0; left -= 1) {
    if (file.readUInt32LE(at) !== DIRECTORY_ENTRY) throw new UnreadableSheet();
    const nameLength = file.readUInt16LE(at + 28);
    entries.set(file.toString('utf8', at + 46, at + 46 + nameLength), at);
    at += 46 + nameLength + file.readUInt16LE(at + 30) + file.readUInt16LE(at + 32);
  }
  return entries;
}

function unpack(file: Buffer, entry: number): string {
  const method = file.readUInt16LE(entry + 10);
  const packed = file.readUInt32LE(entry + 20);
  const local = file.readUInt32LE(entry + 42);
  const from = local + 30 + file.readUInt16LE(local + 26) + file.readUInt16LE(local + 28);
  const bytes = file.subarray(from, from + packed);
  if (method !== STORED && method !== DEFLATED) throw new UnreadableSheet();
  const plain = method === STORED ? bytes : inflateRawSync(bytes, { maxOutputLength: LARGEST_PART });
  return plain.toString('utf8');
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Text of XML: the five entities that need no declaration, and numbers. A document that declares its own is refused. */
function plainText(xml: string): string {
  return xml.replace(/&(#x[0-9a-f]{1,6}|#\d{1,7}|[a-z]{2,4});/gi, (whole, name: string) => {
    if (!name.startsWith('#')) return Object.hasOwn(ENTITIES, name) ? (ENTITIES[name] ?? whole) : whole;
    const code = name[1]?.toLowerCase() === 'x' ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
    return code <= 0x10ffff ? String.fromCodePoint(code) : '';
  });
}

/** The elements of a name, one after the other, with what stands in their first tag and inside. They never nest here. */
function* elements(xml: string, name: string): Generator<{ head: string; inner: string }> {
  const open = `<${name}`;
  const close = `</${name}>`;
  for (let at = xml.indexOf(open); at >= 0; at = xml.indexOf(open, at)) {
    const after = xml.charCodeAt(at + open.length);
    const end = xml.indexOf('>', at);
    if (end < 0) throw new UnreadableSheet();
    // `<row` is no `<rowBreaks`: the name must end here, with a space, a slash or the bracket.
    if (after > 32 && after !== 47 && after !== 62) {
      at = end;
      continue;
    }
    const head = xml.slice(at + open.length, end);
    if (head.endsWith('/')) {
      yield { head, inner: '' };
      at = end;
      continue;
    }
    const last = xml.indexOf(close, end);
    if (last < 0) throw new UnreadableSheet();
    yield { head, inner: xml.slice(end + 1, last) };
    at = last;
  }
}

/** All text of a string item; the phonetic reading that may follow it is left out. */
function textOf(xml: string): string {
  const reading = xml.indexOf('<rPh');
  const own = reading < 0 ? xml : xml.slice(0, reading);
  return [...elements(own, 't')].map(({ inner }) => plainText(inner)).join('');
}

/** `B7` → 1 */
function columnOf(reference: string): number {
  return [...reference].reduce((sum, letter) => sum * 26 + (letter.charCodeAt(0) - 64), 0) - 1;
}

function readXlsx(file: Buffer): string[][] {
  try {
    const entries = directoryOf(file);
    const [first] = [...entries.keys()].filter((name) => /^xl\/worksheets\/sheet\d+\.xml$/.test(name)).sort(byNumber);
    const sheetAt = entries.get(first ?? '');
    const sharedAt = entries.get('xl/sharedStrings.xml');
    if (sheetAt === undefined) throw new UnreadableSheet();
    const sheet = unpack(file, sheetAt);
    const shared = sharedAt === undefined ? '' : unpack(file, sharedAt);
    if ([sheet, shared].some((xml) => xml.includes('<!DOCTYPE') || xml.includes('<!ENTITY')))
      throw new UnreadableSheet();
    return rowsOf(
      sheet,
      [...elements(shared, 'si')].map(({ inner }) => textOf(inner)),
    );
  } catch {
    // Whatever is out of bounds, cut off or packed wrongly: it is no file that can be read.
    throw new UnreadableSheet();
  }
}

function rowsOf(sheet: string, strings: readonly string[]): string[][] {
  const rows: string[][] = [];
  for (const { head, inner } of elements(sheet, 'row')) {
    // A file that counts its rows may leave empty ones out; their numbers must not move.
    const number = Number(/\br="(\d{1,7})"/.exec(head)?.[1] ?? rows.length + 1);
    while (rows.length < Math.min(number - 1, MOST_ROWS)) rows.push([]);
    if (rows.length >= MOST_ROWS) break;
    rows.push(cellsOf(inner, strings));
  }
  return rows;
}

function cellsOf(xml: string, strings: readonly string[]): string[] {
  const cells: string[] = [];
  for (const { head, inner } of elements(xml, 'c')) {
    const reference = /\br="([A-Z]{1,3})\d+"/.exec(head)?.[1];
    const column = reference === undefined ? cells.length : columnOf(reference);
    if (column >= MOST_CELLS) continue;
    const type = /\bt="(\w+)"/.exec(head)?.[1];
    const [value] = [...elements(inner, 'v')].map((one) => plainText(one.inner));
    const text = type === 's' ? strings[Number(value)] : type === 'inlineStr' ? textOf(inner) : value;
    while (cells.length < column) cells.push('');
    cells[column] = (text ?? '').trim();
  }
  return cells;
}

const byNumber = (one: string, other: string) => Number(/\d+/.exec(one)?.[0]) - Number(/\d+/.exec(other)?.[0]);
