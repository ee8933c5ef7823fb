import assert from 'node:assert/strict';
import test from 'node:test';
import { sniff, stripMetadata } from './images';

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

test('a file is what its first bytes say, whatever its name says', () => {
  assert.deepEqual(sniff(PNG), { contentType: 'image/png', extension: 'png', width: 16, height: 32 });
  assert.equal(sniff(JPEG)?.contentType, 'image/jpeg');
  assert.equal(sniff(bytes('%PDF-1.7 …'))?.contentType, 'application/pdf');
  assert.equal(sniff(bytes('MZ\x90\0')), null);
  assert.equal(sniff(bytes('<html><script>alert(1)</script></html>')), null);
});

test('a picture that cannot be measured is refused', () => {
  assert.equal(sniff(PNG.subarray(0, 12)), null);
});

for (const [name, body] of Object.entries({
  script: '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
  handler: '<svg onload="alert(1)"></svg>',
  link: '<svg><a xlink:href="javascript:alert(1)">x</a></svg>',
  foreign: '<svg><foreignObject><body/></foreignObject></svg>',
  outside: '<svg><rect fill="url(https://example.com/x)"/></svg>',
  entity: '<!DOCTYPE svg [<!ENTITY x "y">]><svg>&x;</svg>',
})) {
  test(`a drawing with ${name} in it is refused`, () => {
    assert.equal(sniff(Buffer.from(body)), null);
  });
}

test('a plain drawing is accepted', () => {
  const drawing =
    '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><rect fill="url(#g)" width="10" height="10"/></svg>';
  assert.equal(sniff(Buffer.from(drawing))?.contentType, 'image/svg+xml');
});

test('place, time and owner are removed from a photo and its picture data stays', () => {
  const stripped = Buffer.from(stripMetadata(JPEG, 'image/jpeg'));
  assert.ok(!stripped.includes('GPS') && !stripped.includes('somebody'));
  assert.ok(stripped.includes('JFIF'));
  assert.deepEqual(stripped.subarray(-4), JPEG.subarray(-4));
});

test('texts and EXIF are removed from a PNG and its picture data stays', () => {
  const stripped = Buffer.from(stripMetadata(PNG, 'image/png'));
  assert.ok(!stripped.includes('Author') && !stripped.includes('GPS'));
  assert.ok(stripped.includes('IHDR') && stripped.includes('IDAT') && stripped.includes('IEND'));
});
