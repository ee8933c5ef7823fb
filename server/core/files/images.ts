import { imageSize } from 'image-size';

/** What an upload really is, told by its first bytes and never by its name. */
export interface SniffedFile {
  readonly contentType: string;
  readonly extension: string;
  readonly width: number | null;
  readonly height: number | null;
}

const starts = (bytes: Uint8Array, ...head: number[]): boolean => head.every((value, index) => bytes[index] === value);
const ascii = (bytes: Uint8Array, from: number, length: number): string =>
  String.fromCharCode(...bytes.subarray(from, from + length));

/**
 * What follows white space, the XML prolog and comments. A search from one end to the next and no expression: "any number of
 * comments" makes a regular expression try every way to cut a long file into comments.
 */
function afterProlog(text: string): string {
  let rest = text.trimStart();
  for (;;) {
    const end = rest.startsWith('<!--') ? '-->' : /^<\?xml\s/i.test(rest) ? '?>' : null;
    if (end === null) return rest;
    const at = rest.indexOf(end, end === '-->' ? 4 : 0);
    if (at < 0) return '';
    rest = rest.slice(at + end.length).trimStart();
  }
}

/** SVG is accepted only without anything that runs or loads. It is served sandboxed besides (`registerFileRoutes`). */
function isHarmlessSvg(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes).toString('utf8');
  if (!/^<svg[\s>]/i.test(afterProlog(head))) return false;
  return !/<!doctype|<!entity|<script|<foreignobject|<iframe|<embed|<object|<use|<image|\son\w+\s*=|javascript:|(href|src)\s*=|url\s*\(\s*['"]?(?!#)/i.test(
    head.replace(/url\(\s*#[\w-]+\s*\)/g, ''),
  );
}

/**
 * @param drawingBytes up to how many bytes a file may be a drawing (svg), which alone is read as a whole to be told; 0 for never
 * @returns null where the bytes are none of: jpeg, png, webp, ico, harmless svg, pdf
 */
export function sniff(bytes: Uint8Array, drawingBytes: number): SniffedFile | null {
  if (ascii(bytes, 0, 5) === '%PDF-')
    return { contentType: 'application/pdf', extension: 'pdf', width: null, height: null };
  const image = starts(bytes, 0xff, 0xd8, 0xff)
    ? { contentType: 'image/jpeg', extension: 'jpg' }
    : starts(bytes, 0x89, 0x50, 0x4e, 0x47)
      ? { contentType: 'image/png', extension: 'png' }
      : ascii(bytes, 0, 4) === 'RIFF' && ascii(bytes, 8, 4) === 'WEBP'
        ? { contentType: 'image/webp', extension: 'webp' }
        : starts(bytes, 0, 0, 1, 0)
          ? { contentType: 'image/x-icon', extension: 'ico' }
          : bytes.length <= drawingBytes && isHarmlessSvg(bytes)
            ? { contentType: 'image/svg+xml', extension: 'svg' }
            : null;
  if (!image) return null;
  try {
    const size = imageSize(bytes);
    return { ...image, width: Math.round(size.width), height: Math.round(size.height) };
  } catch {
    return image.extension === 'svg' ? { ...image, width: null, height: null } : null;
  }
}

/**
 * Removes what a camera wrote about place, time and owner (EXIF, XMP, comments; DOMAIN §0.1 "Files"). The picture's own
 * data stays byte for byte.
 */
export function stripMetadata(bytes: Uint8Array, contentType: string): Uint8Array {
  if (contentType === 'image/jpeg') return stripJpeg(bytes);
  if (contentType === 'image/png') return stripPng(bytes);
  if (contentType === 'image/webp') return stripWebp(bytes);
  return bytes;
}

function stripJpeg(bytes: Uint8Array): Uint8Array {
  const kept: Uint8Array[] = [bytes.subarray(0, 2)];
  let at = 2;
  while (at + 4 <= bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xda) break;
    const end = at + 2 + ((bytes[at + 2] ?? 0) << 8) + (bytes[at + 3] ?? 0);
    if (end <= at + 2 || end > bytes.length) break;
    // APP1 (EXIF, XMP), APP13 (IPTC) and comments go; APP0 (JFIF), APP2 (colour profile) and APP14 (Adobe) are needed.
    if (marker !== 0xe1 && marker !== 0xed && marker !== 0xfe) kept.push(bytes.subarray(at, end));
    at = end;
  }
  kept.push(bytes.subarray(at));
  return Buffer.concat(kept);
}

function stripPng(bytes: Uint8Array): Uint8Array {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const kept: Uint8Array[] = [bytes.subarray(0, 8)];
  let at = 8;
  while (at + 12 <= bytes.length) {
    const end = at + 12 + view.readUInt32BE(at);
    if (end > bytes.length) break;
    if (!['eXIf', 'tEXt', 'zTXt', 'iTXt', 'tIME'].includes(ascii(bytes, at + 4, 4))) kept.push(bytes.subarray(at, end));
    at = end;
  }
  return Buffer.concat(kept);
}

function stripWebp(bytes: Uint8Array): Uint8Array {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const kept: Buffer[] = [];
  let at = 12;
  while (at + 8 <= bytes.length) {
    const size = view.readUInt32LE(at + 4);
    const end = Math.min(at + 8 + size + (size % 2), bytes.length);
    const kind = ascii(bytes, at, 4);
    if (kind !== 'EXIF' && kind !== 'XMP ') {
      const chunk = Buffer.from(view.subarray(at, end));
      // The flags of the extended header must not announce chunks that are gone.
      if (kind === 'VP8X') chunk.writeUInt8(chunk.readUInt8(8) & ~0b0000_1100, 8);
      kept.push(chunk);
    }
    at = end;
  }
  const body = Buffer.concat(kept);
  const head = Buffer.from(view.subarray(0, 12));
  head.writeUInt32LE(body.length + 4, 4);
  return Buffer.concat([head, body]);
}
