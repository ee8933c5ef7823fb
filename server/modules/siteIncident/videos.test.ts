import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { FILES } from '../../../contract/limits';
import { withParents } from '../../../contract/permissions';
import { DAY_MS, HOUR_MS } from '../../../contract/units';
import { diskFiles } from '../../core/files/files';
import { createTestApp, TEST_BROWSER, type TestApp } from '../../testing';
import { storeFile } from '../../testing-files';
import { box, movie, mp4, webm } from '../../testing-videos';
import { siteIncidentJobs } from './videos';

/** Tests of incident videos, with files on a real disk. */

let t: TestApp;
let folder: string;
let teamId: number;
let officer: string;
let second: string;
let reader: string;
const people: string[] = [];
/** Signs in again after the clock was advanced, because idle sessions expire. */
async function signIn() {
  [officer = '', second = '', reader = ''] = await Promise.all(people.map((account) => t.signIn(account)));
}
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'multistation-videos-'));
  t = await createTestApp({
    demo: true,
    settings: { dataDir: folder },
    ports: { files: diskFiles(join(folder, 'files')) },
  });
  const team = t.db.selectFrom('team').select('id').where('status', '=', 'operating').orderBy('id');
  teamId = (await team.executeTakeFirstOrThrow()).id;
  for (const rules of [[53, 5207], [53, 5207], [53]]) {
    people.push((await t.account({ rules: withParents(rules) })).account);
  }
  await signIn();
});
after(async () => {
  assert.deepEqual(t.faults, []);
  await t.close();
  await rm(folder, { recursive: true });
});

const below = async (name: string) => readdir(join(folder, name)).catch((): string[] => []);
const EDGE = 'form-edge-1';
const form = (name: string, bytes: Buffer) =>
  Buffer.concat([
    Buffer.from(`--${EDGE}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\n\r\n`),
    bytes,
    Buffer.from(`\r\n--${EDGE}--\r\n`),
  ]);
async function send(bytes: Buffer, { token = officer, name = 'crash.mp4', headers = {} } = {}) {
  const answer = await t.app.http.inject({
    method: 'POST',
    url: '/api/safety.Site/uploadVideo',
    headers: {
      ...{ authorization: token, 'user-agent': TEST_BROWSER, 'content-type': `multipart/form-data; boundary=${EDGE}` },
      ...headers,
    },
    payload: form(name, bytes),
  });
  return answer.json() as {
    code: number;
    msg: string;
    data: { fileId: number; url: string; name: string; bytes: number };
  };
}
const REPORT = {
  ...({ riderNo: null, kind: 'other', severity: 'minor' } as const),
  ...{ happenedAt: '2026-03-01T09:00:00+08:00', place: '' },
  ...{ point: null, orderNo: '', claimNo: '', description: 'The rider slipped on wet tiles.', injured: 0 },
  ...{ policeReported: false, medical: false, freezeTeam: false },
};
const report = (fileIds: readonly number[], token = officer) =>
  t.call(
    'safety.Site/saveIncident',
    { ...REPORT, teamId, photos: [], videos: fileIds.map((fileId) => ({ fileId, at: null, place: null })) },
    { token },
  );
const clearLimits = () => t.db.deleteFrom('throttle').execute();

test('a video is moved to the store, attached to the incident, and can be played in ranges for an hour', async () => {
  const bytes = mp4(Buffer.from(Array.from({ length: 5_000 }, (_, at) => at % 251)));
  const stored = await send(bytes, { name: '../../crash.mp4' });
  assert.deepEqual([stored.code, stored.data.name, stored.data.bytes], [100, 'crash.mp4', bytes.length], stored.msg);
  assert.deepEqual(await below('incoming'), []);
  const made = await report([stored.data.fileId]);
  assert.equal(made.code, 100, made.msg);
  const detail = await t.call('safety.Site/getIncident', { id: made.data.id }, { token: reader });
  const [video] = detail.data.videos;
  assert.deepEqual([video?.name, video?.bytes], ['crash.mp4', bytes.length]);
  const get = (headers: Record<string, string> = {}) => t.app.http.inject({ url: video?.url ?? '', headers });
  const whole = await get();
  assert.deepEqual([whole.statusCode, whole.headers['content-type']], [200, 'video/mp4']);
  assert.deepEqual([whole.headers['accept-ranges'], whole.headers['content-length']], ['bytes', String(bytes.length)]);
  assert.match(String(whole.headers['content-disposition']), /^inline/);
  assert.match(
    String(whole.headers['content-security-policy']),
    /default-src 'none'; media-src 'self';.* sandbox allow-same-origin$/,
  );
  assert.ok(whole.rawPayload.equals(bytes));
  const part = await get({ range: 'bytes=100-199' });
  assert.deepEqual([part.statusCode, part.headers['content-range']], [206, `bytes 100-199/${bytes.length}`]);
  assert.ok(part.rawPayload.equals(bytes.subarray(100, 200)));
  const last = await get({ range: 'bytes=-50' });
  assert.ok(last.statusCode === 206 && last.rawPayload.equals(bytes.subarray(-50)));
  const outside = await get({ range: `bytes=${bytes.length}-` });
  assert.deepEqual([outside.statusCode, outside.headers['content-range']], [416, `bytes */${bytes.length}`]);
  t.clock.advance(50 * 60_000);
  assert.equal((await get()).statusCode, 200);
  t.clock.advance(20 * 60_000);
  assert.equal((await get()).statusCode, 404);
  await signIn();
});

test('QuickTime and WebM are accepted with their own types', async () => {
  const sent = [await send(mp4('x'.repeat(100), 'qt  '), { name: 'a.mov' }), await send(webm(), { name: 'b.webm' })];
  assert.deepEqual(
    sent.map(({ code }) => code),
    [100, 100],
  );
  const rows = await t.db
    .selectFrom('stored_file')
    .select('content_type')
    .where(
      'id',
      'in',
      sent.map(({ data }) => data.fileId),
    )
    .orderBy('id')
    .execute();
  assert.deepEqual(
    rows.map((row) => row.content_type),
    ['video/quicktime', 'video/webm'],
  );
});

test('an incomplete or fake video is refused regardless of its name, and no file remains on the disk', async () => {
  const before = await below('files/safetyVideo');
  const hostile = [
    Buffer.from(`<html><script>alert(1)</script>${' '.repeat(200)}`),
    Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(500)]),
    Buffer.concat([box('ftyp', 'isom', '\0\0\0\0', 'x'.repeat(60)), movie('soun'), box('mdat', 'x')]),
    mp4().subarray(0, -10),
    Buffer.from('x'),
    Buffer.alloc(0),
  ];
  for (const bytes of hostile) assert.equal((await send(bytes)).code, 40008, bytes.toString('latin1', 0, 20));
  assert.deepEqual([await below('incoming'), await below('files/safetyVideo')], [[], before]);
});

test('a video above the limit is refused by its announced length, or during the upload if that length is wrong', async () => {
  const announced = String(FILES.videoBytes + 1024 * 1024);
  assert.equal((await send(mp4(), { headers: { 'content-length': announced } })).code, 40008);
  const large = mp4(Buffer.alloc(FILES.videoBytes));
  assert.equal((await send(large, { headers: { 'content-length': '1000' } })).code, 40008);
  assert.deepEqual(await below('incoming'), []);
});

test('only people who may report incidents can upload videos, and nothing is written for other people', async () => {
  assert.equal((await send(mp4(), { token: reader })).code, 40301);
  assert.equal((await send(mp4(), { token: 'none' })).code, 401);
  assert.deepEqual(await below('incoming'), []);
});

test("an incident accepts only the reporter's own videos, and at most three", async () => {
  const { fileId } = (await send(mp4(), { token: second })).data;
  assert.equal((await report([fileId])).code, 40008);
  const { id } = await t.account({ rules: withParents([53, 5207]) });
  assert.equal((await report([await storeFile(t, id, 'safetyVideo')])).code, 40008);
  assert.equal((await report([1, 2, 3, 4])).code, 40001);
  assert.equal((await report([fileId], second)).code, 100);
});

test('videos without an incident are deleted after a day, and other videos stay', async () => {
  const used = (await send(mp4())).data.fileId;
  const unused = (await send(mp4())).data.fileId;
  assert.equal((await report([used])).code, 100);
  const run = async () => {
    for (const job of siteIncidentJobs(t.ports.files)) await job.run(t.db, t.clock, t.ids);
  };
  await run();
  assert.ok((await below('files/safetyVideo')).includes(`${unused}.mp4`));
  t.clock.advance(DAY_MS + HOUR_MS);
  await signIn();
  await run();
  const left = await below('files/safetyVideo');
  assert.deepEqual([left.includes(`${used}.mp4`), left.includes(`${unused}.mp4`)], [true, false]);
  const rows = await t.db.selectFrom('stored_file').select('id').where('id', 'in', [used, unused]).execute();
  assert.deepEqual(
    rows.map(({ id }) => id),
    [used],
  );
});

test('an account may try to upload thirty videos an hour', async () => {
  await clearLimits();
  const token = await t.signIn((await t.account({ rules: withParents([53, 5207]) })).account);
  for (let n = 0; n < 30; n += 1) assert.equal((await send(Buffer.from('x'), { token })).code, 40008);
  assert.equal((await send(mp4(), { token })).code, 42901);
});
