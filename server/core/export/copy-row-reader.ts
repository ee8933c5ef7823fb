import { parseInt8, parseMoment } from '../database/connect';
import { Bytes } from './bytes';
import type { FieldType } from './export';

/** Reads rows in COPY's format, field by field. */

/** Flags that describe the meaning of a byte within its field. */
export const BYTE = {
  /** The byte ends a field. Inside a field, this byte is always escaped. */
  end: 1,
  escape: 2,
  /** The byte may need quotes in a CSV. */
  csv: 4,
  /** The byte may need escaping in XML. */
  xml: 8,
  /** The byte belongs to a non-ASCII character. */
  wide: 16,
} as const;

const MEANING = Uint8Array.from({ length: 256 }, (_, byte) => {
  const char = String.fromCharCode(byte);
  if (char === '\t' || char === '\n') return BYTE.end;
  if (char === '\\') return BYTE.escape;
  if (byte < 0x20) return BYTE.csv | BYTE.xml;
  if (byte >= 0x80) return BYTE.xml | BYTE.wide;
  if (byte === 0x7f || '&<>_'.includes(char)) return BYTE.xml;
  return '",;'.includes(char) ? BYTE.csv : 0;
});

const ESCAPED: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' };

export class CopyRowReader {
  /** Bytes of the copied rows. The COPY reader fills this buffer. */
  readonly into = new Bytes(1 << 20);
  rows = 0;
  /** Index of the current row's first field. */
  base = 0;
  readonly width: number;
  /** Start offset of each field. A field ends one byte before the start of the next field. */
  starts = new Int32Array(1 << 16);
  /** The combined flags of each field's bytes. */
  marks = new Uint8Array(1 << 16);
  /** Object whose properties read the fields of the current row. */
  readonly fields: Readonly<Record<string, unknown>>;
  private readonly names: readonly string[];
  private readonly types: readonly FieldType[];
  private readable: ReadonlySet<string> | null = null;

  constructor(fields: Readonly<Record<string, FieldType>>) {
    this.names = Object.keys(fields);
    this.types = Object.values(fields);
    this.width = this.names.length;
    const read = {};
    this.names.forEach((name, field) => {
      Object.defineProperty(read, name, { enumerable: true, get: () => this.value(field) });
    });
    this.fields = read;
  }

  /** Finds the index of a field. @throws Error when the rows have no such field */
  fieldOf(name: string): number {
    const found = this.names.indexOf(name);
    if (found < 0) throw new Error(`the copied rows have no field ${name}`);
    return found;
  }

  typeOf(field: number): FieldType {
    return this.types[field] ?? 'text';
  }

  /** Finds the start and the flags of each field in the copied rows. */
  find(): void {
    const { bytes, length } = this.into;
    let { starts, marks } = this;
    let field = 0;
    let mark = 0;
    starts[0] = 0;
    for (let at = 0; at < length; at += 1) {
      const meaning = MEANING[bytes[at] as number] as number;
      if (meaning === 0) continue;
      if (meaning !== BYTE.end) {
        mark |= meaning;
        continue;
      }
      if (field + 1 >= starts.length) {
        this.grow();
        ({ starts, marks } = this);
      }
      marks[field] = mark;
      mark = 0;
      field += 1;
      starts[field] = at + 1;
    }
    this.rows = field / this.width;
    if (!Number.isInteger(this.rows)) throw new Error('the copied rows do not have the expected number of fields');
  }

  private grow(): void {
    const starts = new Int32Array(this.starts.length * 2);
    const marks = new Uint8Array(this.marks.length * 2);
    starts.set(this.starts);
    marks.set(this.marks);
    this.starts = starts;
    this.marks = marks;
  }

  /** Restricts the readable fields; `null` allows all. Reading another field throws an error, because the column has not declared it. */
  open(names: ReadonlySet<string> | null): void {
    this.readable = names;
  }

  /** Checks whether a field of the current row is null (`\N`). */
  isNull(field: number): boolean {
    const at = this.base + field;
    const start = this.starts[at] as number;
    const { bytes } = this.into;
    return (this.starts[at + 1] as number) - start === 3 && bytes[start] === 0x5c && bytes[start + 1] === 0x4e;
  }

  /** Returns the text of a field in the current row, or `null` when the field is null. */
  text(field: number): string | null {
    if (this.isNull(field)) return null;
    const at = this.base + field;
    const mark = this.marks[at] as number;
    const encoding = (mark & BYTE.wide) === 0 ? 'latin1' : 'utf8';
    const text = this.into.bytes.toString(encoding, this.starts[at], (this.starts[at + 1] as number) - 1);
    if ((mark & BYTE.escape) === 0) return text;
    return text.replace(/\\(.)/gs, (_whole, char: string) => ESCAPED[char] ?? char);
  }

  private value(field: number): unknown {
    const name = this.names[field] ?? '';
    if (this.readable?.has(name) === false) throw new Error(`a column reads ${name} and does not say so`);
    const text = this.text(field);
    if (text === null) return null;
    const type = this.types[field];
    if (type === 'int') return parseInt8(text);
    if (type === 'bool') return text === 't';
    if (type === 'moment') return parseMoment(text);
    return type === 'json' ? JSON.parse(text) : text;
  }
}
