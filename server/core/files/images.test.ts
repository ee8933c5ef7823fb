import assert from 'node:assert/strict';
import test from 'node:test';
import { sniff, stripMetadata } from './images';

/** Up to this size a test's file may be a drawing. */
const DRAWING = 500 * 1024;
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
  assert.deepEqual(sniff(PNG, DRAWING), { contentType: 'image/png', extension: 'png', width: 16, height: 32 });
  assert.equal(sniff(JPEG, DRAWING)?.contentType, 'image/jpeg');
  assert.equal(sniff(bytes('%PDF-1.7 …'), DRAWING)?.contentType, 'application/pdf');
  assert.equal(sniff(bytes('MZ\x90\0'), DRAWING), null);
  assert.equal(sniff(bytes('<html><script>alert(1)</script></html>'), DRAWING), null);
});

test('a picture that cannot be measured is refused', () => {
  assert.equal(sniff(PNG.subarray(0, 12), DRAWING), null);
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
    assert.equal(sniff(Buffer.from(body), DRAWING), null);
  });
}

test('a plain drawing is accepted', () => {
  const drawing =
    '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><rect fill="url(#g)" width="10" height="10"/></svg>';
  assert.equal(sniff(Buffer.from(drawing), DRAWING)?.contentType, 'image/svg+xml');
});

test('prolog, comments and white space may stand before a drawing', () => {
  const drawing = '\ufeff <?xml version="1.0"?>\n<!-- one --><!-- two > -->\n<svg width="1" height="1"></svg>';
  assert.equal(sniff(Buffer.from(drawing), DRAWING)?.contentType, 'image/svg+xml');
  assert.equal(sniff(Buffer.from('<!-- <svg></svg>'), DRAWING), null, 'a comment without an end');
  assert.equal(sniff(Buffer.from('<?xml version="1.0" <svg></svg>'), DRAWING), null, 'a prolog without an end');
});

test('a thousand empty comments without a drawing are refused', () => {
  assert.equal(sniff(Buffer.from('<!---->'.repeat(1_000)), DRAWING), null);
});

test('nothing is a drawing where drawings are not taken or that long ones are not', () => {
  const drawing = Buffer.from('<svg width="1" height="1"></svg>');
  assert.equal(sniff(drawing, 0), null);
  assert.equal(sniff(drawing, drawing.length - 1), null);
  assert.ok(sniff(drawing, drawing.length));
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
