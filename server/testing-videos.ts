/** This module builds small test videos and voice messages. They have the structure of real recordings but no real frames. */

/** Builds an MP4 or QuickTime box: its length, its four-character type (`kind`) and its content. */
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

/** Builds an MP4 file. @param pictures bytes in place of the encoded frames */
export const mp4 = (pictures: Buffer | string = 'x'.repeat(100), brand = 'isom'): Buffer =>
  Buffer.concat([box('ftyp', brand, '\0\0\0\0', brand), movie('soun', 'vide'), box('mdat', pictures)]);

/** Builds a WebM file. @param docType `webm`, or the name of another EBML format */
export function webm(docType = 'webm', codec = 'V_VP9'): Buffer {
  const header = Buffer.concat([Buffer.from([0x42, 0x82, 0x80 | docType.length]), Buffer.from(docType)]);
  const tracks = Buffer.from(`\x86\x85${codec}${'x'.repeat(60)}`, 'latin1');
  return Buffer.concat([
    ...[Buffer.from([0x1a, 0x45, 0xdf, 0xa3, 0x80 | header.length]), header],
    ...[Buffer.from([0x18, 0x53, 0x80, 0x67, 0x80 | tracks.length]), tracks],
  ]);
}

/** Builds an M4A voice message, which contains only sound. */
export const m4a = (sound: Buffer | string = 'x'.repeat(100)): Buffer =>
  Buffer.concat([box('ftyp', 'M4A ', '\0\0\0\0', 'isom'), movie('soun'), box('mdat', sound)]);

/** Builds MP3 frames: MPEG 1 layer III with 32 kbit/s and 48,000 samples per second. A frame has 96 bytes. */
export const mp3 = (frames = 5): Buffer =>
  Buffer.concat(
    Array.from({ length: frames }, () => Buffer.concat([Buffer.from([0xff, 0xfb, 0x14, 0]), Buffer.alloc(92)])),
  );

export const ogg = (codec = 'OpusHead'): Buffer =>
  Buffer.concat([Buffer.from('OggS\0\u0002'), Buffer.alloc(22), Buffer.from(codec), Buffer.alloc(100)]);

export function wav(samples = 200): Buffer {
  const head = Buffer.from(`RIFF\0\0\0\0WAVEfmt ${'\0'.repeat(20)}data\0\0\0\0`, 'latin1');
  head.writeUInt32LE(head.length + samples - 8, 4);
  return Buffer.concat([head, Buffer.alloc(samples)]);
}
