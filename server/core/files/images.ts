import { ICO } from 'image-size/types/ico';
import { JPG } from 'image-size/types/jpg';
import { PNG } from 'image-size/types/png';
import { WEBP } from 'image-size/types/webp';
import { type Capture, readCapture } from './exif';

/** An uploaded file in its stored form. The type is detected by the content, not by the file name. */
export interface UploadedFile {
  readonly contentType: string;
  /** Content of the file. The metadata of pictures is removed. */
  readonly bytes: Uint8Array;
  readonly width: number | null;
  readonly height: number | null;
  /** Time and place that the camera wrote into a picture. They are stored only for evidence. */
  readonly capture?: Capture;
}

/** The four readers of image-size that we use. The whole package would also run parsers for 16 formats that we refuse. */
const PICTURES = [
  { contentType: 'image/jpeg', format: JPG },
  { contentType: 'image/png', format: PNG },
  { contentType: 'image/webp', format: WEBP },
  { contentType: 'image/x-icon', format: ICO },
] as const;
/**
 * Number of bytes that are used to measure a picture, after its metadata was removed. image-size scans a malformed JPEG byte by byte:
 * 5 MB of zeros would block the process for 2 s.
 */
const MEASURED_BYTES = 256 * 1024;

/** Checks for a start of frame, the JPEG segment that contains size and colour components. */
const isFrame = (marker: number): boolean => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

/** Checks whether a picture is a JPEG with four colours (CMYK). Mini-program platforms refuse such a logo. */
export function isCmyk(bytes: Uint8Array): boolean {
  if (bytes[0] !== 0xff || bytes[1] !== 0xd8) return false;
  let at = 2;
  while (at + 10 <= bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0;
    // The number of components follows length (2 bytes), precision (1), height (2) and width (2).
    if (isFrame(marker)) return bytes[at + 9] === 4;
    if (marker === 0xda) return false;
    at += 2 + ((bytes[at + 2] ?? 0) << 8) + (bytes[at + 3] ?? 0);
  }
  return false;
}

/**
 * Recognizes an upload, removes its metadata and measures it. It accepts JPEG, PNG, WebP, ICO, PDF, ZIP, GZIP, and statements of payment
 * platforms and insurers. SVG is not accepted, because it can contain scripts and links.
 *
 * @returns `null` for other content and for a picture that cannot be measured
 */
export function readUpload(bytes: Uint8Array): UploadedFile | null {
  const contentType = typeOf(bytes);
  if (contentType === null) return null;
  const picture = PICTURES.find((one) => one.contentType === contentType);
  if (!picture) return { contentType, bytes, width: null, height: null };
  try {
    const stripped = stripMetadata(bytes, contentType);
    const { width, height } = picture.format.calculate(stripped.subarray(0, MEASURED_BYTES));
    const capture = readCapture(bytes);
    return { contentType, bytes: stripped, width, height, ...(capture && { capture }) };
  } catch {
    // image-size throws an error for a truncated file and for a file without a size.
    return null;
  }
}

/** Detects the type of a file by its first bytes. The result is `null` for types that `readUpload` refuses. */
export function typeOf(head: Uint8Array): string | null {
  if (ascii(head, 0, 5) === '%PDF-') return 'application/pdf';
  if (ascii(head, 0, 4) === 'PK\u0003\u0004') return 'application/zip';
  if (head[0] === 0x1f && head[1] === 0x8b) return 'application/gzip';
  if (isStatement(head)) return 'text/csv';
  try {
    return PICTURES.find(({ format }) => format.validate(head))?.contentType ?? null;
  } catch {
    // image-size throws an error when the first bytes are truncated.
    return null;
  }
}

/**
 * First bytes of statement files (CSV): the `#` of a comment line, or the title of the first column, in UTF-8 with or without a byte order
 * mark. The titles are 交易时间 and 记账时间 for payment platforms, and 保单号 (also in GB 18030) for insurers.
 */
const STATEMENT_HEADS = [
  ...['#', '交易时间,', '记账时间,', '保单号,'].flatMap((head) => [Buffer.from(head), Buffer.from(`\uFEFF${head}`)]),
  Buffer.from([0xb1, 0xa3, 0xb5, 0xa5, 0xba, 0xc5, 0x2c]),
];
const isStatement = (bytes: Uint8Array): boolean =>
  STATEMENT_HEADS.some((head) => head.every((byte, at) => bytes[at] === byte));

const ascii = (bytes: Uint8Array, from: number, length: number): string =>
  String.fromCharCode(...bytes.subarray(from, from + length));

/**
 * Removes metadata such as place, time and owner (EXIF, XMP, comments; DOMAIN §0.1 "Files"). The pixel data is not changed. Only JPEG, PNG
 * and WebP are changed.
 */
function stripMetadata(bytes: Uint8Array, contentType: string): Uint8Array {
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
    // APP1 (EXIF, XMP), APP13 (IPTC) and comments are removed. APP0 (JFIF), APP2 (colour profile) and APP14 (Adobe) are preserved.
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
      // The extended header has a flag for each kind of chunk. The flags of the removed chunks are cleared.
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
