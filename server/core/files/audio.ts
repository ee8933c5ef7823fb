import { readTracks } from './video';

/**
 * Recognizes voice messages by their structure: MP4 (M4A), MP3, Ogg and WAV. Phones record these formats and browsers play them. Files are
 * never decoded.
 */

export type AudioType = 'audio/mp4' | 'audio/mpeg' | 'audio/ogg' | 'audio/wav';

/** Bytes on the first page of an Ogg stream with sound: Opus (RFC 7845) and Vorbis. */
const OGG_SOUND = [Buffer.from('OpusHead'), Buffer.from('\u0001vorbis')];
/** Number of leading bytes that must contain the codec's name. */
const OGG_HEAD = 64;

/** Bit rates of MPEG layer III in kbit/s, by the index in a frame. `one` is MPEG 1; `two` is MPEG 2 and 2.5 (ISO 11172-3, 13818-3). */
const BIT_RATES = {
  one: [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  two: [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
} as const;
/** Samples per second by the version in a frame (2.5, reserved, 2, 1). */
const SAMPLE_RATES = [[11_025, 12_000, 8_000], [], [22_050, 24_000, 16_000], [44_100, 48_000, 32_000]] as const;
/** Number of consecutive frames that identify an MP3. A shorter file may consist of fewer frames. */
const FRAMES = 3;

/** Detects the type of a voice message. @returns `null` for any other file, and for an incomplete MP4 or WAV */
export async function readAudio(file: Uint8Array): Promise<AudioType | null> {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  if (bytes.toString('latin1', 4, 8) === 'ftyp') return (await isSpokenMp4(bytes)) ? 'audio/mp4' : null;
  const head = bytes.toString('latin1', 0, 4);
  if (head === 'OggS') return OGG_SOUND.some((mark) => bytes.subarray(0, OGG_HEAD).includes(mark)) ? 'audio/ogg' : null;
  if (head === 'RIFF') return isWave(bytes) ? 'audio/wav' : null;
  return isMp3(bytes) ? 'audio/mpeg' : null;
}

/** Checks that an MP4 has a sound track and no video track. Videos have other rules. */
async function isSpokenMp4(bytes: Buffer): Promise<boolean> {
  const tracks = await readTracks(async (at, length) => bytes.subarray(at, at + length), bytes.length);
  return tracks.includes('soun') && !tracks.includes('vide');
}

const isWave = (bytes: Buffer): boolean =>
  bytes.length > 44 && bytes.toString('latin1', 8, 16) === 'WAVEfmt ' && bytes.readUInt32LE(4) + 8 <= bytes.length;

/**
 * Checks that the file begins with {@link FRAMES} consecutive frames of MPEG layer III. A file with fewer frames must end after a whole
 * frame. An ID3v2 tag may precede the frames.
 */
function isMp3(bytes: Buffer): boolean {
  let at = endOfTag(bytes);
  for (let found = 0; found < FRAMES; found += 1) {
    const length = frameLength(bytes, at);
    if (length === null) return false;
    at += length;
    if (at >= bytes.length) return at === bytes.length;
  }
  return true;
}

/** Returns the end of the ID3v2 tag, or 0 without a complete tag header. The length of the tag is written with seven bits per byte. */
function endOfTag(bytes: Buffer): number {
  if (bytes.toString('latin1', 0, 3) !== 'ID3' || bytes.length < 10) return 0;
  return 10 + [6, 7, 8, 9].reduce((length, at) => length * 128 + ((bytes[at] ?? 0) & 0x7f), 0);
}

/** Returns the length in bytes of the frame at a position, or `null` when no frame begins there. */
function frameLength(bytes: Buffer, at: number): number | null {
  if (at + 4 > bytes.length) return null;
  const [first = 0, second = 0, third = 0] = bytes.subarray(at, at + 3);
  const isLayer3 = first === 0xff && (second & 0xe0) === 0xe0 && (second & 0x06) === 0x02;
  const version = (second >> 3) & 0b11;
  const bitRate = BIT_RATES[version === 3 ? 'one' : 'two'][third >> 4];
  const sampleRate = SAMPLE_RATES[version]?.[(third >> 2) & 0b11];
  if (!isLayer3 || !bitRate || !sampleRate) return null;
  const padding = (third >> 1) & 1;
  return Math.floor(((version === 3 ? 144 : 72) * bitRate * 1_000) / sampleRate) + padding;
}
