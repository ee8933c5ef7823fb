import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { type Entry, fromBufferPromise } from 'yauzl';
import { type Bytes, StatementFault } from './statement';

/** Unpacks statement files: plain, gzip or zip. The text is streamed, so that a million lines are never in memory together. */

/** Maximum unpacked size of a file, in bytes. */
const LARGEST_BYTES = 1024 * 1024 * 1024;
/** Maximum length of a line in characters. Lines of statements are far shorter. */
const LONGEST_LINE = 64 * 1024;
/** Bit 11 in the flags of a zip entry means that the entry's name is UTF-8. */
const UTF8_NAME = 0x800;

/** Maximum size of a chunk of a plain file, in bytes. */
const PART_BYTES = 64 * 1024;

const startsWith = (bytes: Uint8Array, ...start: readonly number[]) => start.every((byte, at) => bytes[at] === byte);

const nameOf = (entry: Entry): string =>
  new TextDecoder(entry.generalPurposeBitFlag & UTF8_NAME ? 'utf-8' : 'gbk').decode(entry.fileNameRaw);

/**
 * Extracts the file that contains the entries. The other file in Alipay's zip contains totals (汇总).
 *
 * @throws StatementFault `tooLarge`, or `notArchive` when the zip contains no such file
 */
async function* zipped(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  const file = await fromBufferPromise(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), {
    decodeStrings: false,
    validateEntrySizes: true,
  });
  try {
    for await (const entry of file.eachEntry()) {
      const name = nameOf(entry);
      if (!name.endsWith('.csv') || name.includes('汇总')) continue;
      if (entry.uncompressedSize > LARGEST_BYTES) throw new StatementFault('tooLarge', null);
      yield* await file.openReadStreamPromise(entry);
      return;
    }
  } finally {
    file.close();
  }
  throw new StatementFault('notArchive', null);
}

/** Splits a file into chunks, so that an encoding fault is reported with its line. Where possible, a chunk ends at a line end. */
function* sliced(bytes: Uint8Array): Generator<Uint8Array> {
  for (let from = 0; from < bytes.length; ) {
    const end = from + PART_BYTES;
    const lineEnd = end < bytes.length ? bytes.subarray(from, end).lastIndexOf(0x0a) : -1;
    const part = bytes.subarray(from, lineEnd < 0 ? end : from + lineEnd + 1);
    from += part.length;
    yield part;
  }
}

/**
 * Streams the unpacked bytes of a file.
 *
 * @throws StatementFault `notArchive` or `tooLarge`, while the caller reads the stream
 */
export async function* unpack(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  let whole = 0;
  const parts: Bytes = startsWith(bytes, 0x50, 0x4b)
    ? zipped(bytes)
    : startsWith(bytes, 0x1f, 0x8b)
      ? Readable.from([bytes]).pipe(createGunzip())
      : sliced(bytes);
  try {
    for await (const part of parts as AsyncIterable<Uint8Array>) {
      whole += part.length;
      if (whole > LARGEST_BYTES) throw new StatementFault('tooLarge', null);
      yield part;
    }
  } catch (error) {
    if (error instanceof StatementFault) throw error;
    throw new StatementFault('notArchive', null);
  }
}

/** Passes chunks through and compares their SHA-1 at the end. @throws StatementFault `hash` when the SHA-1 differs */
export async function* checkedSha1(parts: Bytes, sha1: string): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha1');
  for await (const part of parts) {
    hash.update(part);
    yield part;
  }
  if (hash.digest('hex') !== sha1.toLowerCase()) throw new StatementFault('hash', null);
}

/** Splits a stream into lines without line ends. @throws StatementFault `encoding`, or `value` when a line is too long */
export async function* linesOf(parts: Bytes, encoding: 'utf-8' | 'gbk'): AsyncGenerator<readonly string[]> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  let rest = '';
  let count = 0;
  const decode = (part?: Uint8Array): string => {
    try {
      return part ? decoder.decode(part, { stream: true }) : decoder.decode();
    } catch {
      const text = new TextDecoder(encoding).decode(part ?? new Uint8Array());
      const before = text.slice(0, Math.max(0, text.indexOf('\uFFFD')));
      throw new StatementFault('encoding', count + before.split('\n').length);
    }
  };
  const cut = (text: string): string[] => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    count += lines.length;
    if (rest.length > LONGEST_LINE)
      throw new StatementFault('value', count + 1, { column: '', value: rest.slice(0, 40) });
    return lines.map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line));
  };
  for await (const part of parts) {
    const lines = cut(decode(part));
    if (lines.length > 0) yield lines;
  }
  rest += decode();
  if (rest !== '') yield [rest];
}
