import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { SWITCH_KEYS, SWITCHES } from '../../../contract/switches';
import type { TeamState } from '../../../contract/team.states';
import { fixedClock } from '../../core/clock';
import { createTestApp, type TestApp } from '../../testing';
import { type Ground, prepareGround } from '../../testing-stations';
import { teamJobs } from '../team';

let app: TestApp;
let ground: Ground;
before(async () => {
  app = await createTestApp();
  ground = await prepareGround(app);
});
after(() => app.close());

const owner = () => ({ token: ground.owner });
const LATER = '2026-03-01T14:00:00+08:00';

function errorsOf(answer: { data: unknown }): string[] {
  const { errors = [] } = (answer.data ?? {}) as { errors?: { field: string; rule: string }[] };
  return errors.map(({ field, rule }) => `${field}:${rule}`).sort();
}

/** Sets a switch. The default version is 0. */
async function set(teamId: number, change: object, how: object = owner()) {
  const answer = await app.raw('team.Operation/setSwitch', { teamId, version: 0, ...change }, how);
  return answer as { code: number; msg: string; data: { version: number; state: string; message: string } };
}

async function switchOf(id: number, key: string) {
  const { data } = await app.call('team.Operation/getOne', { id }, owner());
  const found = data.switches.find((one) => one.key === key);
  assert.ok(found);
  return found;
}

async function addRider(teamId: number, serial: number, online: boolean): Promise<void> {
  const at = app.clock.now();
  await app.db
    .insertInto('rider')
    .values({
      id: app.ids.next(),
      created_at: at,
      updated_at: at,
      rider_no: `R${serial}`,
      tel: `1370000${String(serial).padStart(4, '0')}`,
      name: '赵六',
      id_card: Buffer.from('x'),
      id_card_hash: `x${serial}`,
      birth: '1990-01-01',
      gender: 'male',
      team_id: teamId,
      rider_type: 'full',
      status: 'active',
      status_reason: null,
      joined_at: at,
      real_name_state: 'passed',
      face_state: 'passed',
      health_state: 'valid',
      health_valid_to: '2026-12-31',
      vehicle_type: 'ebike',
      plate_no: null,
      heartbeat_at: online ? at : null,
    })
    .execute();
}

test("unset switches have the contract's initial positions", async () => {
  const { id } = await ground.open();
  const { data } = await app.call('team.Operation/getOne', { id }, owner());
  assert.deepEqual(
    data.switches.map(({ key, on, version }) => [key, on, version]),
    SWITCH_KEYS.map((key) => [key, SWITCHES[key].initial, 0]),
  );
});

test('a switch is set with its parameters, keeps them, and raises its own version', async () => {
  const { id } = await ground.open();
  const busy = { key: 'busyMode', on: true, params: { addMin: 20, surchargeFen: 200 }, until: LATER };
  const done = await set(id, busy, { ...owner(), locale: 'en-US' });
  assert.equal(done.code, 100, JSON.stringify(done));
  assert.deepEqual([done.data.version, done.data.state], [1, 'on']);
  assert.match(done.data.message, /: Busy mode On$/);
  const stands = await switchOf(id, 'busyMode');
  assert.deepEqual([stands.on, stands.params, stands.version, stands.changedByName], [true, busy.params, 1, 'owner']);
  assert.equal((await set(id, { key: 'busyMode', on: false, version: 1 })).code, 100);
  const off = await switchOf(id, 'busyMode');
  assert.deepEqual([off.on, off.until, off.params], [false, null, busy.params]);
  const logs = await app.call('team.Operation/getLogs', { teamIds: [id] }, { ...owner(), locale: 'en-US' });
  assert.deepEqual(
    logs.data.list.map(({ keyText, oldText, newText, byName }) => [keyText, oldText, newText, byName]),
    [
      ['Busy mode', 'On · Extra time 20 min · Surcharge ¥2.00', 'Off', 'owner'],
      ['Busy mode', 'Off', 'On · Extra time 20 min · Surcharge ¥2.00', 'owner'],
    ],
  );
});

const BAD: readonly [string, object, string][] = [
  ['closing without a reason', { key: 'acceptOrders', on: false }, 'reason:required'],
  ['withdrawals off without a reason', { key: 'withdrawEnabled', on: false }, 'reason:required'],
  ['busy mode without an end', { key: 'busyMode', on: true }, 'until:required'],
  ['an end in the past', { key: 'busyMode', on: true, until: '2026-03-01T11:00:00+08:00' }, 'until:future'],
  ['an end after more than 12 hours', { key: 'badWeather', on: true, until: '2026-03-01T23:41:00+08:00' }, 'until:max'],
  [
    'a resumption after more than 30 days',
    { key: 'acceptOrders', on: false, reason: '设备检修', until: '2026-04-01T12:00:00+08:00' },
    'until:max',
  ],
  ['an end for a switch that has none', { key: 'selfPickup', on: true, until: LATER }, 'until:choice'],
  ['a parameter of another switch', { key: 'selfPickup', on: true, params: { addMin: 10 } }, 'params.addMin:choice'],
  ['cross-station pool without neighbours', { key: 'crossTeamGrab', on: true }, 'params.teamIds:required'],
  [
    'a neighbour that does not exist',
    { key: 'crossTeamGrab', on: true, params: { teamIds: [4242] } },
    'params.teamIds:choice',
  ],
  ['a radius out of range', { key: 'autoDispatch', on: true, params: { radiusM: 499 } }, 'params.radiusM:min'],
];

for (const [what, change, error] of BAD) {
  test(`${what} is refused at its field`, async () => {
    const { id } = await ground.open();
    const answer = await set(id, change);
    assert.equal(answer.code, 40001, JSON.stringify(answer));
    assert.deepEqual(errorsOf(answer), [error]);
  });
}

test('a missing reason is refused with a message', async () => {
  const { id } = await ground.open();
  const answer = await set(id, { key: 'acceptOrders', on: false }, { ...owner(), locale: 'en-US' });
  const { errors } = answer.data as unknown as { errors: { message: string }[] };
  assert.equal(errors[0]?.message, 'Please input Reason');
});

test('turning withdrawals off needs a second verification, turning them on does not', async () => {
  const { id } = await ground.open();
  const off = { key: 'withdrawEnabled', on: false, reason: '账户核查' };
  assert.equal((await set(id, off)).code, 40303);
  assert.equal((await set(id, off, { ...owner(), ticket: await app.ticket(ground.owner) })).code, 100);
  assert.equal((await set(id, { key: 'withdrawEnabled', on: true, version: 1 })).code, 100);
});

test('hour-to-reach stays off until it is configured', async () => {
  const { id } = await ground.open();
  const answer = await set(id, { key: 'hourToReach', on: true }, { ...owner(), locale: 'en-US' });
  assert.deepEqual([answer.code, answer.msg], [42330, 'Not configured: Hour-to-reach']);
  assert.match((await switchOf(id, 'hourToReach')).blocked ?? '', /抖音小时达/);
});

test('switches of drafts, frozen and closed stations cannot be changed', async () => {
  const { id } = await ground.open();
  const allowed: Record<TeamState, boolean> = {
    draft: false,
    preparing: true,
    operating: true,
    paused: true,
    frozen: false,
    closed: false,
    deleted: false,
  };
  let version = 0;
  for (const [state, isAllowed] of Object.entries(allowed)) {
    if (state === 'deleted') continue;
    await app.db
      .updateTable('team')
      .set({ status: state as TeamState })
      .where('id', '=', id)
      .execute();
    const answer = await set(id, { key: 'selfPickup', on: true, version });
    assert.equal(answer.code, isAllowed ? 100 : 42201, state);
    if (isAllowed) version += 1;
  }
});

test('of two people who set a switch at the same moment, the second gets the present position', async () => {
  const { id } = await ground.open();
  const change = { key: 'selfPickup', on: true };
  const answers = await Promise.all([set(id, change), set(id, change), set(id, change)]);
  assert.deepEqual(answers.map(({ code }) => code).sort(), [100, 40901, 40901]);
  const late = await set(id, { ...change, on: false });
  const { current } = late.data as unknown as { current: { on: boolean; version: number } };
  assert.deepEqual([late.code, current.on, current.version], [40901, true, 1]);
});

test('switches end automatically: busy mode turns off, the master switch turns on', async () => {
  const { id } = await ground.open();
  assert.equal((await set(id, { key: 'busyMode', on: true, until: LATER })).code, 100);
  assert.equal((await set(id, { key: 'acceptOrders', on: false, reason: '设备检修', until: LATER })).code, 100);
  assert.equal((await app.call('team.Team/getDetail', { id }, owner())).data.businessState, 'manuallyClosed');
  const runAt = async (moment: string) => {
    for (const job of teamJobs) await job.run(app.db, fixedClock(moment), app.ids);
  };
  await runAt('2026-03-01T13:59:59+08:00');
  assert.equal((await switchOf(id, 'busyMode')).on, true);
  await runAt(LATER);
  await runAt(LATER);
  const busy = await switchOf(id, 'busyMode');
  assert.deepEqual([busy.on, busy.version], [false, 2]);
  const accept = await switchOf(id, 'acceptOrders');
  assert.deepEqual([accept.on, accept.until, accept.reason, accept.changedByName], [true, null, null, '系统']);
});

test('a bulk change skips frozen stations and lists them with 42201, and changes the others', async () => {
  const one = await ground.open();
  const two = await ground.open();
  await app.db.updateTable('team').set({ status: 'frozen' }).where('id', '=', two.id).execute();
  const bulk = (input: object, how: object = owner()) =>
    app.raw('team.Operation/bulkSwitch', { ids: [one.id, two.id, 4242], ...input }, how);
  const answer = await bulk({ key: 'badWeather', on: true, until: LATER });
  const data = answer.data as { success: number; failed: { id: number; code: number }[] };
  assert.equal(data.success, 1);
  assert.deepEqual(
    data.failed.map(({ id, code }) => [id, code]),
    [
      [two.id, 42201],
      [4242, 40401],
    ],
  );
  assert.deepEqual(errorsOf(await bulk({ key: 'acceptOrders', on: false })), ['reason:required']);
  assert.equal((await bulk({ key: 'withdrawEnabled', on: false, reason: '账户核查' })).code, 40303);
  assert.equal(
    (await bulk({ ids: Array.from({ length: 201 }, (_, index) => index + 1), key: 'selfPickup', on: true })).code,
    40010,
  );
});

test('a bulk change without parameters uses the parameters of each station, and lists the stations that have none', async () => {
  const [one, two, neighbour] = [await ground.open(), await ground.open(), await ground.open()];
  const key = 'crossTeamGrab';
  assert.equal((await set(one.id, { key, on: true, params: { teamIds: [neighbour.id] } })).code, 100);
  assert.equal((await set(one.id, { key, on: false, version: 1 })).code, 100);
  const bulk = (change: object) =>
    app.raw('team.Operation/bulkSwitch', { ids: [one.id, two.id], key, on: true, ...change }, owner());
  assert.deepEqual(errorsOf(await bulk({ params: { teamIds: [] } })), ['params.teamIds:required']);
  const data = (await bulk({})).data as { success: number; failed: { id: number; code: number }[] };
  assert.deepEqual([data.success, data.failed.map(({ id, code }) => [id, code])], [1, [[two.id, 40001]]]);
  const { on, params } = await switchOf(one.id, key);
  assert.deepEqual([on, params], [true, { teamIds: [neighbour.id] }]);
});

test('the matrix filters by switch, including unset switches, and sums over the filter', async () => {
  const name = '矩阵';
  const one = await ground.open({ name: `${name}一站` });
  const two = await ground.open({ name: `${name}二站` });
  await addRider(one.id, 1, true);
  assert.equal((await set(two.id, { key: 'acceptOrders', on: false, reason: '设备检修' })).code, 100);
  assert.equal((await set(two.id, { key: 'busyMode', on: true, until: LATER })).code, 100);
  const matrix = async (input: object) =>
    (
      await app.raw(
        'team.Operation/getMatrix',
        { keyword: name, sortField: 'name', sortOrder: 'asc', ...input },
        owner(),
      )
    ).data as { list: { id: number; ridersOnline: number }[]; total: number; summary: Record<string, number> };
  const all = await matrix({});
  assert.equal(all.total, 2);
  assert.deepEqual(all.summary, { busy: 1, badWeather: 0, closedByHand: 1, withoutRider: 1 });
  assert.equal(all.list.find(({ id }) => id === one.id)?.ridersOnline, 1);
  const ids = async (input: object) => (await matrix(input)).list.map(({ id }) => id);
  assert.deepEqual(await ids({ key: 'acceptOrders', on: 'true' }), [one.id]);
  assert.deepEqual(await ids({ key: 'acceptOrders', on: 'false' }), [two.id]);
  assert.deepEqual(await ids({ key: 'busyMode', on: 'false' }), [one.id]);
  const draft = await ground.draft({ name: `${name}草稿` });
  assert.ok(!(await ids({})).includes(draft.id));
  assert.equal((await app.call('team.Operation/getOne', { id: draft.id }, owner())).code, 40401);
});

test('a station shows the reasons why its riders may get no orders', async () => {
  const { id } = await ground.open();
  await set(id, { key: 'autoDispatch', on: false });
  const { data } = await app.call('team.Operation/getOne', { id }, { ...owner(), locale: 'en-US' });
  assert.deepEqual(data.hints, [
    'Automatic dispatch and order pool are both off, so orders reach no rider',
    'No rider is online',
  ]);
  assert.deepEqual(data.capacity, { ordersPerRider: null, averageWaitMin: null, ordersToday: 0, ordersUnassigned: 0 });
});

test("a notice reaches the inbox of the station's riders, or is refused if it has none", async () => {
  const { id } = await ground.open();
  const send = () => app.call('team.Operation/sendRiderNotice', { teamId: id, content: '今晚有雨，注意安全' }, owner());
  assert.equal((await send()).code, 42236);
  await addRider(id, 2, false);
  await addRider(id, 3, true);
  assert.equal((await send()).data.receivers, 2);
  const inboxes = await Promise.all(
    (await app.db.selectFrom('rider').select('id').where('team_id', '=', id).execute()).map(async (rider) => {
      const of = { personType: 'rider' as const, personId: rider.id };
      return (await app.call('user.PersonNotice/getInbox', of, { signed: true })).data.list.map(({ title, body }) => [
        title,
        body,
      ]);
    }),
  );
  assert.deepEqual(inboxes, [[['站点通知', '今晚有雨，注意安全']], [['站点通知', '今晚有雨，注意安全']]]);
});

test('station operation respects the data scope', async () => {
  const here = await ground.open();
  const there = await ground.open({ provinceCode: '110000', cityCode: '110100', districtCode: '110101' });
  await set(there.id, { key: 'selfPickup', on: true });
  const limited = await app.account({ rules: [13, 1301], scope: { kind: 'teams', ids: [here.id] } });
  const how = { token: await app.signIn(limited.account) };
  const matrix = await app.call('team.Operation/getMatrix', {}, how);
  assert.deepEqual(
    matrix.data.list.map(({ id }) => id),
    [here.id],
  );
  assert.equal((await app.call('team.Operation/getOne', { id: there.id }, how)).code, 40302);
  assert.equal((await set(there.id, { key: 'selfPickup', on: false, version: 1 }, how)).code, 40302);
  const logs = await app.call('team.Operation/getLogs', { teamIds: [there.id] }, how);
  assert.equal(logs.data.total, 0);
  const neighbour = await set(here.id, { key: 'crossTeamGrab', on: true, params: { teamIds: [there.id] } }, how);
  assert.equal(neighbour.code, 40001);
});
