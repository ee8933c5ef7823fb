import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Endpoint } from '../../../contract/endpoint';
import { endpoints } from '../../../contract/endpoints';
import { moduleText, objectText } from '../../../contract/record.texts';
import { LOCALES } from '../../../contract/text';
import { createTestApp, type TestApp } from '../../testing';
import { prepareGround } from '../../testing-stations';
import { linkRecords } from './chain';

let t: TestApp;
let owner: string;
let stations: readonly [number, number];

before(async () => {
  t = await createTestApp();
  owner = await t.signIn();
  const ground = await prepareGround(t);
  stations = [(await ground.open()).id, (await ground.open()).id];
});
after(() => t.close());

/** Writes a record as an API call does. */
async function write(
  values: Partial<{
    at: Date;
    accountId: number;
    code: number;
    module: string;
    action: string;
    no: string;
    money: boolean;
    ip: string;
    hours: boolean;
    before: object;
    after: object;
  }> = {},
) {
  const id = t.ids.next();
  await t.db
    .insertInto('operation_record')
    .values({
      id,
      at: values.at ?? t.clock.now(),
      account_id: values.accountId ?? 0,
      account: 'somebody',
      identity_name: '财务审核、西南区域运营',
      module: values.module ?? 'team',
      action: values.action ?? 'pause',
      object_type: 'team',
      object_id: 4,
      object_no: values.no ?? null,
      result_code: values.code ?? 100,
      before: JSON.stringify({ name: 'Old', promiseMin: 45, mapServerKey: 'changed', ...values.before }),
      after: JSON.stringify({ name: 'New', promiseMin: 45, mapServerKey: 'changed', ...values.after }),
      detail: null,
      reason: 'because',
      ip: values.ip ?? '203.0.113.9',
      ua: 'Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
      request_id: id.toString(16),
      cost_ms: 12,
      money: values.money ?? false,
      out_of_hours: values.hours ?? false,
    })
    .execute();
  return id;
}
const list = (input: Record<string, unknown>, token = owner) =>
  t.call('rights.Record/getList', input as never, { token, locale: 'en-US' });

test('every recorded endpoint has names of its action and module in four languages', () => {
  const lacking = Object.entries<Endpoint>(endpoints).flatMap(([address, endpoint]) => {
    if (endpoint.method === 'GET' || endpoint.audit === null) return [];
    const { text, module, object } = endpoint.audit;
    const texts = [text, moduleText(module), objectText(object)];
    return texts.every((one) => one && LOCALES.every((locale) => one[locale])) ? [] : [address];
  });
  assert.deepEqual(lacking, [], 'give audit.text at the endpoint, or a name in contract/record.texts.ts');
});

test('a row shows person, identity, action, object, result, changes, device, address and duration', async () => {
  const id = await write({ code: 42201, no: 'CD0004' });
  const { data } = await list({ requestId: id.toString(16) });
  const [row] = data.list;
  assert.deepEqual(
    [row?.id, row?.accountName, row?.moduleText, row?.actionText, row?.objectTypeText, row?.objectPath, row?.result],
    [id, 'somebody', 'Stations', 'Pause station', 'Station', '/teamList/index?open=4', 'refused'],
  );
  assert.equal(row?.identityText, 'Finance reviewer, 西南区域运营');
  assert.deepEqual(row?.changes, [
    { path: 'name', label: 'Station name', before: 'Old', after: 'New' },
    { path: 'mapServerKey', label: null, before: 'changed', after: 'changed' },
  ]);
  assert.deepEqual(
    [row?.ip, row?.ipPlace, row?.device, row?.costMs],
    ['203.0.113.9', null, 'Chrome 140, Linux x64', 12],
  );
});

test("changed days are formatted in the reader's locale", async () => {
  const days = { before: { openedAt: '2026-11-23' }, after: { openedAt: '2026-11-24' } };
  const requestId = (await write(days)).toString(16);
  for (const [locale, before, after] of [
    ['pt-BR', '23/11/2026', '24/11/2026'],
    ['en-US', '2026-11-23', '2026-11-24'],
  ] as const) {
    const { data } = await t.call('rights.Record/getList', { requestId }, { token: owner, locale });
    const change = data.list[0]?.changes.find(({ path }) => path === 'openedAt');
    assert.deepEqual([change?.before, change?.after], [before, after]);
  }
});

test('each filter selects exactly its records', async () => {
  const { id: lin } = await t.account({ account: 'lin' });
  const at = new Date('2026-02-20T10:00:00+08:00');
  const wanted = {
    account: await write({ at, accountId: lin }),
    module: await write({ at, module: 'site', action: 'saveSetting' }),
    no: await write({ at, no: 'XY_1' }),
    failed: await write({ at, code: 50001 }),
    refused: await write({ at, code: 40301 }),
    ip: await write({ at, ip: '198.51.100.7' }),
    money: await write({ at, money: true }),
    hours: await write({ at, hours: true }),
  };
  await write({ at, no: 'XYZ1' });
  const days = { atFrom: '2026-02-20', atTo: '2026-02-20' };
  const found = async (input: object) => (await list({ ...days, ...input })).data.list.map(({ id }) => id);
  assert.deepEqual(await found({ accountId: lin }), [wanted.account]);
  assert.deepEqual(await found({ module: 'site' }), [wanted.module]);
  assert.deepEqual(await found({ action: 'site.saveSetting' }), [wanted.module]);
  assert.deepEqual(await found({ objectNo: 'XY_' }), [wanted.no], 'a wildcard is a character like any other');
  assert.deepEqual(await found({ result: 'failed' }), [wanted.failed]);
  assert.deepEqual(await found({ result: 'refused' }), [wanted.refused]);
  assert.equal((await found({ result: 'success' })).length, 7);
  assert.deepEqual(await found({ ip: '198.51.' }), [wanted.ip]);
  assert.deepEqual(await found({ ip: '198.51.100.7' }), [wanted.ip]);
  assert.deepEqual(await found({ money: true }), [wanted.money]);
  assert.deepEqual(await found({ outOfHours: true }), [wanted.hours]);
  assert.equal((await found({ money: false })).length, 8);
  assert.deepEqual((await found({ sortField: 'at', sortOrder: 'asc' }))[0], wanted.account);
});

test("every module and action of the page's filter finds its records, even if the name contains dots", async () => {
  const id = await write({ module: 'financial.bill', action: 'reverse' });
  const { data } = await t.call('rights.Record/getChoices', {}, { token: owner, locale: 'en-US' });
  for (const [key, choices] of [['module', data.modules] as const, ['action', data.actions] as const]) {
    assert.equal((await list({ [key]: choices.map(({ value }) => value).slice(0, 50) })).code, 100);
  }
  assert.ok(data.actions.some(({ value }) => value === 'financial.bill.reverse'));
  for (const filter of [{ module: 'financial.bill' }, { action: 'financial.bill.reverse' }]) {
    assert.deepEqual(
      (await list(filter)).data.list.map((row) => row.id),
      [id],
    );
  }
});

test('the default is the last 30 days; more than 92 days or a reversed range is refused', async () => {
  const { data } = await list({});
  assert.deepEqual(data.summary, { fromDay: '2026-01-31', toDay: '2026-03-01', archived: [] });
  assert.equal((await list({ atFrom: '2025-12-01', atTo: '2026-03-02' })).code, 100);
  assert.equal((await list({ atFrom: '2025-12-01', atTo: '2026-03-03' })).code, 40006);
  assert.equal((await list({ atFrom: '2026-03-02', atTo: '2026-03-01' })).code, 40006);
  const old = await write({ at: new Date('2024-01-01T00:00:00Z') });
  assert.deepEqual(
    (await list({ requestId: old.toString(16) })).data.list.map(({ id }) => id),
    [old],
  );
});

test("days begin at midnight in the platform's time zone, not the database's", async () => {
  const early = await write({ at: new Date('2026-01-10T00:00:00+08:00') });
  const late = await write({ at: new Date('2026-01-10T23:59:59.999+08:00') });
  await write({ at: new Date('2026-01-11T00:00:00+08:00') });
  const { data } = await list({ atFrom: '2026-01-10', atTo: '2026-01-10' });
  assert.deepEqual(
    data.list.map(({ id }) => id),
    [late, early],
  );
});

test('the detail shows every changed field, the recorded values, and the chain position once linked', async () => {
  const id = await write();
  const before = await t.call('rights.Record/getDetail', { id }, { token: owner });
  assert.equal(before.data.link, null);
  assert.match(before.data.raw ?? '', /"promiseMin": 45/);
  await linkRecords(t.db, t.clock);
  const linked = await t.call('rights.Record/getDetail', { id }, { token: owner });
  const head = await t.call('rights.Record/getHead', {}, { token: owner });
  assert.deepEqual(linked.data.link, { position: head.data.position, hash: head.data.hash });
  assert.equal((await t.call('rights.Record/getDetail', { id: 3 }, { token: owner })).code, 40401);
});

test('the history of an object contains all of its records and no others', async () => {
  const mine = await write({ at: new Date('2023-05-05T00:00:00Z') });
  const { data } = await t.call('rights.Record/getObjectHistory', { id: mine, limit: 100 }, { token: owner });
  assert.ok(data.list.some(({ id }) => id === mine));
  assert.ok(data.list.every(({ objectType, objectId }) => objectType === 'team' && objectId === 4));
});

test('a person with some stations sees records of themselves and of people within these stations, and 40302 for others', async () => {
  const [inside, outside] = stations;
  const reader = await t.account({ account: 'reader', rules: [83], scope: { kind: 'teams', ids: [inside] } });
  const near = await t.account({ account: 'near', type: 'station', identity: 'stationAdmin', teamIds: [inside] });
  const far = await t.account({
    account: 'far',
    type: 'station',
    identity: 'stationAdmin',
    teamIds: [inside, outside],
  });
  const chief = await t.account({ account: 'chief' });
  const wanted = await Promise.all([reader, near].map(({ id }) => write({ accountId: id })));
  const hidden = await Promise.all([far.id, chief.id, 0].map((accountId) => write({ accountId })));
  const token = await t.signIn('reader');
  const shown = (await list({ limit: 100 }, token)).data.list.map(({ id }) => id);
  for (const id of wanted) assert.ok(shown.includes(id));
  for (const id of hidden) {
    assert.ok(!shown.includes(id));
    assert.equal((await t.call('rights.Record/getDetail', { id }, { token })).code, 40302);
  }
  assert.equal((await list({ accountId: near.id }, token)).code, 100);
  assert.equal((await list({ accountId: far.id }, token)).code, 40302);
  assert.equal((await list({ accountId: [near.id, chief.id] }, token)).code, 40302);
  assert.equal((await list({ accountId: 12 }, token)).code, 40401);
  const { data } = await t.call('rights.Record/getObjectHistory', { id: wanted[0] ?? 0, limit: 100 }, { token });
  assert.ok(data.list.every(({ accountId }) => [reader.id, near.id].includes(accountId)));
  const { data: options } = await t.call('common.Option/getOptions', { types: 'people' }, { token });
  const offered = options.people?.map(({ value }) => value) ?? [];
  assert.ok(offered.includes(reader.id) && offered.includes(near.id));
  assert.ok(!offered.includes(far.id) && !offered.includes(chief.id));
});

test('a refused page and a revealed phone leave records', async () => {
  await t.account({ account: 'curious', rules: [2] });
  const token = await t.signIn('curious');
  const refused = await list({}, token);
  assert.equal(refused.code, 40301);
  const { data } = await list({ requestId: refused.requestId });
  assert.deepEqual(
    data.list.map(({ account, result, resultCode, actionText }) => [account, result, resultCode, actionText]),
    [['curious', 'refused', 40301, 'View (getList)']],
  );
  const [team] = stations;
  const revealed = await t.call(
    'common.Sensitive/unmask',
    { objectType: 'team', id: team, field: 'contactTel', reason: 'call back' },
    { token: owner },
  );
  assert.equal(revealed.code, 100);
  const [row] = (await list({ reveals: true })).data.list;
  assert.deepEqual([row?.requestId, row?.reason, row?.objectType], [revealed.requestId, 'call back', 'team']);
});

test("a change at night counts as out of hours, in the platform's time zone", async () => {
  const save = async () => (await t.call('dashboard.Index/saveQuickLinks', { paths: [] }, { token: owner })).requestId;
  t.clock.set('2026-03-01T23:30:00+08:00');
  owner = await t.signIn();
  const late = await save();
  t.clock.set('2026-03-02T09:00:00+08:00');
  owner = await t.signIn();
  const early = await save();
  const of = async (requestId: string) => (await list({ requestId })).data.list[0]?.outOfHours;
  assert.deepEqual([await of(late), await of(early)], [true, false]);
});
