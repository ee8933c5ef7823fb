import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { endpoints } from '../../../contract/endpoints';
import { COMPENSATIONS, UNDO_MINUTES } from '../../../contract/undo.calls';
import { createTestApp, TEST_BROWSER, TEST_NOW, type TestApp } from '../../testing';
import { prepareGround } from '../../testing-stations';
import { undoJobs } from './jobs';

let t: TestApp;
let owner: string;
let station: { id: number; version: number };
let ground: Awaited<ReturnType<typeof prepareGround>>;
before(async () => {
  t = await createTestApp();
  owner = await t.signIn();
  ground = await prepareGround(t);
});
after(() => t.close());
beforeEach(async () => {
  t.clock.set(TEST_NOW);
  station = await ground.open();
});

const MINUTE = 60_000;
const list = async (token = owner) => (await t.call('common.Undo/getList', {}, { token, locale: 'en-US' })).data.list;
const newest = async (token = owner) => {
  const [first] = await list(token);
  assert.ok(first);
  return first;
};
const undo = (id: number | null, token = owner, more: object = {}) =>
  t.call('common.Undo/undo', { id: id ?? 0 }, { token, locale: 'en-US', ...more });
const detail = async () => (await t.call('team.Team/getDetail', { id: station.id }, { token: owner })).data;
async function pause(token = owner) {
  const { version } = await detail();
  const done = await t.call('team.Team/pause', { id: station.id, version, reason: 'Heavy rain' }, { token });
  assert.equal(done.code, 100, done.msg);
  return newest(token);
}
const recordOf = (requestId: string) =>
  t.db.selectFrom('operation_record').selectAll().where('request_id', '=', requestId).execute();

test('every compensation is an endpoint of the contract that records its calls', () => {
  for (const [address, compensation] of Object.entries(COMPENSATIONS)) {
    const endpoint = endpoints[compensation.address];
    assert.equal(endpoint.method, 'POST', address);
    assert.ok(endpoint.audit, `${address} is taken back by a call without a record`);
  }
});

test('a pause is undone once by the call that resumes, and the record names the undone action', async () => {
  const action = await pause();
  assert.equal(action.state, 'open');
  assert.equal((await detail()).status, 'paused');
  const done = await undo(action.undoId);
  assert.equal(done.code, 100, done.msg);
  assert.match(done.data.message ?? '', /Undone/);
  assert.equal((await detail()).status, 'operating');
  const records = await recordOf(done.requestId);
  assert.equal(records.length, 1);
  const [record] = records;
  assert.equal(record?.module, 'common');
  assert.equal(record?.object_type, 'team');
  assert.equal(record?.object_id, station.id);
  assert.deepEqual(record?.detail, { undoes: { recordId: action.id, address: 'team.Team/pause' } });
  assert.equal((await undo(action.undoId)).code, 42201);
  const again = (await list()).find(({ id }) => id === action.id);
  assert.equal(again?.state, 'undone');
  assert.equal(again?.undoId, null);
});

test('undoing a resumption restores the reason of the pause', async () => {
  await pause();
  const { version } = await detail();
  await t.call('team.Team/resume', { id: station.id, version }, { token: owner });
  assert.equal((await undo((await newest()).undoId)).code, 100);
  const now = await detail();
  assert.deepEqual([now.status, now.statusReason], ['paused', 'Heavy rain']);
});

test('after the deadline nothing can be undone, and the stored values are deleted', async () => {
  const action = await pause();
  t.clock.advance(UNDO_MINUTES * MINUTE);
  const late = await undo(action.undoId);
  assert.equal(late.code, 42201);
  assert.match(late.msg, /Too late to undo/);
  assert.equal((await newest()).state, 'late');
  for (const job of undoJobs) await job.run(t.db, t.clock, t.ids);
  const kept = await t.db
    .selectFrom('undo_entry')
    .select('payload')
    .where('record_id', '=', action.undoId ?? 0)
    .execute();
  assert.deepEqual(kept, [{ payload: null }]);
  assert.equal((await detail()).status, 'paused');
});

test('a later change of the object is kept, and the refusal names its author', async () => {
  const action = await pause();
  const other = await t.account({ account: 'other_undo' });
  const token = await t.signIn(other.account);
  const { version } = await detail();
  const since = await t.call('team.Team/resume', { id: station.id, version }, { token });
  assert.equal(since.code, 100, since.msg);
  assert.equal((await list()).find(({ id }) => id === action.id)?.state, 'changed');
  const refused = await undo(action.undoId);
  assert.equal(refused.code, 40901);
  assert.ok((refused.data as unknown as { changedBy: string }).changedBy !== '');
  assert.equal((await detail()).status, 'operating');
});

test('a later edit that is not in the list of actions changes the version, so the undo is refused', async () => {
  const action = await pause();
  await t.db
    .updateTable('team')
    .set(({ eb }) => ({ version: eb('version', '+', 1) }))
    .where('id', '=', station.id)
    .execute();
  assert.equal((await undo(action.undoId)).code, 40901);
});

test('people cannot undo another person’s action, and their own only with their present permissions', async () => {
  const officer = await t.account({ account: 'officer_undo', rules: [1, 11, 1107] });
  const token = await t.signIn(officer.account);
  const action = await pause(token);
  assert.equal((await undo(action.undoId, owner)).code, 40401);
  assert.ok(!(await list(owner)).some(({ id }) => id === action.id));
  await t.db.deleteFrom('account_identity').where('account_id', '=', officer.id).execute();
  const refused = await undo(action.undoId, token);
  assert.equal(refused.code, 40301);
  assert.equal((await detail()).status, 'paused');
});

test('an undo needs a second verification if the opposite action needs one', async () => {
  await pause();
  const freeze = async () => {
    const { version } = await detail();
    const input = { id: station.id, version, reason: 'Incident' };
    return t.call('team.Team/freeze', input, { token: owner, ticket: await t.ticket(owner) });
  };
  assert.equal((await freeze()).code, 100);
  const action = await newest();
  assert.equal((await undo(action.undoId)).code, 40303);
  assert.equal((await undo(action.undoId, owner, { ticket: await t.ticket(owner) })).code, 100);
  assert.equal((await detail()).status, 'paused');
});

test('an action that cannot be reverted exactly is not offered', async () => {
  const { version } = await detail();
  const input = { id: station.id, version, reason: 'Incident' };
  await t.call('team.Team/freeze', input, { token: owner, ticket: await t.ticket(owner) });
  const action = await newest();
  assert.deepEqual([action.state, action.undoId], ['never', null]);
});

test('undoing a switch restores its former position with parameters', async () => {
  const change = { teamId: station.id, key: 'busyMode' as const };
  const until = new Date(t.clock.now().getTime() + 60 * MINUTE).toISOString();
  const params = { addMin: 20, surchargeFen: 300 };
  const on = await t.call(
    'team.Operation/setSwitch',
    { ...change, version: 0, on: true, params, until },
    { token: owner },
  );
  assert.equal(on.code, 100, on.msg);
  const off = await t.call('team.Operation/setSwitch', { ...change, version: 1, on: false }, { token: owner });
  assert.equal(off.code, 100, off.msg);
  const undone = await undo((await newest()).undoId);
  assert.equal(undone.code, 100, undone.msg);
  const { switches } = (await t.call('team.Operation/getOne', { id: station.id }, { token: owner })).data;
  const busy = switches.find(({ key }) => key === 'busyMode');
  assert.deepEqual([busy?.on, busy?.params, busy?.until], [true, params, until]);
});

test('undoing settings restores their former values as a new version, but not a replaced secret', async () => {
  const read = async (group: 'teamDefaults' | 'map') =>
    (await t.call('site.Site/getSetting', { group }, { token: owner })).data;
  const save = async (group: 'teamDefaults' | 'map', values: object) =>
    t.call(
      'site.Site/saveSetting',
      { group, values: { ...(await read(group)).values, ...values }, version: (await read(group)).version },
      { token: owner, ticket: await t.ticket(owner) },
    );
  const before = await read('teamDefaults');
  assert.equal((await save('teamDefaults', { promiseMin: 77 })).code, 100);
  const done = await undo((await newest()).undoId, owner, { ticket: await t.ticket(owner) });
  assert.equal(done.code, 100, done.msg);
  const now = await read('teamDefaults');
  assert.deepEqual(now.values, before.values);
  assert.equal(now.version, before.version + 2);
  assert.equal((await save('map', { mapServerKey: 'a'.repeat(32) })).code, 100);
  assert.equal((await newest()).undoId, null);
});

test('undo unlocks a locked account, enables a disabled one, and restores a person’s values', async () => {
  const victim = await t.account({
    account: 'victim_undo',
    type: 'station',
    identity: 'stationAdmin',
    teamIds: [station.id],
  });
  const state = async () =>
    (await t.call('dashboard.AccountManage/getDetail', { id: victim.id }, { token: owner })).data.state;
  for (const [deed, during] of [
    ['lock', 'locked'],
    ['disable', 'disabled'],
  ] as const) {
    const done = await t.call(
      `dashboard.AccountManage/${deed}`,
      { id: victim.id, reason: 'Wrong one' },
      { token: owner },
    );
    assert.equal(done.code, 100, done.msg);
    assert.equal(await state(), during);
    assert.equal((await undo((await newest()).undoId)).code, 100);
    assert.notEqual(await state(), during);
  }
});

test('only the answers of undoable calls have the undo header', async () => {
  const { version } = await detail();
  const call = (address: string, payload: object) =>
    t.app.http.inject({
      method: 'POST',
      url: `/api/${address}`,
      headers: { authorization: owner, 'content-type': 'application/json', 'user-agent': TEST_BROWSER },
      payload,
    });
  const paused = await call('team.Team/pause', { id: station.id, version, reason: 'Heavy rain' });
  assert.equal(Number(paused.headers['x-undo']), (await newest()).undoId);
  const refused = await call('team.Team/pause', { id: station.id, version, reason: 'Heavy rain' });
  assert.equal(refused.headers['x-undo'], undefined);
});

test('undo restores the former values of a rule, a department, an identity, a person and the own account', async () => {
  const ticket = await t.ticket(owner);
  const back = async () => {
    const done = await undo((await newest()).undoId, owner, { ticket });
    assert.equal(done.code, 100, done.msg);
  };
  const how = { token: owner, ticket };

  const rule = async () =>
    (await t.call('dashboard.Notice/getRules', {}, how)).data.list.find(({ event }) => event === 'loginRisk');
  const { event, enabled, threshold, channels, identityIds, accountIds, teamAdmins, mergeMin, quiet, version } =
    (await rule()) ?? assert.fail();
  const values = { event, enabled, threshold, channels, identityIds, accountIds, teamAdmins, quiet };
  assert.equal((await t.call('dashboard.Notice/saveRule', { ...values, mergeMin: 33, version }, how)).code, 100);
  await back();
  assert.equal((await rule())?.mergeMin, mergeMin);

  const add = await t.call('rights.Staff/saveDepartment', { version: 0, name: 'Finance', parentId: null }, how);
  const department = { id: add.data.id, version: add.data.version, name: 'Money', parentId: null };
  assert.equal((await t.call('rights.Staff/saveDepartment', department, how)).code, 100);
  await back();
  const { list: departments } = (await t.call('rights.Staff/getDepartments', {}, how)).data;
  assert.equal(departments.find(({ id }) => id === add.data.id)?.name, 'Finance');

  const identity = {
    name: 'Watcher',
    type: 'hq' as const,
    description: '',
    ruleIds: [1, 11],
    dataScope: { kind: 'all' as const, ids: [] },
    fieldRules: [],
    loginHours: null,
    ipAllowList: ['10.0.0.0/8'],
    need2v: false,
  };
  const made = (await t.call('rights.Identity/save', identity, how)).data;
  const edit = { ...identity, id: made.id, version: made.version, name: 'Viewer', ipAllowList: [] };
  assert.equal((await t.call('rights.Identity/save', edit, how)).code, 100);
  await back();
  const now = (await t.call('rights.Identity/getDetail', { id: made.id }, how)).data;
  assert.deepEqual([now.name, now.ipAllowList, now.version], ['Watcher', ['10.0.0.0/8'], made.version + 2]);

  const person = {
    name: 'Lin Yue',
    account: 'linyue_undo',
    tel: '13900001234',
    email: null,
    departmentId: add.data.id,
    post: null,
    identityIds: [made.id],
    extraTeamIds: [],
    expireAt: null,
    remark: null,
  };
  const hired = await t.call('rights.Staff/save', { ...person, version: 0, sendInvite: false }, how);
  assert.equal(hired.code, 100, JSON.stringify(hired));
  const { id, version: first } = hired.data;
  const moved = { ...person, id, version: first, departmentId: null, tel: '13900005678' };
  assert.equal((await t.call('rights.Staff/save', moved, how)).code, 100);
  await back();
  const row = await t.db.selectFrom('account').select(['tel', 'department_id']).where('id', '=', id).execute();
  assert.deepEqual(row, [{ tel: '13900001234', department_id: add.data.id }]);
});

const states = async (ids: readonly number[]) => {
  const rows = await t.db.selectFrom('team').select(['id', 'status']).where('id', 'in', ids).execute();
  return ids.map((id) => rows.find((row) => row.id === id)?.status);
};
const several = async () => [station.id, (await ground.open()).id, (await ground.open()).id] as const;
const bulk = async (input: object, token = owner) => {
  const done = await t.raw('team.Team/bulk', input, { token, locale: 'en-US' });
  assert.equal(done.code, 100, done.msg);
  return newest(token);
};

test('a bulk pause is one action, and its undo covers each station under one record', async () => {
  const ids = await several();
  const action = await bulk({ ids, action: 'pause', reason: 'Heavy rain' });
  assert.deepEqual([action.state, action.count, action.left], ['open', 3, 3]);
  assert.equal(action.actionText, 'Pause station × 3');
  const done = await undo(action.undoId);
  assert.equal(done.code, 100, done.msg);
  assert.deepEqual([done.data.success, done.data.failed], [3, []]);
  assert.deepEqual(await states(ids), ['operating', 'operating', 'operating']);
  const records = await recordOf(done.requestId);
  assert.equal(records.length, 1);
  assert.equal(records[0]?.object_type, 'team');
  assert.deepEqual(records[0]?.after, { ids: [...ids] });
  assert.deepEqual(records[0]?.detail, {
    failed: [],
    undoes: { recordId: action.id, address: 'team.Team/pause' },
  });
  assert.equal((await undo(action.undoId)).code, 42201);
  assert.equal((await list()).find(({ id }) => id === action.id)?.state, 'undone');
});

test('undoing a bulk resume restores each pause with its own reason', async () => {
  const ids = await several();
  for (const [at, id] of ids.entries()) {
    const { version } = (await t.call('team.Team/getDetail', { id }, { token: owner })).data;
    await t.call('team.Team/pause', { id, version, reason: `Reason ${at}` }, { token: owner });
  }
  const action = await bulk({ ids, action: 'resume' });
  assert.equal((await undo(action.undoId)).data.success, 3);
  const rows = await t.db.selectFrom('team').select(['id', 'status_reason']).where('id', 'in', ids).execute();
  assert.deepEqual(
    ids.map((id) => rows.find((row) => row.id === id)?.status_reason),
    ['Reason 0', 'Reason 1', 'Reason 2'],
  );
});

test('undoing a bulk action skips only records with later changes and names their authors', async () => {
  const ids = await several();
  const action = await bulk({ ids, action: 'pause', reason: 'Heavy rain' });
  const [, changed, edited] = ids;
  const detailOf = async (id: number) => (await t.call('team.Team/getDetail', { id }, { token: owner })).data;
  const { version, code } = await detailOf(changed);
  await t.call('team.Team/resume', { id: changed, version }, { token: owner });
  // This change has no undo entry. Only the version shows that the station changed.
  await t.db
    .updateTable('team')
    .set(({ eb }) => ({ version: eb('version', '+', 1) }))
    .where('id', '=', edited)
    .execute();
  const shown = (await list()).find(({ id }) => id === action.id);
  assert.deepEqual([shown?.state, shown?.count, shown?.left], ['open', 3, 2]);
  const done = await undo(action.undoId);
  assert.equal(done.code, 100, done.msg);
  assert.equal(done.data.success, 1);
  assert.deepEqual(
    done.data.failed.map((row) => [row.id, row.code]),
    [
      [changed, 40901],
      [edited, 40901],
    ],
  );
  assert.equal(done.data.failed[0]?.no, code);
  assert.match(done.data.failed[0]?.msg ?? '', /has changed it since/);
  assert.deepEqual(await states(ids), ['operating', 'operating', 'paused']);
  const [record] = await recordOf(done.requestId);
  assert.deepEqual(record?.after, { ids: [ids[0]] });
});

test('a later single change blocks only its own row, even after that change was undone', async () => {
  const ids = await several();
  const whole = await bulk({ ids, action: 'pause', reason: 'Heavy rain' });
  const { version } = await detail();
  await t.call('team.Team/resume', { id: station.id, version }, { token: owner });
  const single = await newest();
  assert.equal((await undo(single.undoId)).code, 100);
  const done = await undo(whole.undoId);
  assert.equal(done.data.success, 2);
  assert.deepEqual(
    done.data.failed.map(({ id }) => id),
    [station.id],
  );
  assert.deepEqual(await states(ids), ['paused', 'operating', 'operating']);
});

test('two concurrent clicks undo a bulk action once', async () => {
  const ids = await several();
  const action = await bulk({ ids, action: 'pause', reason: 'Heavy rain' });
  const codes = (await Promise.all([undo(action.undoId), undo(action.undoId)])).map(({ code }) => code);
  assert.deepEqual(codes.sort(), [100, 42201]);
  const versions = await t.db.selectFrom('team').select('version').where('id', 'in', ids).execute();
  assert.deepEqual(await states(ids), ['operating', 'operating', 'operating']);
  assert.equal(new Set(versions.map(({ version }) => version)).size <= 2, true);
});

test('people cannot undo another person’s bulk action, nor their own after the deadline', async () => {
  const ids = await several();
  const action = await bulk({ ids, action: 'pause', reason: 'Heavy rain' });
  const other = await t.signIn((await t.account({ account: 'other_bulk_undo' })).account);
  assert.equal((await undo(action.undoId, other)).code, 40401);
  t.clock.advance(UNDO_MINUTES * MINUTE);
  assert.equal((await newest()).state, 'late');
  assert.equal((await undo(action.undoId)).code, 42201);
  assert.deepEqual(await states(ids), ['paused', 'paused', 'paused']);
});

test("undoing a bulk switch restores each station's former position", async () => {
  const ids = await several();
  const params = { addMin: 20, surchargeFen: 300 };
  const until = new Date(t.clock.now().getTime() + 60 * MINUTE).toISOString();
  const one = { teamId: station.id, key: 'busyMode' as const, version: 0, on: true, params, until };
  assert.equal((await t.call('team.Operation/setSwitch', one, { token: owner })).code, 100);
  const set = { ids: [...ids], key: 'busyMode' as const, on: true, params: { addMin: 40, surchargeFen: 0 }, until };
  const bulkDone = await t.call('team.Operation/bulkSwitch', set, { token: owner });
  assert.equal(bulkDone.data.success, 3, JSON.stringify(bulkDone));
  const done = await undo((await newest()).undoId);
  assert.equal(done.data.success, 3, JSON.stringify(done));
  const busy = async (id: number) =>
    (await t.call('team.Operation/getOne', { id }, { token: owner })).data.switches.find(
      ({ key }) => key === 'busyMode',
    );
  assert.deepEqual([(await busy(ids[0]))?.on, (await busy(ids[0]))?.params], [true, params]);
  assert.deepEqual([(await busy(ids[1]))?.on, (await busy(ids[2]))?.on], [false, false]);
});

test('undo unlocks accounts that were locked together and enables staff who were disabled together', async () => {
  const make = (account: string) =>
    t.account({ account, type: 'station', identity: 'stationAdmin', teamIds: [station.id] });
  const ids = [(await make('bulk_lock_1')).id, (await make('bulk_lock_2')).id];
  const rows = async (of: readonly number[]) =>
    (await t.db.selectFrom('account').select('status').where('id', 'in', of).execute()).map(({ status }) => status);
  const locked = await t.raw('dashboard.AccountManage/bulk', { ids, action: 'lock' }, { token: owner });
  assert.equal(locked.code, 100, locked.msg);
  assert.equal((await undo((await newest()).undoId)).data.success, 2);
  const unlocked = await Promise.all(
    ids.map(async (id) => (await t.call('dashboard.AccountManage/getDetail', { id }, { token: owner })).data.state),
  );
  assert.ok(unlocked.every((state) => state !== 'locked'));

  const people = [(await t.account({ account: 'bulk_staff_1' })).id, (await t.account({ account: 'bulk_staff_2' })).id];
  const disabled = await t.raw(
    'rights.Staff/bulk',
    { ids: people, action: 'disable', reason: 'Left' },
    { token: owner },
  );
  assert.equal(disabled.code, 100, disabled.msg);
  assert.deepEqual(await rows(people), ['disabled', 'disabled']);
  const done = await undo((await newest()).undoId);
  assert.equal(done.data.success, 2, JSON.stringify(done));
  assert.ok((await rows(people)).every((status) => status !== 'disabled'));
});

test('a second verification that the opposite needs is requested before any row is undone', async () => {
  const people = [
    await t.account({ account: 'bulk_role_1', rules: [1, 11] }),
    await t.account({ account: 'bulk_role_2', rules: [1, 11] }),
  ].map(({ id }) => id);
  const [identity] = await t.db
    .selectFrom('account_identity')
    .select('identity_id')
    .where('account_id', '=', people[1] ?? 0)
    .execute();
  const ticket = await t.ticket(owner);
  const input = { ids: people, action: 'setIdentity', identityIds: [identity?.identity_id ?? 0] };
  const given = await t.raw('rights.Staff/bulk', input, { token: owner, ticket });
  assert.equal(given.code, 100, given.msg);
  const action = await newest();
  assert.equal(action.undoId, action.id);
  assert.equal((await undo(action.undoId)).code, 40303);
  const done = await undo(action.undoId, owner, { ticket });
  assert.equal(done.data.success, 2, JSON.stringify(done));
});

test('the record of a bulk call says in four languages what was done and how often', async () => {
  const ids = await several();
  await bulk({ ids, action: 'pause', reason: 'Heavy rain' });
  const people = [(await t.account({ account: 'said_1' })).id, (await t.account({ account: 'said_2' })).id];
  const ask = { ids: people, action: 'requirePasswordChange' } as const;
  assert.equal((await t.call('dashboard.AccountManage/bulk', ask, { token: owner })).code, 100);
  const set = { ids: [ids[1], ids[2]], key: 'selfPickup' as const, on: true };
  const done = await t.call('team.Operation/bulkSwitch', set, { token: owner });
  assert.equal(done.data.success, 2, JSON.stringify(done));
  const words = {
    'zh-CN': ['批量操作开关 · 到店自取 × 2', '要求修改密码 × 2', '暂停营业 × 3'],
    'zh-TW': ['批次操作開關 · 到店自取 × 2', '要求修改密碼 × 2', '暫停營業 × 3'],
    'en-US': ['Set a switch in bulk · Self pickup × 2', 'Require password change × 2', 'Pause station × 3'],
    'pt-BR': ['Mudar controle em lote · Retirada no local × 2', 'Exigir troca de senha × 2', 'Pausar estação × 3'],
  } as const;
  for (const [locale, expected] of Object.entries(words)) {
    const how = { token: owner, locale: locale as keyof typeof words };
    const mine = (await t.call('common.Undo/getList', {}, how)).data.list.slice(0, 3);
    assert.deepEqual(
      mine.map(({ actionText }) => actionText),
      expected,
    );
    const records = (await t.call('rights.Record/getList', { limit: '10' }, how)).data.list;
    for (const text of expected)
      assert.ok(
        records.some(({ actionText }) => actionText === text),
        text,
      );
  }
});

test("a station's edit is undone field by field, unless it was edited since", async () => {
  const before = await detail();
  const edit = async (values: object) => {
    const { version } = await detail();
    const done = await t.raw('team.Team/update', { id: station.id, version, values }, { token: owner });
    assert.equal(done.code, 100, JSON.stringify(done));
    return newest();
  };
  const action = await edit({ promiseMin: 77, contactTel: '13900007777', email: 'pier@example.com' });
  assert.equal(action.state, 'open');
  const done = await undo(action.undoId);
  assert.equal(done.code, 100, JSON.stringify(done));
  const now = await detail();
  assert.deepEqual([now.promiseMin, now.email, now.contactTel], [before.promiseMin, before.email, before.contactTel]);
  assert.deepEqual(await t.db.selectFrom('team').select('version').where('id', '=', station.id).execute(), [
    { version: before.version + 2 },
  ]);
  const first = await edit({ promiseMin: 66 });
  await edit({ maxDistanceM: 9_000 });
  assert.equal((await undo(first.undoId)).code, 40901);
});

test('undo is not offered for an edit with a planned area, but for one before the opening', async () => {
  const edit = async (id: number) => {
    const { version, polygon } = (await t.call('team.Team/getDetail', { id }, { token: owner })).data;
    const values = { areaMode: 'polygon' as const, hexSizeKm: null, polygon: polygon.slice(1) };
    const input = { id, version, values };
    const done = await t.raw('team.Team/update', input, { token: owner });
    assert.equal(done.code, 100, JSON.stringify(done));
    return newest();
  };
  assert.equal((await edit(station.id)).state, 'never');
  const preparing = await ground.station({ name: 'Undo edit station' });
  const was = (await t.call('team.Team/getDetail', { id: preparing.id }, { token: owner })).data.polygon;
  assert.equal((await undo((await edit(preparing.id)).undoId)).code, 100);
  const now = (await t.call('team.Team/getDetail', { id: preparing.id }, { token: owner })).data;
  assert.deepEqual(now.polygon, was);
});

test('undo restores deleted notices and marks read ones as unread', async () => {
  const reader = await t.account({ account: 'reader_undo' });
  const token = await t.signIn(reader.account);
  const at = t.clock.now();
  const insert = async (seq: number, read: boolean) => {
    const id = t.ids.next();
    const words = JSON.stringify({ 'zh-CN': 'N', 'zh-TW': 'N', 'en-US': 'N', 'pt-BR': 'N' });
    const row = { account_id: reader.id, type: 'event' as const, source: 'system' as const, title: words };
    const rest = { id, event: null, content: words, read, at, first_at: at, seq, removed_at: null };
    await t.db
      .insertInto('bell_notice')
      .values({ ...row, ...rest })
      .execute();
    return id;
  };
  const ids = [await insert(1, false), await insert(2, true)];
  const counts = async () => {
    const { total, unread } = (await t.call('dashboard.Notice/getUnread', {}, { token })).data;
    return [total, unread];
  };
  assert.deepEqual(await counts(), [2, 1]);
  assert.equal((await t.call('dashboard.Notice/readAll', {}, { token })).data.success, 1);
  assert.deepEqual(await counts(), [2, 0]);
  assert.equal((await undo((await newest(token)).undoId, token)).code, 100);
  assert.deepEqual(await counts(), [2, 1]);
  assert.equal((await t.call('dashboard.Notice/clear', { type: 'event' }, { token })).data.success, 2);
  assert.deepEqual(await counts(), [0, 0]);
  assert.equal((await t.call('dashboard.Notice/getList', { page: 1, limit: 20 }, { token })).data.total, 0);
  assert.equal((await t.call('dashboard.Notice/remove', { ids }, { token })).data.failed.length, 2);
  const cleared = (await list(token)).find(({ undoId }) => undoId !== null);
  const done = await undo(cleared?.undoId ?? null, token);
  assert.deepEqual([done.code, done.data.success], [100, 2]);
  assert.deepEqual(await counts(), [2, 1]);
  // Notices of another person are not found.
  const strange = await t.call('dashboard.Notice/restore', { ids, as: 'unread' }, { token: owner });
  assert.deepEqual([strange.data.success, strange.data.failed.length], [0, 2]);
});

test('undo reverts a changed view and restores a deleted one', async () => {
  const values = { list: 'teamList', name: 'Rain', query: 'status=paused', scope: 'own' as const };
  const made = (await t.call('common.View/save', { ...values, version: 0 }, { token: owner })).data;
  const renamed = { ...values, id: made.id, version: made.version, name: 'Snow' };
  assert.equal((await t.call('common.View/save', renamed, { token: owner })).code, 100);
  assert.equal((await undo((await newest()).undoId)).code, 100);
  const own = async () =>
    (await t.call('common.View/getAll', {}, { token: owner })).data.list.filter((view) => view.list === 'teamList');
  const [back] = await own();
  assert.equal(back?.name, 'Rain');
  const which = { id: back?.id ?? 0, version: back?.version ?? 0 };
  assert.equal((await t.call('common.View/remove', which, { token: owner })).code, 100);
  assert.deepEqual(await own(), []);
  assert.equal((await undo((await newest()).undoId)).code, 100);
  const [again] = await own();
  assert.deepEqual([again?.name, again?.query, again?.scope], [values.name, values.query, values.scope]);
  await t.call('common.View/setDefault', { list: 'teamList', viewId: again?.id ?? 0 }, { token: owner });
  const opened = { id: again?.id ?? 0, version: again?.version ?? 0 };
  assert.equal((await t.call('common.View/remove', opened, { token: owner })).code, 100);
  assert.equal((await newest()).undoId, null);
});

test('undoing a copied station deletes the draft', async () => {
  const copied = await t.call('team.Team/copy', { id: station.id }, { token: owner });
  assert.equal(copied.code, 100, copied.msg);
  assert.equal((await undo((await newest()).undoId)).code, 100);
  assert.equal((await t.call('team.Team/getDetail', { id: copied.data.id }, { token: owner })).code, 40401);
});
