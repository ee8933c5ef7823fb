import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { readCapture } from './exif';

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

/** Builds a JPEG whose EXIF (big-endian) names a time, an offset and a place. */
function jpeg(taken: string, offset: string, latSide: string, lngSide: string): Uint8Array {
  // Header 8, main directory 2 + 2 × 12 + 4, EXIF directory the same, GPS directory 2 + 4 × 12 + 4; the values follow.
  const [exif, gps, values] = [38, 68, 122];
  const tiff = [
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
  const segment = [...Buffer.from('Exif\0\0'), ...tiff];
  return Uint8Array.from([0xff, 0xd8, 0xff, 0xe1, ...word(segment.length + 2, 2), ...segment, 0xff, 0xda]);
}

test('the time and place of a camera are read, with its offset and its hemispheres', () => {
  const found = readCapture(jpeg('2026:03:01 09:30:00', '+09:00', 'S', 'W'));
  assert.equal(found?.at?.toISOString(), '2026-03-01T00:30:00.000Z');
  assert.deepEqual(found?.place, { lng: -104.065, lat: -30.66 });
});

test('a time without an offset counts as China’s, and an impossible one as none', () => {
  assert.equal(
    readCapture(jpeg('2026:03:01 09:30:00', '      ', 'N', 'E'))?.at?.toISOString(),
    '2026-03-01T01:30:00.000Z',
  );
  assert.equal(readCapture(jpeg('2026:13:01 09:30:00', '+08:00', 'N', 'E'))?.at, null);
});

test('a malformed picture has neither time nor place', () => {
  const whole = jpeg('2026:03:01 09:30:00', '+08:00', 'N', 'E');
  fc.assert(
    fc.property(fc.nat(whole.length), fc.nat(whole.length - 1), fc.nat(255), (length, at, value) => {
      const broken = Uint8Array.from(whole);
      broken[at] = value;
      readCapture(broken);
      readCapture(broken.subarray(0, length));
    }),
  );
  assert.deepEqual(readCapture(Uint8Array.from([0x89, 0x50])), null);
});
