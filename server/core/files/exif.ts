/** Time and place that a camera wrote into a JPEG (EXIF 2.32, JEITA CP-3451). Evidence keeps both beside the file (DOMAIN §0.1 "Files"). */

export interface Capture {
  readonly at: Date | null;
  /** As the camera measured it (WGS-84), in degrees with 6 decimals. */
  readonly place: { readonly lng: number; readonly lat: number } | null;
  /** The sender stated both; the file itself does not contain them. */
  readonly isStated?: boolean;
}

const TAG = { exif: 0x8769, gps: 0x8825, taken: 0x9003, offset: 0x9011 } as const;
const GPS = { latSide: 1, lat: 2, lngSide: 3, lng: 4 } as const;
const TYPE = { ascii: 2, long: 4, rational: 5 } as const;
const SIZES: Readonly<Record<number, number>> = { [TYPE.ascii]: 1, [TYPE.long]: 4, [TYPE.rational]: 8 };
/** More entries than a camera writes; a directory with more is not read. */
const MOST_ENTRIES = 512;
/** Most cameras write no offset. Without one, their time counts as China's. */
const DEFAULT_OFFSET = '+08:00';

/** Reads the TIFF structure inside an EXIF segment. Every position comes from the file, so every read is checked. */
class Tiff {
  private readonly view: DataView;
  private readonly little: boolean;

  constructor(private readonly bytes: Uint8Array) {
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.little = bytes[0] === 0x49;
  }

  private short = (at: number): number => (at + 2 <= this.bytes.length ? this.view.getUint16(at, this.little) : 0);
  long = (at: number): number => (at + 4 <= this.bytes.length ? this.view.getUint32(at, this.little) : 0);

  /** Reads the entries of a directory: position, type and number of the values by tag. */
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

  /** Reads degrees, minutes and seconds as degrees; null unless all three are there. */
  degrees(entry: { readonly at: number; readonly type: number; readonly count: number } | undefined): number | null {
    if (entry?.type !== TYPE.rational || entry.count !== 3) return null;
    const [degrees = 0, minutes = 0, seconds = 0] = [0, 8, 16].map(
      (at) => this.long(entry.at + at) / this.long(entry.at + at + 4),
    );
    const value = degrees + minutes / 60 + seconds / 3600;
    return Number.isFinite(value) ? value : null;
  }
}

/** Finds the TIFF structure in the EXIF segment of a JPEG. */
function exifOf(bytes: Uint8Array): Uint8Array | null {
  if (bytes[0] !== 0xff || bytes[1] !== 0xd8) return null;
  let at = 2;
  while (at + 10 <= bytes.length && bytes[at] === 0xff && bytes[at + 1] !== 0xda) {
    const end = at + 2 + ((bytes[at + 2] ?? 0) << 8) + (bytes[at + 3] ?? 0);
    if (end <= at + 2 || end > bytes.length) return null;
    const isExif = bytes[at + 1] === 0xe1 && String.fromCharCode(...bytes.subarray(at + 4, at + 10)) === 'Exif\0\0';
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

/** Reads time and place of a picture before its metadata is removed; null if it has neither, or is malformed. */
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
