/** A growing byte buffer. It is reused, so that writing millions of rows creates no garbage. */
export class Bytes {
  bytes: Buffer;
  length = 0;

  constructor(size = 65_536) {
    this.bytes = Buffer.allocUnsafeSlow(size);
  }

  clear(): void {
    this.length = 0;
  }

  /** Ensures that the buffer has space for `more` further bytes. */
  room(more: number): void {
    if (this.length + more <= this.bytes.length) return;
    const grown = Buffer.allocUnsafeSlow(Math.max(this.bytes.length * 2, this.length + more));
    this.bytes.copy(grown, 0, 0, this.length);
    this.bytes = grown;
  }

  /** Appends a text in UTF-8. */
  text(text: string): void {
    this.room(text.length * 3);
    this.length += this.bytes.write(text, this.length, 'utf8');
  }

  /** Appends a range of another byte array. */
  part(from: Uint8Array, start: number, end: number): void {
    this.room(end - start);
    const { bytes } = this;
    let { length } = this;
    // For a cell of a few bytes, a native call costs more than a loop.
    if (end - start > 32) {
      bytes.set(from.subarray(start, end), length);
      length += end - start;
    } else for (let at = start; at < end; at += 1, length += 1) bytes[length] = from[at] as number;
    this.length = length;
  }

  /** Returns the content. It is valid until the next append. */
  whole(): Buffer {
    return this.bytes.subarray(0, this.length);
  }
}
