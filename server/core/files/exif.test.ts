import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { readCapture } from './exif';
import { readUpload } from './images';
import { greyPng } from './png';

const word = (value: number, bytes: 2 | 4): number[] =>
  bytes === 2 ? [value >> 8, value & 0xff] : [...word(value >>> 16, 2), ...word(value & 0xffff, 2)];
const entry = (tag: number, type: number, count: number, value: number): number[] => [
  ...word(tag, 2),
  ...word(type, 2),
  ...word(count, 4),
  ...word(value, 4),
];
const ascii = (text: string): number[] => [...Buffer.from(`${text}\0`)];
const rationals = (...values: readonly number[]): number[] => values.flatMap((n) => [...word(n, 4), ...word(1, 4)]);

/** Builds EXIF data (big-endian) with a time, an offset and a place. */
function exifFor(taken: string, offset: string, latSide: string, lngSide: string): number[] {
  // Sizes in bytes: header 8; main and EXIF directories 2 + 2 × 12 + 4 each; GPS directory 2 + 4 × 12 + 4. The values follow.
  const [exif, gps, values] = [38, 68, 122];
  return [
    ...[0x4d, 0x4d, 0, 42, ...word(8, 4)],
    ...[...word(2, 2), ...entry(0x8769, 4, 1, exif), ...entry(0x8825, 4, 1, gps), ...word(0, 4)],
    ...[...word(2, 2), ...entry(0x9003, 2, 20, values), ...entry(0x9011, 2, 7, values + 20), ...word(0, 4)],
    ...word(4, 2),
    ...entry(1, 2, 2, latSide.charCodeAt(0) << 24),
    ...entry(2, 5, 3, values + 27),
    ...entry(3, 2, 2, lngSide.charCodeAt(0) << 24),
    ...entry(4, 5, 3, values + 51),
    ...word(0, 4),
    ...[...ascii(taken), ...ascii(offset), ...rationals(30, 39, 36), ...rationals(104, 3, 54)],
  ];
}

function jpeg(...of: Parameters<typeof exifFor>): Uint8Array {
  const segment = [...Buffer.from('Exif\0\0'), ...exifFor(...of)];
  return Uint8Array.from([0xff, 0xd8, 0xff, 0xe1, ...word(segment.length + 2, 2), ...segment, 0xff, 0xda]);
}

test('the time and place of a camera are read, with its offset and its hemispheres', () => {
  const found = readCapture(jpeg('2026:03:01 09:30:00', '+09:00', 'S', 'W'));
  assert.equal(found?.at?.toISOString(), '2026-03-01T00:30:00.000Z');
  assert.deepEqual(found?.place, { lng: -104.065, lat: -30.66 });
});

const TAKEN = ['2026:03:01 09:30:00', '+09:00', 'S', 'W'] as const;

/** Builds a PNG with an EXIF chunk after its header. The chunk's checksum is 0, because no code reads it. */
function png(): Buffer {
  const plain = greyPng(2, () => 128);
  const endOfHead = 8 + 12 + 13;
  const exif = Buffer.from(exifFor(...TAKEN));
  const chunk = Buffer.concat([Buffer.from(word(exif.length, 4)), Buffer.from('eXIf'), exif, Buffer.alloc(4)]);
  return Buffer.concat([plain.subarray(0, endOfHead), chunk, plain.subarray(endOfHead)]);
}

/** Builds a WebP of 16 × 32 pixels. Its EXIF chunk follows picture data of an odd length. */
function webp(head = ''): Buffer {
  const riff = (name: string, body: Buffer) => {
    const frame = Buffer.alloc(8);
    frame.write(name);
    frame.writeUInt32LE(body.length, 4);
    return Buffer.concat([frame, body, Buffer.alloc(body.length % 2)]);
  };
  const exif = Buffer.concat([Buffer.from(head), Buffer.from(exifFor(...TAKEN))]);
  const size = Buffer.from([0b1000, 0, 0, 0, 15, 0, 0, 31, 0, 0]);
  const body = Buffer.concat([riff('VP8X', size), riff('VP8 ', Buffer.alloc(7)), riff('EXIF', exif)]);
  return riff('RIFF', Buffer.concat([Buffer.from('WEBP'), body]));
}

for (const [format, picture, contentType] of [
  ['PNG', png(), 'image/png'],
  ['WebP', webp(), 'image/webp'],
  ['WebP with the head of a JPEG segment', webp('Exif\0\0'), 'image/webp'],
] as const) {
  test(`time and place are read from a ${format} before its metadata is removed`, () => {
    const read = readUpload(picture);
    assert.equal(read?.contentType, contentType);
    assert.equal(read?.capture?.at?.toISOString(), '2026-03-01T00:30:00.000Z');
    assert.deepEqual(read?.capture?.place, { lng: -104.065, lat: -30.66 });
    assert.ok(!Buffer.from(read?.bytes ?? []).includes('2026:03:01'));
    assert.equal(readCapture(read?.bytes ?? new Uint8Array()), null);
  });
}

test('a time without an offset is read as China’s time, and an impossible time is ignored', () => {
  assert.equal(
    readCapture(jpeg('2026:03:01 09:30:00', '      ', 'N', 'E'))?.at?.toISOString(),
    '2026-03-01T01:30:00.000Z',
  );
  assert.equal(readCapture(jpeg('2026:13:01 09:30:00', '+08:00', 'N', 'E'))?.at, null);
});

test('reading a malformed picture never throws, and a header alone has no capture', () => {
  const pictures = fc.constantFrom<Uint8Array>(jpeg(...TAKEN), png(), webp());
  fc.assert(
    fc.property(pictures, fc.nat(400), fc.nat(400), fc.nat(255), (whole, length, at, value) => {
      const broken = Uint8Array.from(whole);
      if (at < broken.length) broken[at] = value;
      readCapture(broken);
      readCapture(broken.subarray(0, length));
    }),
  );
  assert.deepEqual(readCapture(Uint8Array.from([0x89, 0x50])), null);
});
