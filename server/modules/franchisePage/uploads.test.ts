import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import type { FormField } from '../../../contract/franchiseForm';
import { emptyField } from '../../../contract/franchisePage.content';
import { withParents } from '../../../contract/permissions';
import { DAY_MS, HOUR_MS } from '../../../contract/units';
import type { RowReader } from '../../core/export/export';
import { createTestApp, type TestApp } from '../../testing';
import { applyPageOf, sendFile, withFields } from '../../testing-apply-page';
import { picture } from '../../testing-files';
import { sha256Of } from '../file';
import { franchiseExportSources, franchiseJobs } from '../franchise';
import { newVisit } from './visit';

/** Tests the files of applicants: what visitors may upload, and who can read the files. */

const PDF = Buffer.from('%PDF-1.4 a plan');
const FIELDS: FormField[] = [
  { ...emptyField('photos', 'image'), maxCount: 9 },
  { ...emptyField('plans', 'file'), maxCount: 2, accept: ['pdf'] },
  { ...emptyField('licence', 'image'), maxCount: 1, sensitive: true },
];
let t: TestApp;
let pages: ReturnType<typeof applyPageOf>;
let version: number;
let staff: string;
before(async () => {
  t = await createTestApp();
  const maker = await t.account({ rules: withParents([43, 4302, 4306]) });
  pages = applyPageOf(t, await t.signIn(maker.account));
  version = await pages.publish(withFields(...FIELDS));
  staff = await t.signIn((await t.account({ rules: withParents([41, 4102, 4105]) })).account);
});
after(async () => {
  assert.deepEqual(t.faults, []);
  await t.close();
});

const visitNow = () => newVisit({ clock: t.clock, secrets: t.ports.secrets });
const send = (visit: string, field: string, more: object = {}) => sendFile(t, { visit, version, field, ...more });
const stored = () => t.db.selectFrom('stored_file').selectAll().where('scene', '=', 'franchiseAnswer').execute();
const remove = (visit: string, fileId: number) => t.call('franchise.Public/removeUpload', { visit, fileId });
const clearLimits = () => t.db.deleteFrom('throttle').execute();

test('files of the page belong to the application: links for staff, masked if sensitive, names in the export', async () => {
  const body = (await pages.page('/apply?lang=en-US')).body;
  const visit = /"visit":"([^"]+)"/.exec(body)?.[1] ?? '';
  assert.match(body, /At most 2: PDF up to 20 MB/);
  const photo = await send(visit, 'photos', { name: '../shop.png' });
  assert.deepEqual([photo.code, photo.data.name], [100, 'shop.png'], photo.msg);
  const plan = await send(visit, 'plans', { name: 'plan.pdf', bytes: PDF });
  const licence = await send(visit, 'licence', { name: 'licence.png' });
  const answers = {
    photos: String(photo.data.fileId),
    plans: String(plan.data.fileId),
    licence: String(licence.data.fileId),
  };
  const done = await pages.apply(answers, { visit });
  assert.equal(done.code, 100, JSON.stringify(done));
  const { id } = await pages.rowOf(done.data.no);
  const detail = (await t.call('franchise.Apply/getDetail', { id }, { token: staff })).data.answers;
  const of = (key: string) => detail.find((one) => one.key === key);
  assert.deepEqual([of('photos')?.value, of('plans')?.value], ['shop.png', 'plan.pdf']);
  const pictures = ['photos', 'plans'].map((key) => of(key)?.files[0]?.isPicture);
  assert.deepEqual(pictures, [true, false]);
  const served = await t.app.http.inject({ url: of('photos')?.files[0]?.url ?? '' });
  assert.deepEqual([served.statusCode, served.rawPayload.includes('Chengdu')], [200, false], 'without its place');
  assert.deepEqual([of('licence')?.value, of('licence')?.files], ['*** × 1', []]);
  const ask = { objectType: 'franchiseApply', id, field: 'answer', answer: 'licence', reason: 'Contract' } as const;
  const shown = await t.call('common.Sensitive/unmask', ask, { token: staff });
  assert.deepEqual([shown.data.value, shown.data.files?.[0]?.name], ['licence.png', 'licence.png']);
  const source = franchiseExportSources[0];
  const columns = (await source?.columnsBesides?.(t.db)) ?? [];
  const ctx = { db: t.db, clock: t.clock, locale: 'en-US', ports: t.ports, actor: ACTOR, can: () => true };
  const wish = { input: {}, columns: new Set(['answer.photos']), unmasked: false, upTo: t.clock.now(), ids: [id] };
  const reader = (await source?.open(ctx as never, wish)) as RowReader<unknown>;
  const { rows } = await reader.batch(null, 10);
  const cell = (key: string) => columns.find((column) => column.key === `answer.${key}`)?.value(rows[0]);
  assert.deepEqual([cell('photos'), cell('plans'), cell('licence')], ['shop.png', 'plan.pdf', '*** × 1']);
});
const ACTOR = { accountId: 0, rules: new Set([4105]), fields: new Set(['phone']), scope: { kind: 'all' } };

/** Creates an application with a sensitive picture. @returns the ids of the application and of the file */
async function withLicence(name: string) {
  const visit = visitNow();
  const { fileId } = (await send(visit, 'licence', { name })).data;
  const done = await pages.apply({ licence: String(fileId) }, { visit });
  assert.equal(done.code, 100, JSON.stringify(done));
  return { id: (await pages.rowOf(done.data.no)).id, fileId };
}
const reveal = (id: number, token: string) => {
  const ask = { objectType: 'franchiseApply', id, field: 'answer', answer: 'licence', reason: 'Contract' } as const;
  return t.call('common.Sensitive/unmask', ask, { token });
};
const linkOf = async (id: number) => (await reveal(id, staff)).data.files?.[0];
const rowOfFile = (id: number) =>
  t.db.selectFrom('stored_file').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const inStore = async (id: number) => {
  const keys = [`franchiseAnswer/${id}.png`, `franchiseAnswer/${id}.sealed`];
  return Promise.all(
    keys.map(async (key) => ((await t.ports.files.size(key)) === null ? null : t.ports.files.get(key))),
  );
};
const PNG_HEAD = picture(8, 8).subarray(0, 8);

test('a sensitive file and its name are stored encrypted, and readable only for people who may reveal the answer', async () => {
  await clearLimits();
  const { id, fileId } = await withLicence('id-front.png');
  const row = await rowOfFile(fileId);
  assert.deepEqual([row.name, row.sealed_name?.includes('id-front')], ['file', false]);
  const [plain, sealed] = await inStore(fileId);
  assert.equal(plain, null);
  const bytes = Buffer.from(sealed ?? []);
  assert.deepEqual([bytes.length > row.bytes, bytes.includes(PNG_HEAD), bytes.includes('IHDR')], [true, false, false]);
  const other = await t.signIn((await t.account({ rules: withParents([41, 4102]) })).account);
  assert.equal((await reveal(id, other)).code, 40301);
  const link = await linkOf(id);
  assert.equal(link?.name, 'id-front.png');
  const served = await t.app.http.inject({ url: link?.url ?? '' });
  assert.deepEqual([served.statusCode, served.headers['content-type']], [200, 'image/png']);
  assert.deepEqual([served.rawPayload.subarray(0, 8), served.rawPayload.length], [PNG_HEAD, row.bytes]);
  assert.match(String(served.headers['content-disposition']), /id-front\.png/);
  assert.equal(served.headers['cache-control'], 'no-store');
  const part = await t.app.http.inject({ url: link?.url ?? '', headers: { range: 'bytes=1-3' } });
  assert.deepEqual([part.statusCode, part.rawPayload.toString()], [206, 'PNG']);
  const visit = visitNow();
  const unused = (await send(visit, 'licence')).data.fileId;
  assert.equal((await remove(visit, unused)).code, 100);
  assert.deepEqual(await inStore(unused), [null, null]);
});

test('the job seals sensitive files from before encryption, also after it was interrupted', async () => {
  await clearLimits();
  const [cut, late] = [await withLicence('a.png'), await withLicence('b.png')];
  const content = (await t.app.http.inject({ url: (await linkOf(cut.id))?.url ?? '' })).rawPayload;
  await sql`update stored_file set sealed_name = null, name = 'old.png' where id in (${cut.fileId}, ${late.fileId})`.execute(
    t.db,
  );
  // Simulate two interrupted runs: one while it wrote the encrypted content, the other before it stored the encrypted name.
  await t.ports.files.put(`franchiseAnswer/${cut.fileId}.png`, content, 'image/png');
  await t.ports.files.put(`franchiseAnswer/${cut.fileId}.sealed`, content.subarray(0, 3), 'image/png');
  for (const job of franchiseJobs(t.ports)) await job.run(t.db, t.clock, t.ids);
  for (const { id, fileId } of [cut, late]) {
    const row = await rowOfFile(fileId);
    const [plain, sealed] = await inStore(fileId);
    assert.deepEqual([row.name, row.sealed_name !== null, plain], ['file', true, null]);
    assert.equal(row.sha256, sha256Of(sealed ?? new Uint8Array()));
    const link = await linkOf(id);
    assert.equal(link?.name, 'old.png');
    assert.deepEqual((await t.app.http.inject({ url: link?.url ?? '' })).rawPayload, content);
  }
  const others = await t.db.selectFrom('stored_file').where('sealed_name', 'is not', null).select('id').execute();
  const uploads = await t.db.selectFrom('franchise_upload').where('field', '<>', 'licence').select('file_id').execute();
  assert.ok(uploads.every(({ file_id: plain }) => others.every(({ id }) => id !== plain)));
});

test('a wrong type, a file that is too large, an excess file and an unknown field are refused and not stored', async () => {
  const visit = visitNow();
  const count = (await stored()).length;
  const refused = [
    await send(visit, 'photos', { name: 'shop.png', bytes: Buffer.from('#!/bin/sh') }),
    await send(visit, 'photos', { name: 'shop.png', bytes: PDF }),
    await send(visit, 'plans', { name: 'plan.pdf' }),
    await send(visit, 'photos', { name: 'page.svg', bytes: Buffer.from('<svg onload="x()"/>') }),
    await send(visit, 'photos', { bytes: Buffer.concat([picture(8, 8), Buffer.alloc(5 * 1024 * 1024)]) }),
    await send(visit, 'photos', { headers: { 'content-length': String(21 * 1024 * 1024) } }),
  ];
  assert.deepEqual(
    refused.map(({ code }) => code),
    refused.map(() => 40008),
  );
  assert.equal((await send(visit, 'name')).code, 42282);
  assert.equal((await send(visit, 'photos', { version: version + 1 })).code, 42282);
  assert.equal((await stored()).length, count);
  const five = () => Promise.all(Array.from({ length: 5 }, () => send(visit, 'photos')));
  const ten = [...(await five()), ...(await five())];
  assert.deepEqual(
    ten.map(({ code }) => code).sort((one, two) => one - two),
    [...Array(9).fill(100), 40008],
  );
  assert.match(ten.find(({ code }) => code === 40008)?.msg ?? '', /Maximum number of files: 9/);
});

test('only answers of the visit that sent a file can use it, once, and another visit cannot delete it', async () => {
  await clearLimits();
  const [own, other] = [visitNow(), visitNow()];
  const { fileId } = (await send(own, 'photos')).data;
  const answers = { photos: String(fileId) };
  const faults = async (visit?: string, given: Record<string, string> = answers) => {
    const { code, data } = await pages.apply(given, visit ? { visit } : {});
    return [code, (data as unknown as { errors?: { field: string }[] } | null)?.errors?.[0]?.field];
  };
  assert.deepEqual(await faults(other), [40001, 'photos']);
  assert.deepEqual(await faults(), [40001, 'photos']);
  assert.deepEqual(await faults(own, { licence: String(fileId) }), [40001, 'licence']);
  assert.equal((await remove(other, fileId)).code, 40401);
  assert.deepEqual(await faults(own), [100, undefined]);
  assert.deepEqual(await faults(own), [40001, 'photos']);
  assert.equal((await remove(own, fileId)).code, 40401);
  const forged = `${own.split('.')[0]}.9999999999.${own.split('.')[2]}`;
  assert.equal((await send(forged, 'photos')).code, 42282);
});

test('a removed file is gone, and files without an application are deleted after a day', async () => {
  const visit = visitNow();
  const [first, second] = [(await send(visit, 'photos')).data.fileId, (await send(visit, 'photos')).data.fileId];
  assert.equal((await remove(visit, first)).code, 100);
  const names = async () => (await stored()).map(({ id }) => id);
  assert.deepEqual([(await names()).includes(first), (await names()).includes(second)], [false, true]);
  const run = async () => {
    for (const job of franchiseJobs(t.ports)) await job.run(t.db, t.clock, t.ids);
  };
  await run();
  assert.ok((await names()).includes(second));
  t.clock.advance(DAY_MS + HOUR_MS);
  assert.equal((await send(visit, 'photos')).code, 42282, 'its visit has ended');
  await run();
  const used = await t.db.selectFrom('franchise_upload').select('apply_id').execute();
  assert.ok(used.length > 0 && used.every(({ apply_id: applyId }) => applyId !== null));
  assert.equal((await stored()).length, used.length);
});

test('the number of attempts to send files is limited by visit and by address', async () => {
  await clearLimits();
  const visit = visitNow();
  const last = async (times: number, visitOf: () => string) => {
    let code = 0;
    for (let n = 0; n < times; n += 1) code = (await send(visitOf(), 'photos', { bytes: PDF })).code;
    return code;
  };
  assert.equal(await last(40, () => visit), 40008);
  assert.equal(await last(1, () => visit), 42901);
  assert.equal(await last(19, visitNow), 40008);
  assert.equal(await last(1, visitNow), 42901);
});
