import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createInsurer } from './insurer';
import { UpstreamFailure } from './outbound';

/** An insurer whose server answers every call with one status. */
const answering = (status: number) =>
  createInsurer(
    { agreementNo: 'AG-1', secret: 'a-secret-of-sixteen-letters' },
    {
      origin: new URL('https://insurer.example'),
      fetch: async () => new Response('{"message":"no"}', { status }),
      now: () => new Date('2026-03-01T03:40:00Z'),
    },
  );
const FILE = { material: 'photo', sha256: 'ab', contentType: 'image/png', bytes: new Uint8Array(1) } as never;

test('a timeout or too many calls at the insurer leave a policy open, and any other error status refuses it', async () => {
  for (const status of [408, 429]) assert.deepEqual(await answering(status).ask('P1'), { kind: 'unknown' });
  assert.deepEqual(await answering(422).ask('P1'), { kind: 'refused', text: 'no' });
});

test('a file that the insurer had no time for is not taken, and a refused one is rejected with the reason', async () => {
  for (const status of [408, 429]) await assert.rejects(answering(status).sendFile('C1', FILE), UpstreamFailure);
  assert.deepEqual(await answering(422).sendFile('C1', FILE), { kind: 'rejected', text: 'no' });
  assert.equal(await answering(200).sendFile('C1', FILE), null);
});
