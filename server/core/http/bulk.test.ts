import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { endpoints } from '../../../contract/endpoints';
import { LIST_LIMITS } from '../../../contract/limits';
import { createTestApp, type TestApp } from '../../testing';
import { type Ground, prepareGround } from '../../testing-stations';
import { targetIds } from './bulk';
import type { ActorContext } from './context';

let t: TestApp;
let ground: Ground;
const stations: number[] = [];
before(async () => {
  t = await createTestApp();
  ground = await prepareGround(t);
  for (let n = 0; n < 3; n += 1) stations.push((await ground.open({ name: `Pier ${n}` })).id);
  stations.push((await ground.station({ name: 'Pier that is not open' })).id);
});
after(() => t.close());

const bulk = (input: object, token = ground.owner) =>
  t.raw('team.Team/bulk', { action: 'pause', reason: 'Flood', ...input }, { token, locale: 'en-US' });
const states = async () =>
  (await t.db.selectFrom('team').select('status').where('id', 'in', stations).orderBy('id').execute()).map(
    ({ status }) => status,
  );

test('a filter call is refused with the current count when it differs from the agreed count, and changes nothing', async () => {
  const answer = await bulk({ filter: { keyword: 'Pier' }, count: 3 });
  assert.deepEqual([answer.code, answer.data], [40905, { count: 4 }]);
  assert.match(answer.msg, /^4 records/);
  assert.deepEqual(await states(), ['operating', 'operating', 'operating', 'preparing']);
});

test('a filter does not match records outside the data scope', async () => {
  const [first = 0] = stations;
  const { account } = await t.account({ rules: [2, 10, 11, 1107], scope: { kind: 'teams', ids: [first] } });
  const token = await t.signIn(account);
  assert.deepEqual((await bulk({ filter: { keyword: 'Pier' }, count: 4 }, token)).data, { count: 1 });
  const { data } = await bulk({ filter: { keyword: 'Pier' }, count: 1 }, token);
  assert.deepEqual(data, { success: 1, failed: [] });
  assert.deepEqual(await states(), ['paused', 'operating', 'operating', 'preparing']);
});

test('each record that the filter matches is changed separately; refused records are listed by name', async () => {
  const { code, data } = await bulk({ filter: { keyword: 'Pier' }, count: 4 });
  const { success, failed } = data as { success: number; failed: { id: number; no: string; code: number }[] };
  assert.deepEqual([code, success, failed.map((one) => one.code)], [100, 2, [42201, 42201]]);
  assert.ok(failed.every(({ no }) => no !== ''));
  assert.deepEqual(await states(), ['paused', 'paused', 'paused', 'preparing']);
  const record = await t.db
    .selectFrom('operation_record')
    .select(['after', 'detail'])
    .where('action', '=', 'bulk')
    .where('result_code', '=', 100)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  assert.deepEqual((record.after as { filter: object }).filter, { keyword: 'Pier' });
  assert.equal((record.after as { ids: number[] }).ids.length, 2);
});

test('a call needs either ids or a filter with its count; an unknown filter key is refused', async () => {
  for (const input of [
    {},
    { ids: stations, filter: {}, count: 4 },
    { filter: {} },
    { filter: { keywrod: 'x' }, count: 4 },
  ]) {
    assert.equal((await bulk(input)).code, 40001, JSON.stringify(input));
  }
});

test('staff and account calls accept a filter too, and need the same second verification as with ids', async () => {
  for (let n = 0; n < 3; n += 1) await t.account({ account: `lantern${n}`, identity: 'customerService' });
  const call = (address: string, input: object) => t.raw(address, input, { token: ground.owner });
  const filter = { keyword: 'lantern' };
  const locked = await call('dashboard.AccountManage/bulk', { action: 'forceLogout', filter, count: 3 });
  assert.deepEqual(locked.data, { success: 3, failed: [] });
  const identity = await t.db
    .selectFrom('identity')
    .select('id')
    .where('builtin_key', '=', 'customerService')
    .executeTakeFirstOrThrow();
  const given = { action: 'setIdentity', identityIds: [identity.id], filter, count: 3 };
  assert.equal((await call('rights.Staff/bulk', given)).code, 40303);
  const disabled = await call('rights.Staff/bulk', { action: 'disable', filter, count: 3 });
  assert.deepEqual(disabled.data, { success: 3, failed: [] });
});

/** Counts the statements that the server sends while `work` runs. */
async function statementsOf(work: () => Promise<unknown>): Promise<number> {
  const { query } = pg.Client.prototype;
  let sent = 0;
  pg.Client.prototype.query = function counted(this: pg.Client, ...given: unknown[]) {
    sent += 1;
    return (query as (...args: unknown[]) => never).apply(this, given);
  } as typeof query;
  try {
    await work();
  } finally {
    pg.Client.prototype.query = query;
  }
  return sent;
}

test('a bulk call over many records and its undo send as many statements as one over few records', async () => {
  const make = async (word: string, count: number) => {
    const all: number[] = [];
    for (let n = 0; n < count; n += 1) {
      all.push((await t.account({ account: `${word}_${n}`, identity: 'customerService' })).id);
    }
    return all;
  };
  const [few, many] = [await make('few', 3), await make('many', 30)];
  const auditor = await t.db
    .selectFrom('identity')
    .select('id')
    .where('builtin_key', '=', 'auditor')
    .executeTakeFirstOrThrow();
  const ticket = await t.ticket(ground.owner);
  const how = { token: ground.owner, ticket, locale: 'en-US' as const };
  const stations = async (count: number) => {
    const all: number[] = [];
    for (let n = 0; n < count; n += 1) all.push((await ground.open()).id);
    return all;
  };
  const [fewTeams, manyTeams] = [await stations(2), await stations(12)];
  const steps: [string, object, number[], number[]][] = [
    ['team.Team/bulk', { action: 'pause', reason: 'Flood' }, fewTeams, manyTeams],
    ['rights.Staff/bulk', { action: 'setIdentity', identityIds: [auditor.id] }, few, many],
    ['rights.Staff/bulk', { action: 'disable', reason: 'Left' }, few, many],
    ['dashboard.AccountManage/bulk', { action: 'lock', reason: 'Left' }, few, many],
    ['dashboard.AccountManage/bulk', { action: 'forceLogout' }, few, many],
    ['dashboard.AccountManage/bulk', { action: 'requirePasswordChange' }, few, many],
  ];
  for (const [address, input, ...sizes] of steps) {
    const counted: number[][] = [];
    for (const ids of sizes) {
      const told: number[] = [];
      const done = await statementsOf(async () => {
        const { code, data, msg } = await t.raw(address, { ...input, ids }, how);
        assert.equal(code, 100, msg);
        told.push((data as { success: number }).success);
      });
      assert.deepEqual(told, [ids.length], JSON.stringify(input));
      const [action] = (await t.call('common.Undo/getList', {}, how)).data.list;
      const undoId = action?.undoId;
      const undone = undoId
        ? await statementsOf(async () => {
            const answer = await t.call('common.Undo/undo', { id: undoId }, how);
            assert.equal(answer.data.success, ids.length, JSON.stringify(answer));
          })
        : 0;
      counted.push([done, undone]);
    }
    assert.deepEqual(counted[1], counted[0], `${address} ${JSON.stringify(input)}`);
  }
});

test('more records than one call may change are refused, whatever the agreed count', async () => {
  const most = LIST_LIMITS.bulkByFilter;
  const asked: number[] = [];
  const find = async (_filter: object, limit: number) => {
    asked.push(limit);
    return Array.from({ length: limit }, (_, index) => index + 1);
  };
  const ctx = { locale: 'en-US', guardSearch: (search) => search.find() } as ActorContext;
  await assert.rejects(
    targetIds(ctx, { filter: {}, count: most }, endpoints['team.Team/getList'], find),
    (error: { code?: number }) => error.code === 40010,
  );
  assert.deepEqual(asked, [most + 1]);
});
