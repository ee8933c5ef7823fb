import assert from 'node:assert/strict';
import test from 'node:test';
import { readUpload } from './images';

const bytes = (...parts: (number[] | string)[]): Buffer =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))));
const segment = (marker: number, body: string): Buffer =>
  bytes([0xff, marker, ((body.length + 2) >> 8) & 0xff, (body.length + 2) & 0xff], body);
const JPEG = Buffer.concat([
  bytes([0xff, 0xd8]),
  segment(0xe0, 'JFIF\0\x01\x01\0\0\x01\0\x01\0\0'),
  segment(0xe1, 'Exif\0\0GPS 31.23,121.47'),
  segment(0xfe, 'taken by somebody'),
  segment(0xc0, '\x08\0\x10\0\x10\x01\x01\x11\0'),
  segment(0xda, '\x01\x01\0\0\x3f\0'),
  bytes([0x12, 0x34, 0xff, 0xd9]),
]);
const chunk = (kind: string, body: string): Buffer => {
  const size = Buffer.alloc(4);
  size.writeUInt32BE(body.length);
  return Buffer.concat([size, bytes(kind, body), Buffer.alloc(4)]);
};
const PNG = Buffer.concat([
  bytes([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
  chunk('IHDR', '\0\0\0\x10\0\0\0\x20\x08\x02\0\0\0'),
  chunk('tEXt', 'Author\0somebody'),
  chunk('eXIf', 'GPS'),
  chunk('IDAT', 'x'),
  chunk('IEND', ''),
]);

test('the type of a file comes from its content, not from its name', () => {
  const { bytes: _, ...png } = readUpload(PNG) ?? {};
  assert.deepEqual(png, { contentType: 'image/png', width: 16, height: 32 });
  assert.equal(readUpload(JPEG)?.contentType, 'image/jpeg');
  assert.equal(readUpload(bytes('%PDF-1.7 …'))?.contentType, 'application/pdf');
  assert.equal(readUpload(bytes('MZ\x90\0')), null);
  assert.equal(readUpload(bytes('<html><script>alert(1)</script></html>')), null);
});

test('WebP and ICO are recognized and measured', () => {
  const webp = bytes('RIFF', [0x16, 0, 0, 0], 'WEBPVP8X', [10, 0, 0, 0], [0, 0, 0, 0, 9, 0, 0, 19, 0, 0]);
  const ico = bytes([0, 0, 1, 0, 1, 0], [32, 48, 0, 0, 1, 0, 32, 0, 0, 0, 0, 0, 22, 0, 0, 0]);
  const { bytes: _, ...first } = readUpload(webp) ?? {};
  const { bytes: __, ...second } = readUpload(ico) ?? {};
  assert.deepEqual(first, { contentType: 'image/webp', width: 10, height: 20 });
  assert.deepEqual(second, { contentType: 'image/x-icon', width: 32, height: 48 });
});

test('other pictures are refused', () => {
  for (const head of [
    'GIF89a\x01\0\x01\0',
    'BM\x3a\0\0\0',
    'II*\0',
    '8BPS\0\x01',
    'icns\0\0\0\x08',
    '\0\0\0\x18ftypheic',
  ]) {
    assert.equal(readUpload(bytes(head, '\0'.repeat(64))), null);
  }
});

test('a picture without a readable size is refused', () => {
  assert.equal(readUpload(PNG.subarray(0, 12)), null);
  assert.equal(readUpload(bytes([0xff, 0xd8, 0xff, 0xe0])), null);
  assert.equal(readUpload(new Uint8Array()), null);
});

test('a JPEG that contains only zeros is refused quickly, whatever its length', () => {
  const before = process.cpuUsage();
  assert.equal(readUpload(Buffer.concat([bytes([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(20 * 1024 * 1024)])), null);
  assert.ok(process.cpuUsage(before).user < 2_000_000);
});

test('a JPEG with more metadata than the measuring limit keeps its size', () => {
  const photo = Buffer.concat([
    JPEG.subarray(0, 2),
    ...Array(8).fill(segment(0xe1, 'x'.repeat(65_000))),
    JPEG.subarray(2),
  ]);
  const read = readUpload(photo);
  assert.deepEqual([read?.width, read?.height], [16, 16]);
  assert.ok((read?.bytes.length ?? 0) < 100);
});

const DRAWING = '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><rect width="10" height="10"/></svg>';
for (const [name, body] of Object.entries({
  plain: DRAWING,
  'with a prolog': `\ufeff <?xml version="1.0"?>\n<!-- one -->\n${DRAWING}`,
  script: '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
  handler: '<svg onload="alert(1)"></svg>',
  'imported style': '<svg><style>@import "https://example.com/x.css"</style></svg>',
  entity: '<!DOCTYPE svg [<!ENTITY x "y">]><svg>&x;</svg>',
})) {
  test(`a drawing is refused: ${name}`, () => {
    assert.equal(readUpload(Buffer.from(body)), null);
  });
}

test('place, time and owner are removed from a photo, and its picture data stays', () => {
  const stripped = Buffer.from(readUpload(JPEG)?.bytes ?? []);
  assert.ok(!stripped.includes('GPS') && !stripped.includes('somebody'));
  assert.ok(stripped.includes('JFIF'));
  assert.deepEqual(stripped.subarray(-4), JPEG.subarray(-4));
});

test('texts and EXIF are removed from a PNG, and its picture data stays', () => {
  const stripped = Buffer.from(readUpload(PNG)?.bytes ?? []);
  assert.ok(!stripped.includes('Author') && !stripped.includes('GPS'));
  assert.ok(stripped.includes('IHDR') && stripped.includes('IDAT') && stripped.includes('IEND'));
});
