import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { LossEvent } from '../../../contract/foodLoss.intake';
import { FILES } from '../../../contract/limits';
import { withParents } from '../../../contract/permissions';
import { DAY_MS, HOUR_MS } from '../../../contract/units';
import { diskFiles } from '../../core/files/files';
import { issueClient, signatureOf } from '../../core/http/signed';
import { createTestApp, TEST_BROWSER, type TestApp } from '../../testing';
import { orderDesk } from '../../testing-orders';
import { m4a, mp3, mp4, wav } from '../../testing-videos';
import { sha256Of } from '../file';
import { foodLossJobs } from './jobs';

/** Tests videos and voice messages as evidence of food losses, with files on a real disk. */

let t: TestApp;
let folder: string;
let desk: Awaited<ReturnType<typeof orderDesk>>;
let token: string;
let reader: string;
const people: string[] = [];
/** Signs in again after the clock advanced, because idle sessions expire. */
async function signIn() {
  [token = '', reader = ''] = await Promise.all(people.map((account) => t.signIn(account)));
}
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'multistation-loss-media-'));
  t = await createTestApp({
    demo: true,
    settings: { dataDir: folder },
    ports: { files: diskFiles(join(folder, 'files')) },
  });
  const team = t.db.selectFrom('team').select('id').where('status', '=', 'operating').orderBy('id').limit(1);
  desk = await orderDesk(t, (await team.executeTakeFirstOrThrow()).id, { team_type: 'self', franchisee_id: null });
  for (const rules of [[60, 6001, 6006], [60]]) people.push((await t.account({ rules: withParents(rules) })).account);
  await signIn();
});
after(async () => {
  assert.deepEqual(t.faults, []);
  await t.close();
  await rm(folder, { recursive: true });
});

const EDGE = 'form-edge-1';
const part = (name: string, filename?: string) =>
  `--${EDGE}\r\ncontent-disposition: form-data; name="${name}"${filename ? `; filename="${filename}"` : ''}\r\n\r\n`;
async function send(url: string, name: string, bytes: Buffer, { scene = '', as = token } = {}) {
  const fields = scene ? `${part('scene')}${scene}\r\n` : '';
  const answer = await t.app.http.inject({
    method: 'POST',
    url: `/api/${url}`,
    headers: {
      ...{ authorization: as, 'user-agent': TEST_BROWSER },
      'content-type': `multipart/form-data; boundary=${EDGE}`,
    },
    payload: Buffer.concat([Buffer.from(fields + part('file', name)), bytes, Buffer.from(`\r\n--${EDGE}--\r\n`)]),
  });
  return answer.json() as { code: number; data: { fileId: number } };
}
const video = (bytes: Buffer, name = 'door.mp4', as = token) =>
  send('foodLoss.Report/uploadVideo', name, bytes, { as });
const voice = (bytes: Buffer, name = 'call.m4a') => send('common.File/upload', name, bytes, { scene: 'foodLossVoice' });

/** Opens a case through the user's app. @returns the number and id of the case */
async function reported(no: string) {
  const key = desk.newKey();
  await desk.push(desk.paid(key));
  await desk.push(desk.delivered(key));
  const user = { party: 'user' as const, personId: desk.userId };
  const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
  await addFile({ no: `${no}-photo`, ...user, name: 'a.png', content: pixel });
  const row = await push({
    ...{ event: 'reported', no, ...user, at: t.clock.now().toISOString(), orderNo: key.orderNo, reason: 'other' },
    ...{ items: [{ name: 'Noodles', quantity: 1, lossFen: 1_500 }], claimFen: 1_500, photos: [`${no}-photo`] },
    ...{ description: 'It was never delivered', wantedRemedy: 'balance' },
  });
  const lossNo = row?.lossNo ?? '';
  const { id } = await t.db.selectFrom('food_loss').select('id').where('no', '=', lossNo).executeTakeFirstOrThrow();
  return { id, lossNo, user };
}
const addFile = async (file: Parameters<typeof t.call<'foodLoss.Intake/addFile'>>[1]) =>
  (await t.call('foodLoss.Intake/addFile', file, { signed: true })).data;
const push = async (event: LossEvent) =>
  (await t.call('foodLoss.Intake/push', { events: [event] }, { signed: true })).data.rows[0];
const add = (id: number, kind: 'photo' | 'video' | 'voice', files: number[]) =>
  t.call('foodLoss.Report/addEvidence', { id, party: 'rider', kind, files, note: '' }, { token });
const wall = async (id: number) =>
  (await t.call('foodLoss.Report/getDetail', { id }, { token: reader })).data.evidence.filter(
    ({ kind }) => kind !== 'photo',
  );

test('a video and a voice message are added as evidence, and can be played in ranges for an hour', async () => {
  const { id } = await reported('media-1');
  const film = mp4(Buffer.from(Array.from({ length: 5_000 }, (_, at) => at % 251)));
  const [shot, said] = [await video(film), await voice(m4a())];
  assert.deepEqual([shot.code, said.code], [100, 100]);
  assert.equal((await add(id, 'video', [shot.data.fileId])).code, 100);
  assert.equal((await add(id, 'voice', [said.data.fileId])).code, 100);
  const shown = await wall(id);
  assert.deepEqual(
    shown.map(({ kind, player, file, sha256 }) => [kind, player, file?.name, sha256?.length]),
    [
      ['video', 'video', 'door.mp4', 64],
      ['voice', 'audio', 'call.m4a', 64],
    ],
  );
  for (const [at, type] of [
    [0, 'video/mp4'],
    [1, 'audio/mp4'],
  ] as const) {
    const get = (headers: Record<string, string> = {}) =>
      t.app.http.inject({ url: shown[at]?.file?.url ?? '', headers });
    const whole = await get();
    assert.deepEqual([whole.statusCode, whole.headers['content-type']], [200, type]);
    assert.match(String(whole.headers['content-disposition']), /^inline/);
    assert.match(String(whole.headers['content-security-policy']), /media-src 'self'/);
    const slice = await get({ range: 'bytes=10-19' });
    assert.deepEqual(
      [slice.statusCode, slice.headers['content-range']],
      [206, `bytes 10-19/${whole.rawPayload.length}`],
    );
    assert.ok(slice.rawPayload.equals(whole.rawPayload.subarray(10, 20)));
    t.clock.advance(25 * 60_000);
    assert.equal((await get()).statusCode, 200);
  }
  await signIn();
});

test('videos and voice messages are checked by their content, not by their name or declared size', async () => {
  for (const bytes of [m4a(), wav(), mp4().subarray(0, -10), Buffer.from(`<html>${' '.repeat(200)}`)]) {
    assert.equal((await video(bytes)).code, 40008);
  }
  for (const bytes of [mp4(), Buffer.from(`<html>${' '.repeat(200)}`)]) assert.equal((await voice(bytes)).code, 40008);
  assert.equal((await voice(wav(FILES.voiceBytes))).code, 40008);
  assert.equal((await send('common.File/upload', 'a.mp3', mp3(), { scene: 'foodLoss' })).code, 40008);
  assert.equal((await video(mp4(), 'a.mp4', reader)).code, 40301);
  assert.deepEqual(await readdir(join(folder, 'incoming')), []);
});

test('evidence of a kind takes only files of that kind', async () => {
  const { id } = await reported('media-2');
  const [shot, said] = [(await video(mp4())).data.fileId, (await voice(mp3(), 'a.mp3')).data.fileId];
  for (const [kind, files] of [
    ['photo', [shot]],
    ['voice', [shot]],
    ['video', [said]],
    ['video', [shot, said]],
  ] as const) {
    assert.equal((await add(id, kind, [...files])).code, 40001, kind);
  }
  assert.equal((await add(id, 'video', [shot])).code, 100);
});

test('an app sends voice messages and short videos, and its time and place are marked as stated', async () => {
  const { id, lossNo, user } = await reported('media-3');
  const by = { ...user, name: 'voice.mp3', content: mp3().toString('base64') };
  const stated = { capturedAt: '2026-03-01T08:00:00+08:00', place: { lng: 104.06, lat: 30.66 } };
  assert.equal((await addFile({ no: 'said-1', ...by, ...stated })).state, 'done');
  assert.equal((await addFile({ no: 'said-1', ...by, ...stated })).state, 'repeated');
  assert.equal(
    (await addFile({ no: 'shot-1', ...by, name: 'a.mp4', content: mp4().toString('base64') })).state,
    'done',
  );
  const late = new Date(t.clock.now().getTime() + DAY_MS).toISOString();
  assert.equal((await addFile({ no: 'said-2', ...by, capturedAt: late })).state, 'refused');
  const about = { event: 'evidence' as const, ...user, at: t.clock.now().toISOString(), lossNo, note: '' };
  assert.equal((await push({ ...about, no: 'e-1', kind: 'photo', files: ['said-1'] }))?.code, 40001);
  assert.equal((await push({ ...about, no: 'e-2', kind: 'voice', files: ['said-1'] }))?.state, 'done');
  assert.equal((await push({ ...about, no: 'e-3', kind: 'video', files: ['shot-1'] }))?.state, 'done');
  assert.deepEqual(
    (await wall(id)).map(({ player, capturedAt, place, isCaptureStated }) => [
      player,
      capturedAt && Date.parse(capturedAt),
      place,
      isCaptureStated,
    ]),
    [
      ['audio', Date.parse(stated.capturedAt), stated.place, true],
      ['video', null, null, false],
    ],
  );
});

const server = () => issueClient({ ...t, secrets: t.ports.secrets }, 'videos');
/** Sends a video like the server of an app: the signed JSON, then the file. */
async function sendVideo(
  body: string,
  film: Buffer,
  { key, secret }: Awaited<ReturnType<typeof server>>,
  nonce = t.clock.randomBytes(12).toString('base64url'),
) {
  const timestamp = String(Math.floor(t.clock.now().getTime() / 1_000));
  const address = 'foodLoss.Intake/addVideo';
  const signature = signatureOf(secret, { timestamp, nonce, address, body });
  const signed = { 'x-client': key, 'x-timestamp': timestamp, 'x-nonce': nonce, 'x-signature': signature };
  const answer = await t.app.http.inject({
    method: 'POST',
    url: `/api/${address}`,
    headers: { ...signed, 'content-type': `multipart/form-data; boundary=${EDGE}` },
    payload: Buffer.concat([
      Buffer.from(`${part('body')}${body}\r\n${part('file', 'a.mp4')}`),
      film,
      Buffer.from(`\r\n--${EDGE}--\r\n`),
    ]),
  });
  return answer.json() as { code: number; data: { state: string; sha256: string; code?: number } };
}

test('an app sends a video larger than a signed body, once, and it is played like any other', async () => {
  const { id, lossNo, user } = await reported('media-5');
  const film = mp4(Buffer.alloc(3 * 1_024 * 1_024, 7));
  const about = { no: 'film-1', ...user, name: 'door.mp4', sha256: sha256Of(film), place: { lng: 104.06, lat: 30.66 } };
  const body = JSON.stringify(about);
  const client = await server();
  assert.deepEqual((await sendVideo(body, film, client)).data, { state: 'done', sha256: about.sha256 });
  assert.equal((await sendVideo(body, film, client)).data.state, 'repeated');
  const event = { event: 'evidence' as const, ...user, at: t.clock.now().toISOString(), lossNo, note: '' };
  assert.equal((await push({ ...event, no: 'f-1', kind: 'video', files: ['film-1'] }))?.state, 'done');
  const [shown] = await wall(id);
  assert.deepEqual(
    [shown?.player, shown?.sha256, shown?.place, shown?.file?.name],
    ['video', about.sha256, about.place, 'door.mp4'],
  );
  const whole = await t.app.http.inject({ url: shown?.file?.url ?? '' });
  assert.ok(whole.rawPayload.equals(film));
});

test('a signed video needs its own digest and a signature that was not used before', async () => {
  const film = mp4();
  const user = { party: 'user' as const, personId: desk.userId };
  const about = { no: 'film-2', ...user, name: 'a.mp4', sha256: sha256Of(film) };
  const client = await server();
  const bodyOf = (more: object = {}) => JSON.stringify({ ...about, ...more });
  const stored = async () => (await t.db.selectFrom('stored_file').select('id').execute()).length;
  const before = await stored();
  const strange = { ...client, secret: `${client.secret}x` };
  assert.equal((await sendVideo(bodyOf(), film, strange)).code, 401);
  assert.equal((await sendVideo(bodyOf(), mp4(Buffer.from('another film')), client)).data.code, 40008);
  const nonce = t.clock.randomBytes(12).toString('base64url');
  const text = Buffer.from(`<html>${' '.repeat(200)}`);
  assert.equal((await sendVideo(bodyOf({ sha256: sha256Of(text) }), text, client, nonce)).code, 40008);
  assert.equal((await sendVideo(bodyOf(), film, client, nonce)).code, 401);
  assert.equal((await sendVideo('{', film, client)).code, 40002);
  assert.equal((await sendVideo(bodyOf({ party: 'staff' }), film, client)).code, 40001);
  assert.equal(await stored(), before);
  assert.deepEqual(await readdir(join(folder, 'incoming')), []);
  for (let sent = 0; sent < 60; sent += 1) await sendVideo(bodyOf({ sha256: sha256Of(text) }), text, client);
  assert.equal((await sendVideo(bodyOf(), film, client)).code, 42901);
});

test('videos that no evidence uses are deleted after a day, and videos of apps stay', async () => {
  const { id } = await reported('media-4');
  const [used, unused] = [(await video(mp4())).data.fileId, (await video(mp4())).data.fileId];
  assert.equal((await add(id, 'video', [used])).code, 100);
  t.clock.advance(DAY_MS + HOUR_MS);
  const job = foodLossJobs(t.ports.files).find(({ name }) => name === 'food-loss-videos');
  await job?.run(t.db, t.clock, t.ids);
  const left = await readdir(join(folder, 'files/foodLossVideo'));
  assert.deepEqual([left.includes(`${used}.mp4`), left.includes(`${unused}.mp4`)], [true, false]);
  const ofApps = t.db.selectFrom('stored_file').select('id').where('scene', '=', 'foodLossVideo');
  assert.equal((await ofApps.where('created_by', '=', 0).execute()).length, 2);
});
