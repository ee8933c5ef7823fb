/**
 * Recognizes videos by their structure, without loading them into memory. MP4 and QuickTime consist of boxes (ISO 14496-12), and WebM
 * consists of elements (RFC 8794). Files are never decoded.
 */

/** Reads a range of a file. The result is shorter at the end of the file. */
export type ReadAt = (position: number, length: number) => Promise<Buffer>;
export type VideoType = 'video/mp4' | 'video/quicktime' | 'video/webm';

const BRANDS = ['isom', 'iso2', 'iso3', 'iso4', 'iso5', 'iso6', 'mp41', 'mp42', 'avc1', 'M4V ', 'M4VH', 'M4VP', 'dash'];
const QUICKTIME = 'qt  ';
const EBML = 0x1a45dfa3;
const SEGMENT = 0x18538067;
/** Maximum number of boxes to read. A camera's file has fewer than a hundred, but a hostile file may consist only of boxes. */
const MOST_BOXES = 2_000;
/** Number of leading bytes that must contain the tracks of a WebM. The tracks precede the frames. */
const TRACKS_WITHIN = 256 * 1024;
/** Number of leading bytes that identify the type of a file. */
export const VIDEO_HEAD = 64;

/** Detects the claimed type by the first bytes. The result is `null` when the file is not an accepted video. */
export function videoTypeOf(head: Buffer): VideoType | null {
  if (head.length >= 16 && head.toString('latin1', 4, 8) === 'ftyp') return typeOfBrands(head);
  return head.length >= 5 && head.readUInt32BE(0) === EBML && isWebmHead(head) ? 'video/webm' : null;
}

function typeOfBrands(head: Buffer): VideoType | null {
  const end = Math.min(head.readUInt32BE(0), head.length);
  const brands = [head.toString('latin1', 8, 12)];
  for (let at = 16; at + 4 <= end; at += 4) brands.push(head.toString('latin1', at, at + 4));
  if (brands[0] === QUICKTIME) return 'video/quicktime';
  return brands.some((brand) => BRANDS.includes(brand)) ? 'video/mp4' : null;
}

/** Checks whether the EBML header declares the document type `webm`. */
const isWebmHead = (head: Buffer): boolean =>
  head.includes(Buffer.concat([Buffer.from([0x42, 0x82, 0x84]), Buffer.from('webm')]));

/**
 * Checks the structure of a video. Only MP4 and QuickTime files are checked for completeness.
 *
 * @param size size of the whole file, in bytes
 * @returns the type, or `null` when the type is not accepted, or when the file has no video track or is incomplete
 */
export async function readVideo(readAt: ReadAt, size: number): Promise<VideoType | null> {
  const type = videoTypeOf(await readAt(0, VIDEO_HEAD));
  if (type === null) return null;
  const hasPictures =
    type === 'video/webm' ? await hasWebmPictures(readAt, size) : (await readTracks(readAt, size)).includes('vide');
  return hasPictures ? type : null;
}

interface Box {
  readonly kind: string;
  /** Start position of the content. `to` is its end position. */
  readonly from: number;
  readonly to: number;
}

/** Creates a function that reads the boxes of a range and checks that their sizes fill the range exactly. */
function createWalk(readAt: ReadAt) {
  let left = MOST_BOXES;
  /** Reads the boxes of a range. @returns `null` when their sizes do not fill the range, or when there are too many boxes */
  return async function boxesIn(from: number, to: number): Promise<Box[] | null> {
    const boxes: Box[] = [];
    let at = from;
    while (at < to) {
      left -= 1;
      const head = await readAt(at, 16);
      if (left < 0 || head.length < 8) return null;
      const short = head.readUInt32BE(0);
      if (short === 1 && head.length < 16) return null;
      const isLong = short === 1;
      // Size 0 means that the last box extends to the end.
      const length = isLong ? Number(head.readBigUInt64BE(8)) : short === 0 ? to - at : short;
      if (length < (isLong ? 16 : 8) || length > to - at) return null;
      boxes.push({ kind: head.toString('latin1', 4, 8), from: at + (isLong ? 16 : 8), to: at + length });
      at += length;
    }
    return boxes;
  };
}

/** Reads the handler types (`vide`, `soun`) of the tracks in an MP4 or QuickTime file. An incomplete file has an empty result. */
export async function readTracks(readAt: ReadAt, size: number): Promise<string[]> {
  const boxesIn = createWalk(readAt);
  const top = await boxesIn(0, size);
  const movie = top?.filter(({ kind }) => kind === 'moov') ?? [];
  if (movie.length !== 1 || !top?.some(({ kind }) => kind === 'mdat')) return [];
  const [{ from, to }] = movie as [Box];
  const tracks: string[] = [];
  for (const track of (await boxesIn(from, to))?.filter(({ kind }) => kind === 'trak') ?? []) {
    const media = (await boxesIn(track.from, track.to))?.find(({ kind }) => kind === 'mdia');
    const handler = media && (await boxesIn(media.from, media.to))?.find(({ kind }) => kind === 'hdlr');
    // The box contains version and flags (4 bytes), a QuickTime field (4), and then the track's handler type.
    if (handler) tracks.push((await readAt(handler.from + 8, 4)).toString('latin1'));
  }
  return tracks;
}

async function hasWebmPictures(readAt: ReadAt, size: number): Promise<boolean> {
  const head = await readAt(0, Math.min(size, TRACKS_WITHIN));
  const headerEnd = endOfElement(head, 4);
  if (headerEnd === null || headerEnd + 4 > head.length || head.readUInt32BE(headerEnd) !== SEGMENT) return false;
  return /V_(VP8|VP9|AV1)/.test(head.toString('latin1', headerEnd));
}

/** Finds the end of an element whose length field begins at `at` (RFC 8794, 4). Some programs write eight bytes even for a short length. */
function endOfElement(bytes: Buffer, at: number): number | null {
  const width = Math.clz32(bytes[at] ?? 0) - 23;
  if (width > 8 || at + width > bytes.length) return null;
  const field = BigInt(`0x${bytes.toString('hex', at, at + width)}`);
  return at + width + Number(BigInt.asUintN(7 * width, field));
}
