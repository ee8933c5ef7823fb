import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { m4a, mp3, mp4, ogg, wav, webm } from '../../testing-videos';
import { readAudio } from './audio';

test('M4A, MP3, Ogg and WAV are recognized by their structure', async () => {
  assert.equal(await readAudio(m4a()), 'audio/mp4');
  assert.equal(await readAudio(mp3()), 'audio/mpeg');
  assert.equal(await readAudio(mp3(1)), 'audio/mpeg', 'a single frame');
  const tag = Buffer.concat([Buffer.from('ID3\u0004\0\0\0\0\u0001\u0002'), Buffer.alloc(130)]);
  assert.equal(await readAudio(Buffer.concat([tag, mp3()])), 'audio/mpeg', 'with a tag');
  assert.equal(await readAudio(ogg()), 'audio/ogg');
  assert.equal(await readAudio(wav()), 'audio/wav');
});

const HOSTILE: Readonly<Record<string, Buffer>> = {
  nothing: Buffer.alloc(0),
  'a page with the name of a voice message': Buffer.from(`<html><script>alert(1)</script>${' '.repeat(100)}</html>`),
  'a page behind the first frame of an MP3': Buffer.concat([mp3(1), Buffer.from('<script>alert(1)</script>')]),
  'a tag of an MP3 with a page behind it': Buffer.concat([
    Buffer.from('ID3\u0004\0\0\0\0\0\0'),
    Buffer.from('<script>alert(1)</script>'),
  ]),
  'an MP4 with pictures': mp4(),
  'a truncated M4A': m4a().subarray(0, -10),
  'a truncated WAV': wav().subarray(0, -10),
  'an Ogg without sound': ogg('fishead\0'),
  'a WebP': Buffer.concat([Buffer.from('RIFF\u0020\0\0\0WEBPVP8X'), Buffer.alloc(60)]),
  'a WebM': webm(),
};
for (const [name, bytes] of Object.entries(HOSTILE)) {
  test(`refused as a voice message: ${name}`, async () => {
    assert.equal(await readAudio(bytes), null);
  });
}

test('the check of a voice message returns and does not throw, for arbitrary bytes', async () => {
  const starts = fc.constantFrom(m4a(), mp3(), ogg(), wav(), Buffer.alloc(0));
  await fc.assert(
    fc.asyncProperty(starts, fc.uint8Array({ maxLength: 300 }), fc.nat(400), async (start, noise, at) => {
      const bytes = Buffer.concat([start, Buffer.from(noise)]);
      bytes.set(noise.slice(0, Math.max(0, bytes.length - at)), Math.min(at, bytes.length));
      await readAudio(bytes);
    }),
    { numRuns: 300 },
  );
});
