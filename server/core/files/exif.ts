/**
 * Reads time and place that a camera wrote into a picture (EXIF 2.32, JEITA CP-3451). For evidence, time and place are stored with the file
 * (DOMAIN §0.1 "Files"). JPEG, PNG and WebP contain the same TIFF structure at different positions.
 */

export interface Capture {
  readonly at: Date | null;
  /** Place that the camera measured (WGS-84), in degrees with 6 decimals. */
  readonly place: { readonly lng: number; readonly lat: number } | null;
  /** Whether the sender stated time and place because the file does not contain them. */
  readonly isStated?: boolean;
}

const TAG = { exif: 0x8769, gps: 0x8825, taken: 0x9003, offset: 0x9011 } as const;
const GPS = { latSide: 1, lat: 2, lngSide: 3, lng: 4 } as const;
const TYPE = { ascii: 2, long: 4, rational: 5 } as const;
const SIZES: Readonly<Record<number, number>> = { [TYPE.ascii]: 1, [TYPE.long]: 4, [TYPE.rational]: 8 };
/** Maximum number of entries in a directory. Cameras write fewer; a directory with more is not read. */
const MOST_ENTRIES = 512;
/** UTC offset for pictures that contain none, as from most cameras. Their time is treated as Chinese time. */
const DEFAULT_OFFSET = '+08:00';

/** Reader of the TIFF structure inside an EXIF segment. Positions come from the file, so each read checks them. */
class Tiff {
  private readonly view: DataView;
  private readonly little: boolean;

  constructor(private readonly bytes: Uint8Array) {
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.little = bytes[0] === 0x49;
  }

  private short = (at: number): number => (at + 2 <= this.bytes.length ? this.view.getUint16(at, this.little) : 0);
  long = (at: number): number => (at + 4 <= this.bytes.length ? this.view.getUint32(at, this.little) : 0);

  /** Reads the entries of a directory. For each tag, it returns position, type and number of the values. */
  directory(at: number): Map<number, { readonly at: number; readonly type: number; readonly count: number }> {
    const entries = new Map<number, { at: number; type: number; count: number }>();
    const n = at === 0 ? 0 : this.short(at);
    if (n > MOST_ENTRIES) return entries;
    for (let entry = at + 2; entry < at + 2 + n * 12; entry += 12) {
      const [type, count] = [this.short(entry + 2), this.long(entry + 4)];
      const isInline = (SIZES[type] ?? 0) * count <= 4;
      entries.set(this.short(entry), { at: isInline ? entry + 8 : this.long(entry + 8), type, count });
    }
    return entries;
  }

  text(entry: { readonly at: number; readonly type: number; readonly count: number } | undefined): string {
    if (entry?.type !== TYPE.ascii || entry.count > 64) return '';
    return String.fromCharCode(...this.bytes.subarray(entry.at, entry.at + entry.count)).replace(/\0.*$/s, '');
  }

  /** Converts degrees, minutes and seconds to degrees. The result is `null` unless there are three rational numbers with a finite sum. */
  degrees(entry: { readonly at: number; readonly type: number; readonly count: number } | undefined): number | null {
    if (entry?.type !== TYPE.rational || entry.count !== 3) return null;
    const [degrees = 0, minutes = 0, seconds = 0] = [0, 8, 16].map(
      (at) => this.long(entry.at + at) / this.long(entry.at + at + 4),
    );
    const value = degrees + minutes / 60 + seconds / 3600;
    return Number.isFinite(value) ? value : null;
  }
}

const ascii = (bytes: Uint8Array, from: number, to: number): string => String.fromCharCode(...bytes.subarray(from, to));
const EXIF_HEAD = 'Exif\0\0';

/** Finds the TIFF structure of a picture. The first bytes of the file determine the format. */
function exifOf(bytes: Uint8Array): Uint8Array | null {
  if (bytes[0] === 0xff && bytes[1] === 0xd8) return exifOfJpeg(bytes);
  if (ascii(bytes, 1, 4) === 'PNG') return chunkOf(bytes, { from: 8, name: 'eXIf', isPng: true });
  const chunk = ascii(bytes, 8, 12) === 'WEBP' ? chunkOf(bytes, { from: 12, name: 'EXIF', isPng: false }) : null;
  // Some programs write the header of a JPEG segment into the EXIF chunk of a WebP.
  return chunk && ascii(chunk, 0, 6) === EXIF_HEAD ? chunk.subarray(6) : chunk;
}

/**
 * Finds the content of a chunk. PNG chunks have length (big-endian), name, content and a checksum of 4 bytes. RIFF chunks (WebP) have
 * name, length (little-endian) and content, which is padded to an even length.
 */
function chunkOf(
  bytes: Uint8Array,
  { from, name, isPng }: { readonly from: number; readonly name: string; readonly isPng: boolean },
): Uint8Array | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = from;
  while (at + 8 <= bytes.length) {
    const size = view.getUint32(isPng ? at : at + 4, !isPng);
    const end = at + 8 + size;
    if (end > bytes.length) return null;
    if (ascii(bytes, isPng ? at + 4 : at, isPng ? at + 8 : at + 4) === name) return bytes.subarray(at + 8, end);
    at = end + (isPng ? 4 : size % 2);
  }
  return null;
}

function exifOfJpeg(bytes: Uint8Array): Uint8Array | null {
  let at = 2;
  while (at + 10 <= bytes.length && bytes[at] === 0xff && bytes[at + 1] !== 0xda) {
    const end = at + 2 + ((bytes[at + 2] ?? 0) << 8) + (bytes[at + 3] ?? 0);
    if (end <= at + 2 || end > bytes.length) return null;
    const isExif = bytes[at + 1] === 0xe1 && ascii(bytes, at + 4, at + 10) === EXIF_HEAD;
    if (isExif) return bytes.subarray(at + 10, end);
    at = end;
  }
  return null;
}

function placeOf(tiff: Tiff, at: number): Capture['place'] {
  const gps = tiff.directory(at);
  const [lat, lng] = [tiff.degrees(gps.get(GPS.lat)), tiff.degrees(gps.get(GPS.lng))];
  if (lat === null || lng === null || lat > 85 || lng > 180) return null;
  const six = (value: number) => Math.round(value * 1_000_000) / 1_000_000;
  const isSouth = tiff.text(gps.get(GPS.latSide)) === 'S';
  const isWest = tiff.text(gps.get(GPS.lngSide)) === 'W';
  return { lng: six(isWest ? -lng : lng), lat: six(isSouth ? -lat : lat) };
}

/** Reads time and place of a picture before its metadata is removed. The result is `null` when both are missing or malformed. */
export function readCapture(bytes: Uint8Array): Capture | null {
  const exif = exifOf(bytes);
  if (!exif || exif.length < 8) return null;
  const tiff = new Tiff(exif);
  const main = tiff.directory(tiff.long(4));
  const pointer = (tag: number): number => tiff.long(main.get(tag)?.at ?? exif.length);
  const own = tiff.directory(pointer(TAG.exif));
  const wall = /^(\d{4}):(\d\d):(\d\d) (\d\d:\d\d:\d\d)$/.exec(tiff.text(own.get(TAG.taken)));
  const offset = /^[+-]\d\d:\d\d$/.exec(tiff.text(own.get(TAG.offset)))?.[0] ?? DEFAULT_OFFSET;
  const taken = wall ? new Date(`${wall[1]}-${wall[2]}-${wall[3]}T${wall[4]}${offset}`) : null;
  const at = taken && !Number.isNaN(taken.getTime()) ? taken : null;
  const place = placeOf(tiff, pointer(TAG.gps));
  return at || place ? { at, place } : null;
}
