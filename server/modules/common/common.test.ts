import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { PREFERENCES, REVEAL } from '../../../contract/limits';
import { createTestApp, TEST_BROWSER, type TestApp } from '../../testing';
import { picture } from '../../testing-files';
import { fileKey, fileUrl, insertFile } from '../file';

let t: TestApp;
let owner: string;
before(async () => {
  t = await createTestApp();
  owner = await t.signIn();
});
after(() => t.close());

async function upload(name: string, bytes: Buffer, scene: string, token = owner) {
  const edge = 'form-edge-1';
  const payload = Buffer.concat([
    Buffer.from(`--${edge}\r\ncontent-disposition: form-data; name="scene"\r\n\r\n${scene}\r\n`),
    Buffer.from(`--${edge}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\n\r\n`),
    bytes,
    Buffer.from(`\r\n--${edge}--\r\n`),
  ]);
  const answer = await t.app.http.inject({
    method: 'POST',
    url: '/api/common.File/upload',
    headers: {
      authorization: token,
      'user-agent': TEST_BROWSER,
      'content-type': `multipart/form-data; boundary=${edge}`,
    },
    payload,
  });
  return answer.json() as { code: number; data: { fileId: number; url: string; name: string; width: number } };
}

test('a picture is stored without its location metadata and served by its link', async () => {
  const stored = await upload('../logo.png', picture(64, 64), 'teamLogo');
  assert.equal(stored.code, 100);
  assert.equal(stored.data.name, 'logo.png');
  const served = await t.app.http.inject({ url: stored.data.url });
  assert.equal(served.statusCode, 200);
  assert.equal(served.headers['content-type'], 'image/png');
  assert.equal(served.headers['x-content-type-options'], 'nosniff');
  assert.match(String(served.headers['content-security-policy']), /sandbox/);
  assert.ok(!served.rawPayload.includes('Chengdu'));
});

test('a link expires after minutes, and a changed link is refused', async () => {
  const { data } = await upload('logo.png', picture(32, 32), 'teamLogo');
  const other = data.url.replace(/files\/\d+/, `files/${data.fileId + 1}`);
  assert.equal((await t.app.http.inject({ url: other })).statusCode, 404);
  t.clock.advance(7 * 60_000);
  assert.equal((await t.app.http.inject({ url: data.url })).statusCode, 404);
});

test('a scene refuses files of a wrong type or shape, and files that are not pictures', async () => {
  assert.equal((await upload('logo.png', picture(64, 32), 'teamLogo')).code, 40008);
  assert.equal((await upload('logo.png', Buffer.from('#!/bin/sh'), 'teamLogo')).code, 40008);
  assert.equal((await upload('page.svg', Buffer.from('<svg onload="x()"/>'), 'siteLogo')).code, 40008);
  assert.equal((await upload('plain.svg', Buffer.from('<svg width="1" height="1"/>'), 'siteLogo')).code, 40008);
});

test('another person’s file cannot be read by its id', async () => {
  const { data } = await upload('logo.png', picture(16, 16), 'teamLogo');
  const { account } = await t.account();
  const other = await t.signIn(account);
  assert.equal((await t.call('common.File/getUrl', { fileId: data.fileId }, { token: owner })).code, 100);
  assert.equal((await t.call('common.File/getUrl', { fileId: data.fileId }, { token: other })).code, 40401);
});

test('preferences belong to one account, and null removes one', async () => {
  const { account } = await t.account();
  const other = await t.signIn(account);
  await t.call('common.Preference/save', { key: 'columns/team', value: ['name'] }, { token: owner });
  assert.deepEqual((await t.call('common.Preference/getAll', {}, { token: owner })).data.values, {
    'columns/team': ['name'],
  });
  assert.deepEqual((await t.call('common.Preference/getAll', {}, { token: other })).data.values, {});
  await t.call('common.Preference/save', { key: 'columns/team', value: null }, { token: owner });
  assert.deepEqual((await t.call('common.Preference/getAll', {}, { token: owner })).data.values, {});
});

test('regions come as code,name lists', async () => {
  const { data } = await t.call('common.Region/getPcdList', {}, { token: owner });
  assert.ok(data.province.includes('510000,四川省'));
  assert.ok(data.district.includes('510107,武侯区'));
});

test('masked data is revealed for a reason of minimum length, up to an hourly limit whose refusal has the retry time', async () => {
  const { id, tel } = await t.account();
  const { account } = await t.account();
  const reveal = (reason: string | undefined, as: string) =>
    t.raw('common.Sensitive/unmask', { objectType: 'staff', id, field: 'tel', reason }, { token: as, locale: 'en-US' });
  let token = await t.signIn(account);
  for (const reason of [undefined, '', '    ', 'four', ` ${'x'.repeat(201)}`])
    assert.equal((await reveal(reason, token)).code, 40001, String(reason));
  for (let time = 0; time < REVEAL.perHour; time += 1) {
    assert.deepEqual((await reveal('Call back', token)).data, { value: tel });
  }
  const over = await reveal('Call back', token);
  assert.deepEqual([over.code, over.msg], [42904, 'Limit reached, try again in 60 min']);
  assert.ok(!JSON.stringify(over).includes(tel));
  assert.equal((await reveal('Call back', owner)).code, 100, 'others have their own count');
  const { resultCode, reason } = await t.db
    .selectFrom('operation_record')
    .select(['result_code as resultCode', 'reason'])
    .where('request_id', '=', over.requestId)
    .executeTakeFirstOrThrow();
  assert.deepEqual([resultCode, reason], [42904, 'Call back'], 'who looks through the list leaves a trace');
  t.clock.advance(3_600_000);
  token = await t.signIn(account);
  assert.equal((await reveal('Call back', token)).code, 100);
});

test('refused reveals do not count, and a field that the record does not have is refused', async () => {
  const { id } = await t.account();
  const { account } = await t.account({ rules: [2] });
  const token = await t.signIn(account);
  const input = { objectType: 'staff', id, field: 'tel', reason: 'Call back' };
  for (let time = 0; time <= REVEAL.perHour; time += 1) {
    assert.equal((await t.raw('common.Sensitive/unmask', input, { token })).code, 40301);
  }
  const wrong = { ...input, field: 'emergencyTel' };
  assert.equal((await t.raw('common.Sensitive/unmask', wrong, { token: await t.signIn() })).code, 40001);
});

test('options of people follow the data scope of their page, and only colleagues see names of identities', async () => {
  const nowhere = { kind: 'teams', ids: [t.ids.next()] } as const;
  const reader = await t.account({ rules: [82, 83], scope: nowhere });
  const wide = await t.account({ rules: [11] });
  const foreign = await t.account({ rules: [2] });
  await t.db.updateTable('account_identity').set({ account_id: reader.id }).where('account_id', '=', wide.id).execute();
  const options = async (name: string) =>
    (
      await t.call(
        'common.Option/getOptions',
        { types: ['people', 'staff', 'identities', 'colleagues'] },
        { token: await t.signIn(name) },
      )
    ).data;
  const offered = await options(reader.account);
  for (const list of [offered.people, offered.staff]) {
    const values = list?.map(({ value }) => value) ?? [];
    assert.deepEqual([values.includes(foreign.id), values.includes(reader.id)], [false, true]);
  }
  assert.ok((offered.identities?.length ?? 0) > 0);
  const plain = await options(foreign.account);
  assert.deepEqual([plain.people, plain.staff], [undefined, undefined]);
  const station = await t.account({ type: 'station', identity: 'stationAdmin' });
  const told = await options(station.account);
  assert.deepEqual([told.identities, told.colleagues], [[], []]);
});

test('the options of colleagues contain everyone, however many seats a deployment has', async () => {
  const token = await t.signIn();
  const colleagues = async () => {
    const { data } = await t.call('common.Option/getOptions', { types: ['colleagues'] }, { token });
    return data.colleagues?.length ?? 0;
  };
  const before = await colleagues();
  const { id } = await t.account({ rules: [2] });
  await sql`insert into account select (jsonb_populate_record(a, jsonb_build_object('id', a.id + n, 'account', 'crowd' || n,
      'tel', '1770000' || lpad(n::text, 4, '0'), 'staff_no', null))).*
    from account a, generate_series(1, 500) n where a.id = ${id}`.execute(t.db);
  assert.equal(await colleagues(), before + 501);
  await t.db.deleteFrom('account').where('account', 'like', 'crowd%').execute();
});

test('preferences are limited in size and number, and existing ones can still be changed', async () => {
  const { account, id } = await t.account();
  const token = await t.signIn(account);
  const save = (key: string, value: object | null) =>
    t.call('common.Preference/save', { key, value: value as never }, { token, locale: 'en-US' });
  const fits = { text: 'x'.repeat(PREFERENCES.bytes - '{"text":""}'.length) };
  assert.equal((await save('large', fits)).code, 100);
  const large = await save('large', { text: `${fits.text}x` });
  assert.deepEqual([large.code, large.msg], [40001, 'A personal setting has at most 32 KB']);
  const wide = await save('large', { text: '字'.repeat(PREFERENCES.bytes / 2) });
  assert.equal(wide.code, 40001, 'bytes are counted, not characters');
  await t.db
    .insertInto('preference')
    .values(
      Array.from({ length: PREFERENCES.keys - 1 }, (_, index) => ({
        account_id: id,
        key: `list.${index}`,
        content: '{}',
        updated_at: t.clock.now(),
      })),
    )
    .execute();
  const more = await save('one.more', {});
  assert.deepEqual([more.code, more.msg], [40001, 'At most 200 personal settings are kept']);
  assert.equal((await save('large', {})).code, 100);
  assert.equal((await save('list.0', null)).code, 100);
  assert.equal((await save('one.more', {})).code, 100);
});

test('a drawing stored by an earlier version is served so that nothing in it can run', async () => {
  const id = t.ids.next();
  const drawing = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
  const contentType = 'image/svg+xml';
  await t.ports.files.put(fileKey('siteLogo', id, contentType), drawing, contentType);
  const stored = { id, scene: 'siteLogo', name: 'old.svg', contentType, bytes: drawing.length, width: 1, height: 1 };
  await insertFile(t.db, { ...stored, sha256: '', at: t.clock.now(), createdBy: 1 });
  const { headers, body } = await t.app.http.inject({ url: fileUrl(t.ports.secrets, t.clock, id) });
  assert.equal(body, drawing.toString());
  assert.equal(headers['content-type'], contentType);
  assert.equal(headers['x-content-type-options'], 'nosniff');
  assert.match(String(headers['content-security-policy']), /^default-src 'none';.* sandbox$/);
});
