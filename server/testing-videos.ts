/** Small videos for tests, with a camera's structure but without real frames. */

/** Builds a box of MP4 or QuickTime. */
export function box(kind: string, ...content: readonly (Buffer | string)[]): Buffer {
  const body = Buffer.concat(content.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part)));
  const head = Buffer.alloc(8);
  head.writeUInt32BE(body.length + 8);
  head.write(kind, 4, 'latin1');
  return Buffer.concat([head, body]);
}

const hdlr = (kind: string) => box('hdlr', Buffer.alloc(8), kind, Buffer.alloc(12));
export const movie = (...tracks: readonly string[]): Buffer =>
  box('moov', box('mvhd', Buffer.alloc(100)), ...tracks.map((kind) => box('trak', box('mdia', hdlr(kind)))));

/** @param pictures bytes of the part that a browser would decode */
export const mp4 = (pictures: Buffer | string = 'x'.repeat(100), brand = 'isom'): Buffer =>
  Buffer.concat([box('ftyp', brand, '\0\0\0\0', brand), movie('soun', 'vide'), box('mdat', pictures)]);

/** @param docType `webm`, or the name of another format in EBML of the same length */
export function webm(docType = 'webm', codec = 'V_VP9'): Buffer {
  const header = Buffer.concat([Buffer.from([0x42, 0x82, 0x80 | docType.length]), Buffer.from(docType)]);
  const tracks = Buffer.from(`\x86\x85${codec}${'x'.repeat(60)}`, 'latin1');
  return Buffer.concat([
    ...[Buffer.from([0x1a, 0x45, 0xdf, 0xa3, 0x80 | header.length]), header],
    ...[Buffer.from([0x18, 0x53, 0x80, 0x67, 0x80 | tracks.length]), tracks],
  ]);
}
