import assert from 'node:assert/strict';
import test from 'node:test';
import { cleanName, isAcceptable } from './rules';

const image = { contentType: 'image/png', bytes: 1_000, width: 100, height: 100 };

test('each scene accepts its own types, sizes and shapes', () => {
  assert.ok(isAcceptable('teamLogo', image));
  assert.ok(!isAcceptable('teamLogo', { ...image, height: 120 }), 'a logo is square');
  assert.ok(isAcceptable('teamImage', { ...image, height: 120 }));
  assert.ok(!isAcceptable('teamLogo', { ...image, bytes: 2 * 1024 * 1024 + 1 }));
  assert.ok(!isAcceptable('teamImage', { ...image, contentType: 'image/svg+xml' }));
  assert.ok(
    isAcceptable('licence', { contentType: 'application/pdf', bytes: 20 * 1024 * 1024, width: null, height: null }),
  );
  assert.ok(!isAcceptable('licence', { ...image, bytes: 6 * 1024 * 1024 }), 'a photo keeps the photo limit');
  assert.ok(!isAcceptable('teamImage', { ...image, bytes: 0 }));
});

test('a picture bomb is refused by its pixels, not by its bytes', () => {
  assert.ok(!isAcceptable('teamImage', { ...image, width: 30_000, height: 30_000 }));
});

test('folders and control characters are removed from a name, which is never empty', () => {
  assert.equal(cleanName('../../etc/pass\u0000wd'), 'passwd');
  assert.equal(cleanName('C:\\photos\\logo.png'), 'logo.png');
  assert.equal(cleanName('/'), 'file');
  assert.equal(cleanName(`${'长'.repeat(200)}.png`).length, 120);
});
