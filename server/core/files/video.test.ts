import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { box, movie, mp4, webm } from '../../testing-videos';
import { readVideo } from './video';

const read = (bytes: Buffer) =>
  readVideo(async (position, length) => bytes.subarray(position, position + length), bytes.length);
const sized = (bytes: Buffer, at: number, size: number) => {
  const changed = Buffer.from(bytes);
  changed.writeUInt32BE(size, at);
  return changed;
};
const FTYP = box('ftyp', 'isom', '\0\0\0\0', 'isom', 'x'.repeat(40));

test('MP4, QuickTime and WebM are recognized by their structure', async () => {
  assert.equal(await read(mp4()), 'video/mp4');
  assert.equal(await read(mp4('x'.repeat(100), 'qt  ')), 'video/quicktime');
  assert.equal(await read(webm()), 'video/webm');
  const short = webm();
  const wide = Buffer.from([0x01, 0, 0, 0, 0, 0, 0, (short[4] ?? 0) & 0x7f]);
  const written = Buffer.concat([short.subarray(0, 4), wide, short.subarray(5)]);
  assert.equal(await read(written), 'video/webm', 'a header whose length has eight bytes');
  const pictures = box('mdat', 'x');
  assert.equal(await read(Buffer.concat([FTYP, pictures, movie('vide')])), 'video/mp4', 'the movie box at the end');
  const open = sized(Buffer.concat([FTYP, movie('vide'), pictures]), FTYP.length + movie('vide').length, 0);
  assert.equal(await read(open), 'video/mp4', 'a last box without a length');
  const long = Buffer.concat([Buffer.from([0, 0, 0, 1]), Buffer.from('mdat'), Buffer.alloc(8), Buffer.from('x')]);
  long.writeBigUInt64BE(BigInt(long.length), 8);
  assert.equal(await read(Buffer.concat([FTYP, movie('vide'), long])), 'video/mp4', 'a box with a long length');
});

const HOSTILE: Readonly<Record<string, Buffer>> = {
  nothing: Buffer.alloc(0),
  'a page with the name of a video': Buffer.from(`<html><script>alert(1)</script>${' '.repeat(100)}</html>`),
  'a program': Buffer.concat([Buffer.from('MZ\x90\0'), Buffer.alloc(200)]),
  'a picture in boxes (HEIC)': Buffer.concat([
    box('ftyp', 'heic', '\0\0\0\0', 'mif1'),
    movie('vide'),
    box('mdat', 'x'),
  ]),
  'sound alone': Buffer.concat([FTYP, movie('soun'), box('mdat', 'x')]),
  'a video without its movie box': Buffer.concat([FTYP, box('mdat', 'x'.repeat(100))]),
  'a video without pictures': Buffer.concat([FTYP, movie('vide')]),
  'two movie boxes': Buffer.concat([FTYP, movie('vide'), movie('vide'), box('mdat', 'x')]),
  'a video that ends too early': mp4().subarray(0, -10),
  'bytes behind the last box': Buffer.concat([mp4(), Buffer.from('<script>')]),
  'a box that is longer than the file': sized(
    Buffer.concat([FTYP, movie('vide'), box('mdat', 'x')]),
    FTYP.length,
    0x7fff_ffff,
  ),
  'a box that is shorter than its head': sized(Buffer.concat([FTYP, movie('vide'), box('mdat', 'x')]), FTYP.length, 4),
  'boxes without end': Buffer.concat([
    FTYP,
    ...Array<Buffer>(3_000).fill(box('free')),
    movie('vide'),
    box('mdat', 'x'),
  ]),
  'tracks without end': Buffer.concat([FTYP, movie(...Array<string>(3_000).fill('soun'), 'vide'), box('mdat', 'x')]),
  'Matroska of another kind': webm('mkvx'),
  'WebM with sound alone': webm('webm', 'A_OPUS'),
  'a head of WebM alone': webm().subarray(0, 12),
};
for (const [name, bytes] of Object.entries(HOSTILE)) {
  test(`refused as a video: ${name}`, async () => {
    assert.equal(await read(bytes), null);
  });
}

test('the check returns and does not throw, for arbitrary bytes', async () => {
  const starts = fc.constantFrom(mp4(), webm(), FTYP, Buffer.alloc(0));
  await fc.assert(
    fc.asyncProperty(starts, fc.uint8Array({ maxLength: 300 }), fc.nat(400), async (start, noise, at) => {
      const bytes = Buffer.concat([start, Buffer.from(noise)]);
      bytes.set(noise.slice(0, Math.max(0, bytes.length - at)), Math.min(at, bytes.length));
      await read(bytes);
    }),
    { numRuns: 500 },
  );
});
