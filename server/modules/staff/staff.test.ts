import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import type { BuiltinIdentityKey } from '../../../contract/identity.builtin';
import { createTestApp, TEST_NOW, type TestApp } from '../../testing';
import { type Ground, prepareGround } from '../../testing-stations';

let t: TestApp;
let ground: Ground;
let owner: string;
let serial = 0;

before(async () => {
  t = await createTestApp({ settings: { staffSeats: 60 } });
  ground = await prepareGround(t);
});
after(() => t.close());
beforeEach(async () => {
  t.clock.set(TEST_NOW);
  owner = await t.signIn();
});

const DAY = 86_400_000;

async function identity(key: BuiltinIdentityKey): Promise<number> {
  const row = await t.db.selectFrom('identity').select('id').where('builtin_key', '=', key).executeTakeFirstOrThrow();
  return row.id;
}

async function values(changes: object = {}) {
  serial += 1;
  return {
    name: `Person ${serial}`,
    account: `person${serial}`,
    tel: `1380000${String(serial).padStart(4, '0')}`,
    email: null,
    departmentId: null,
    post: null,
    identityIds: [await identity('customerService')],
    extraTeamIds: [] as number[],
    expireAt: null,
    remark: null,
    sendInvite: false,
    version: 0,
    ...changes,
  };
}
async function add(changes: object = {}) {
  const input = await values(changes);
  const answer = await t.call('rights.Staff/save', input, { token: owner, locale: 'en-US' });
  assert.equal(answer.code, 100, JSON.stringify(answer));
  return { id: answer.data.id, version: answer.data.version, input };
}
/** Deletes all staff so that later tests have free seats. */
async function makeSeats(): Promise<void> {
  await t.db
    .updateTable('account')
    .set({ deleted_at: t.clock.now(), status: 'deleted' })
    .where('account_type', '=', 'staff')
    .where('deleted_at', 'is', null)
    .execute();
}
const detail = async (id: number, token = owner) =>
  (await t.call('rights.Staff/getDetail', { id }, { token, locale: 'en-US' })).data;
const code = async (answer: Promise<{ code: number }>) => (await answer).code;
/** Creates and signs in a person who manages staff and can only grant their own permissions. */
async function personnel(rules: readonly number[], scope?: { kind: 'teams' | 'all' | 'regions'; ids: number[] }) {
  const { account, id } = await t.account({
    rules: [2, 82, 83, 8201, 8202, 8203, 8206, ...rules],
    ...(scope && { scope }),
  });
  return { id, token: await t.signIn(account) };
}

test('an added person is invited, numbered by day, and gets the sign-in address by SMS after the commit', async () => {
  const first = await add({ sendInvite: true, post: 'Agent' });
  const second = await add();
  const [one, two] = await Promise.all([detail(first.id), detail(second.id)]);
  assert.match(one.no ?? '', /^S260301\d{4}$/);
  assert.equal(Number(two.no?.slice(1)), Number(one.no?.slice(1)) + 1);
  assert.deepEqual([one.status, one.identityNames, one.dataScopeText], ['invited', ['Customer service'], 'All data']);
  assert.match(one.tel, /^138\*{4}\d{4}$/);
  const sent = await t.db.selectFrom('sms_outbox').select(['tel', 'text']).where('scene', '=', 0).execute();
  assert.equal(sent.filter(({ tel }) => tel === first.input.tel).length, 1);
  assert.match(
    sent.find(({ tel }) => tel === first.input.tel)?.text ?? '',
    new RegExp(`${first.input.account}.*/user/login`),
  );
  assert.equal(sent.filter(({ tel }) => tel === second.input.tel).length, 0);
});

test('account, phone and email of an existing person are taken in any case; those of a deleted person are free', async () => {
  const { id, input } = await add({ email: 'first@example.com' });
  const again = async (changes: object) => {
    const answer = await t.call('rights.Staff/save', await values(changes), { token: owner, locale: 'en-US' });
    return [answer.code, answer.msg];
  };
  assert.deepEqual(await again({ account: input.account.toUpperCase() }), [40903, 'Account already exists']);
  assert.deepEqual(await again({ tel: input.tel }), [40903, 'Phone already exists']);
  assert.deepEqual(await again({ email: 'FIRST@example.com' }), [40903, 'Email already exists']);
  await t.db
    .updateTable('account')
    .set({ deleted_at: t.clock.now(), status: 'deleted' })
    .where('id', '=', id)
    .execute();
  assert.deepEqual((await again({ account: input.account, tel: input.tel, email: 'first@example.com' }))[0], 100);
});

test('an edit needs the current version, keeps a masked phone, and needs a code to change phone or identities', async () => {
  const { id, version, input } = await add();
  const seen = await detail(id);
  const edit = { ...input, id, version, tel: seen.tel, name: 'New Name' };
  const saved = await t.call('rights.Staff/save', edit, { token: owner });
  assert.equal(saved.code, 100);
  const row = await t.db.selectFrom('account').select(['tel', 'name']).where('id', '=', id).executeTakeFirstOrThrow();
  assert.deepEqual([row.tel, row.name], [input.tel, 'New Name']);
  const stale = await t.call('rights.Staff/save', { ...edit, name: 'Other' }, { token: owner });
  assert.equal(stale.code, 40901);
  assert.equal((stale.data as unknown as { current: { name: string } }).current.name, 'New Name');
  const next = { ...edit, version: saved.data.version };
  const moved = { ...next, tel: '13911112222' };
  assert.equal(await code(t.call('rights.Staff/save', moved, { token: owner })), 40303);
  const others = { ...next, identityIds: [await identity('auditor')] };
  assert.equal(await code(t.call('rights.Staff/save', others, { token: owner })), 40303);
  const ticket = await t.ticket(owner);
  assert.equal(await code(t.call('rights.Staff/save', moved, { token: owner, ticket })), 100);
  assert.equal(
    await code(
      t.call(
        'rights.Staff/save',
        { ...next, version: (await detail(id)).version, tel: '139****0000' },
        { token: owner, ticket },
      ),
    ),
    40001,
  );
});

test('all bad fields are reported at once: missing departments, stations and identities, and a day in the past', async () => {
  const answer = await t.call(
    'rights.Staff/save',
    await values({ departmentId: 5, extraTeamIds: [6], expireAt: '2026-03-01', identityIds: [7] }),
    { token: owner, locale: 'en-US' },
  );
  assert.equal(answer.code, 40001);
  const { errors } = answer.data as unknown as { errors: { field: string; message: string }[] };
  assert.deepEqual(errors.map(({ field }) => field).sort(), [
    'departmentId',
    'expireAt',
    'extraTeamIds',
    'identityIds',
  ]);
  const stationIdentity = await t.call('rights.Staff/save', await values({ identityIds: [ground.identityId] }), {
    token: owner,
  });
  assert.equal(stationIdentity.code, 40001, 'identities of stations are not for the head office');
  assert.equal(await code(t.raw('rights.Staff/save', await values({ identityIds: [] }), { token: owner })), 40001);
});

test('people cannot grant an identity with more permissions or data than they have, and only the owner makes owners', async () => {
  const inside = (await ground.open()).id;
  const { token } = await personnel([2, 3, 5, 90, 95, 9503], { kind: 'teams', ids: [inside] });
  assert.equal(await code(t.call('rights.Staff/save', await values(), { token })), 42343);
  const { token: all } = await personnel([]);
  assert.equal(await code(t.call('rights.Staff/save', await values(), { token: all })), 42343, 'rules that he lacks');
  const small = await t.account({ rules: [2, 82], scope: { kind: 'teams', ids: [inside] } });
  const [held] = await t.db
    .selectFrom('account_identity')
    .select('identity_id as id')
    .where('account_id', '=', small.id)
    .execute();
  assert.equal(await code(t.call('rights.Staff/save', await values({ identityIds: [held?.id] }), { token })), 100);
  const wide = await t.account({ rules: [2, 82], scope: { kind: 'all', ids: [] } });
  const [other] = await t.db
    .selectFrom('account_identity')
    .select('identity_id as id')
    .where('account_id', '=', wide.id)
    .execute();
  assert.equal(
    await code(t.call('rights.Staff/save', await values({ identityIds: [other?.id] }), { token })),
    42343,
    'all data',
  );
  assert.equal(
    await code(t.call('rights.Staff/save', await values({ identityIds: [await identity('owner')] }), { token: all })),
    42343,
  );
});

test('people cannot grant masked data that they cannot see, nor a module out of their scope, even if they manage everyone', async () => {
  const inside = (await ground.open()).id;
  const outside = (await ground.open()).id;
  const manager = await t.account({ rules: [2, 82, 83, 8201, 8202], fields: ['amount'] });
  const local = await t.account({ rules: [10, 11], scope: { kind: 'teams', ids: [inside] }, fields: [] });
  await alsoHolds(manager.id, local.id);
  const token = await t.signIn(manager.account);
  const given = async (rules: number[], more: Parameters<TestApp['account']>[0], changes: object = {}) => {
    const pattern = await t.account({ rules, ...more });
    const identityIds = [await identityOf(pattern.id)];
    return code(t.call('rights.Staff/save', await values({ identityIds, ...changes }), { token }));
  };
  const near = { kind: 'teams', ids: [inside] } as const;
  assert.equal(await given([2, 82], { fields: ['phone'] }), 42343, 'a field');
  assert.equal(await given([2, 82], { fields: ['amount'] }), 100);
  assert.equal(await given([10, 11], { fields: [] }), 42343, 'all stations, though all people are his');
  assert.equal(await given([10, 11], { fields: [], scope: near }), 100);
  assert.equal(await given([10, 11], { fields: [], scope: near }, { extraTeamIds: [outside] }), 42343, 'a station');
  assert.equal(await given([2, 82], { fields: [] }, { extraTeamIds: [outside] }), 100, 'of people he manages all');

  const person = await t.account({ rules: [10, 11], scope: near, fields: [] });
  const seen = await detail(person.id);
  const edit = { ...(await values()), id: person.id, version: seen.version, account: person.account, tel: seen.tel };
  const same = { ...edit, identityIds: seen.identities.map(({ id }) => id) };
  assert.equal(await code(t.call('rights.Staff/save', { ...same, extraTeamIds: [outside] }, { token })), 42343);
  assert.equal(await code(t.call('rights.Staff/save', { ...same, extraTeamIds: [inside] }, { token })), 100);
  // The person now has a station that the caller does not have. The caller may therefore not change the person (42343).
  await t.db
    .updateTable('account')
    .set({ team_ids: JSON.stringify([inside, outside]) })
    .where('id', '=', person.id)
    .execute();
  assert.equal(
    await code(t.call('rights.Staff/disable', { id: person.id, version: seen.version + 1 }, { token })),
    42343,
  );
  assert.deepEqual((await detail(person.id, token)).actions, ['records']);
});

/** Finds the identity id of a test person who has exactly one identity. */
async function identityOf(accountId: number): Promise<number> {
  const found = t.db.selectFrom('account_identity').select('identity_id as id').where('account_id', '=', accountId);
  return (await found.executeTakeFirstOrThrow()).id;
}
const alsoHolds = async (accountId: number, patternId: number) =>
  t.db
    .insertInto('account_identity')
    .values({ account_id: accountId, identity_id: await identityOf(patternId) })
    .execute();

test('people cannot give themselves stations or another last day, but may correct their name', async () => {
  const station = (await ground.open()).id;
  const me = await personnel([]);
  const seen = await detail(me.id);
  const own = {
    ...(await values()),
    id: me.id,
    version: seen.version,
    account: seen.account,
    tel: seen.tel,
    identityIds: seen.identities.map(({ id }) => id),
  };
  const save = (changes: object) => code(t.call('rights.Staff/save', { ...own, ...changes }, { token: me.token }));
  assert.equal(await save({ extraTeamIds: [station] }), 42342);
  assert.equal(await save({ expireAt: '2026-12-31' }), 42342);
  assert.equal(await save({ name: 'Right Name' }), 100);
  const row = await t.db.selectFrom('account').selectAll().where('id', '=', me.id).executeTakeFirstOrThrow();
  assert.deepEqual([row.name, row.team_ids, row.expire_at], ['Right Name', [], null]);
});

test('a new phone ends the trust in all devices; an edit with the same phone keeps it', async () => {
  const { id, version, input } = await add();
  await t.db
    .insertInto('account_device')
    .values({ account_id: id, device: 'Chrome/Linux', verified_at: t.clock.now() })
    .execute();
  const devices = () => t.db.selectFrom('account_device').selectAll().where('account_id', '=', id).execute();
  const edit = { ...input, id, version, name: 'Same Phone' };
  const renamed = await t.call('rights.Staff/save', edit, { token: owner });
  assert.deepEqual([renamed.code, (await devices()).length], [100, 1]);
  const moved = { ...edit, version: renamed.data.version, tel: '13955556666' };
  const answer = await t.call('rights.Staff/save', moved, { token: owner, ticket: await t.ticket(owner) });
  assert.deepEqual([answer.code, (await devices()).length], [100, 0]);
});

test('people cannot edit, reset or disable a person with more rights, and no row offers it', async () => {
  const { token } = await personnel([]);
  const { id, version, input } = await add({ identityIds: [await identity('financePayer')] });
  const ticket = await t.ticket(token);
  const how = { token, ticket };
  assert.equal(await code(t.call('rights.Staff/save', { ...input, id, version, tel: '13922223333' }, how)), 42343);
  assert.equal(await code(t.call('rights.Staff/resetPassword', { id }, how)), 42343);
  assert.equal(await code(t.call('rights.Staff/disable', { id, version }, how)), 42343);
  assert.equal(
    await code(t.call('rights.Staff/setIdentity', { id, version, identityIds: input.identityIds }, how)),
    42343,
  );
  assert.deepEqual((await detail(id, token)).actions, ['records']);
});

test('one’s own account cannot be disabled, deleted, handed over, reset or given identities', async () => {
  const me = await personnel([]);
  const { version } = await detail(me.id);
  const ticket = await t.ticket(me.token);
  const how = { token: me.token, ticket };
  const { id: other } = await add();
  assert.equal(await code(t.call('rights.Staff/disable', { id: me.id, version }, how)), 40305);
  assert.equal(await code(t.call('rights.Staff/remove', { id: me.id, version }, how)), 40305);
  assert.equal(await code(t.call('rights.Staff/handOver', { id: me.id, toId: other }, how)), 40305);
  assert.equal(await code(t.call('rights.Staff/resetPassword', { id: me.id }, how)), 40305);
  const identityIds = [await identity('auditor')];
  assert.equal(await code(t.call('rights.Staff/setIdentity', { id: me.id, version, identityIds }, how)), 42342);
  assert.deepEqual((await detail(me.id, me.token)).actions, ['edit', 'records']);
});

test('a disabled person is signed out at the next request and cannot sign in until enabled', async () => {
  const { id, input } = await add();
  const token = await t.signIn(input.account);
  assert.equal(await code(t.call('site.Site/getSiteInfo', {}, { token })), 100);
  const { version } = await detail(id);
  const answer = await t.call('rights.Staff/disable', { id, version, reason: 'left' }, { token: owner });
  assert.deepEqual([answer.code, answer.data.state], [100, 'disabled']);
  assert.equal(await code(t.call('site.Site/getSiteInfo', {}, { token })), 401);
  assert.equal(
    await code(t.call('rights.Staff/disable', { id, version: answer.data.version }, { token: owner })),
    42201,
  );
  const enabled = await t.call('rights.Staff/enable', { id, version: answer.data.version }, { token: owner });
  assert.deepEqual([enabled.code, enabled.data.state, (await detail(id)).disabledAt], [100, 'active', null]);
});

test('disabled people take no seat, and one of two concurrent requests gets the last seat', async () => {
  const { data } = await t.call('rights.Staff/getList', {}, { token: owner });
  const free = data.summary.seats - data.summary.seatsUsed;
  for (let left = free; left > 1; left -= 1) await add();
  const wanted = [await values(), await values()];
  const codes = await Promise.all(wanted.map((input) => code(t.call('rights.Staff/save', input, { token: owner }))));
  assert.deepEqual(codes.sort(), [100, 42344]);
  const [someone] = (await t.call('rights.Staff/getList', { status: 'invited' } as never, { token: owner })).data.list;
  assert.ok(someone);
  const disabled = await t.call('rights.Staff/disable', { id: someone.id, version: someone.version }, { token: owner });
  await add();
  const back = await t.call(
    'rights.Staff/enable',
    { id: someone.id, version: disabled.data.version },
    { token: owner },
  );
  assert.equal(back.code, 42344);
  const elsewhere = await t.call('dashboard.AccountManage/enable', { id: someone.id }, { token: owner });
  assert.equal(elsewhere.code, 42344, 'account management has no seats of its own');
  await makeSeats();
});

test('bulk enabling enables only as many people as there are free seats', async () => {
  const people = [await add(), await add(), await add()];
  const ids = people.map(({ id }) => id);
  await t.call('rights.Staff/bulk', { action: 'disable', ids }, { token: owner });
  const { list } = (await t.call('common.Undo/getList', {}, { token: owner })).data;
  const { summary } = (await t.call('rights.Staff/getList', {}, { token: owner })).data;
  for (let left = summary.seats - summary.seatsUsed; left > 2; left -= 1) await add();
  const back = await t.call('common.Undo/undo', { id: list[0]?.undoId ?? 0 }, { token: owner });
  assert.deepEqual([back.data.success, back.data.failed.map((row) => row.code)], [2, [42344]]);
  await makeSeats();
});

test('a reset sends a link to the bound phone, needs a code, and shows the phone masked', async () => {
  const { id, input } = await add();
  assert.equal(await code(t.call('rights.Staff/resetPassword', { id }, { token: owner })), 40303);
  const ticket = await t.ticket(owner);
  const answer = await t.call('rights.Staff/resetPassword', { id }, { token: owner, ticket, locale: 'en-US' });
  assert.equal(answer.code, 100);
  assert.ok(!JSON.stringify(answer).includes(input.tel));
  const sent = await t.db.selectFrom('sms_outbox').select('text').where('tel', '=', input.tel).execute();
  assert.match(sent.at(-1)?.text ?? '', /\/user\/forget\?ticket=/);
});

test('a forged host header never appears in a reset link or an invitation', async () => {
  const { id, input } = await add();
  const ticket = await t.ticket(owner);
  const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example' };
  const how = { token: owner, ticket, headers, locale: 'en-US' } as const;
  const reset = await t.call('rights.Staff/resetPassword', { id }, how);
  assert.equal(reset.code, 42330);
  assert.match(reset.msg, /PUBLIC_ORIGIN/);
  const invited = await values({ sendInvite: true });
  assert.equal((await t.call('rights.Staff/save', invited, how)).code, 42330);
  const sent = await t.db.selectFrom('sms_outbox').select('id').where('tel', 'in', [input.tel, invited.tel]).execute();
  assert.deepEqual(sent, []);
  assert.equal((await t.call('rights.Staff/save', { ...invited, sendInvite: false }, how)).code, 100);
});

test('the list filters by words, department with subdepartments, identity, station in scope, state and last sign-in', async () => {
  const inside = (await ground.open()).id;
  const outside = (await ground.open()).id;
  const save = (name: string, parentId: number | null) =>
    t.call('rights.Staff/saveDepartment', { version: 0, name, parentId }, { token: owner });
  const finance = (await save('Finance', null)).data.id;
  const payments = (await save('Payments', finance)).data.id;
  const clerk = await add({ name: 'Zhou Clerk', departmentId: payments, extraTeamIds: [inside] });
  const agent = await add({ name: 'Agent 100%' });
  await t.db.updateTable('account').set({ last_login_at: t.clock.now() }).where('id', '=', agent.id).execute();
  const near = await t.account({ rules: [2], scope: { kind: 'teams', ids: [inside] } });
  const find = async (input: object) => {
    const { data } = await t.call('rights.Staff/getList', { limit: 100, ...input } as never, { token: owner });
    return data.list.map(({ id }) => id).sort();
  };
  assert.deepEqual(await find({ keyword: 'zhou' }), [clerk.id]);
  assert.deepEqual(await find({ keyword: '100%' }), [agent.id], 'a wildcard is a character like any other');
  assert.deepEqual(await find({ keyword: clerk.input.tel }), [clerk.id]);
  assert.deepEqual(await find({ departmentId: finance }), [clerk.id]);
  const reach = await find({ teamId: inside });
  assert.ok(
    [clerk.id, agent.id, near.id].every((id) => reach.includes(id)),
    'all data, own stations and named ones',
  );
  assert.ok(!(await find({ teamId: outside })).includes(near.id));
  assert.deepEqual(await find({ lastLoginFrom: '2026-03-01', lastLoginTo: '2026-03-01' }), [agent.id]);
  assert.ok(!(await find({ neverSignedIn: true })).includes(agent.id));
  assert.deepEqual(await find({ status: 'disabled' }), []);
  assert.equal(
    await code(
      t.call('rights.Staff/getList', { lastLoginFrom: '2026-03-02', lastLoginTo: '2026-03-01' }, { token: owner }),
    ),
    40006,
  );
  const { data } = await t.call('rights.Staff/getDetail', { id: clerk.id }, { token: owner });
  assert.equal(data.departmentName, 'Finance / Payments');
});

test('a person with some stations sees only people whose whole scope is within them, and 40302 for others', async () => {
  const inside = (await ground.open()).id;
  const me = await personnel([], { kind: 'teams', ids: [inside] });
  const near = await t.account({ rules: [2], scope: { kind: 'teams', ids: [inside] } });
  const far = await t.account({ rules: [2], scope: { kind: 'all', ids: [] } });
  const { data } = await t.call('rights.Staff/getList', { limit: 100 }, { token: me.token });
  assert.deepEqual(data.list.map(({ id }) => id).sort(), [me.id, near.id].sort());
  assert.equal(await code(t.call('rights.Staff/getDetail', { id: far.id }, { token: me.token })), 40302);
  assert.equal(await code(t.call('rights.Staff/handOver', { id: near.id, toId: far.id }, { token: me.token })), 40302);
});

test('extra stations add to the scopes of the identities, including scopes by region', async () => {
  const elsewhere = (await ground.open()).id;
  const regional = await t.account({ rules: [2, 11], scope: { kind: 'regions', ids: [990_000] } });
  const seen = async () => {
    const token = await t.signIn(regional.account);
    return (await t.call('team.Team/getList', {}, { token })).data.list.map(({ id }) => id);
  };
  assert.deepEqual(await seen(), []);
  const person = await detail(regional.id);
  const input = {
    ...(await values()),
    id: regional.id,
    version: person.version,
    name: 'Regional',
    account: regional.account,
    tel: person.tel,
    identityIds: person.identities.map(({ id }) => id),
    extraTeamIds: [elsewhere],
  };
  assert.equal(await code(t.call('rights.Staff/save', input, { token: owner })), 100);
  assert.deepEqual(await seen(), [elsewhere]);
  const token = await t.signIn(regional.account);
  assert.equal(await code(t.call('team.Team/getDetail', { id: elsewhere }, { token })), 100);
});

test('a bulk call changes each person separately, lists the caller and disabled people, and needs a code for identities', async () => {
  const people = [await add(), await add()];
  const ids = people.map(({ id }) => id);
  const me = await personnel([]);
  const first = await t.call(
    'rights.Staff/bulk',
    { action: 'disable', ids: [...ids, 7] },
    { token: owner, locale: 'en-US' },
  );
  assert.deepEqual([first.data.success, first.data.failed.map((one) => one.code)], [2, [40401]]);
  const second = await t.call('rights.Staff/bulk', { action: 'disable', ids }, { token: owner });
  assert.deepEqual(
    second.data.failed.map((one) => one.code),
    [42201, 42201],
  );
  const self = await t.call('rights.Staff/bulk', { action: 'disable', ids: [me.id] }, { token: me.token });
  assert.deepEqual(
    self.data.failed.map((one) => one.code),
    [40305],
  );
  const give = { action: 'setIdentity' as const, ids, identityIds: [await identity('auditor')] };
  assert.equal(await code(t.call('rights.Staff/bulk', give, { token: owner })), 40303);
  const ticket = await t.ticket(owner);
  assert.equal((await t.call('rights.Staff/bulk', give, { token: owner, ticket })).data.success, 2);
  assert.deepEqual(
    (await detail(ids[0] ?? 0)).identities.map(({ name }) => name),
    ['Auditor'],
  );
});

test('a bulk call leaves people out of scope or with more rights unchanged, and people with the same change share one notice', async () => {
  const inside = (await ground.open()).id;
  const { token } = await personnel([2, 3, 5, 90, 95, 9503], { kind: 'teams', ids: [inside] });
  const small = { rules: [2, 82], scope: { kind: 'teams' as const, ids: [inside] } };
  const [one, two] = [await t.account(small), await t.account(small)];
  const wide = await t.account({ rules: [2, 82], scope: { kind: 'all', ids: [] } });
  const more = await t.account({ rules: [2, 82, 45], scope: { kind: 'teams', ids: [inside] } });
  const heldBy = async (id: number) =>
    (await t.db.selectFrom('account_identity').select('identity_id as id').where('account_id', '=', id).execute()).map(
      (row) => row.id,
    );
  const given = await heldBy(two.id);
  await t.db.deleteFrom('notice_outbox').execute();
  const ids = [one.id, more.id, wide.id, two.id];
  const ticket = await t.ticket(token);
  const input = { action: 'setIdentity' as const, ids, identityIds: given };
  const { data } = await t.call('rights.Staff/bulk', input, { token, ticket });
  assert.deepEqual(
    [data.success, data.failed.map((row) => [row.id, row.code])],
    [
      2,
      [
        [more.id, 42343],
        [wide.id, 40302],
      ],
    ],
  );
  assert.deepEqual([await heldBy(one.id), await heldBy(two.id)], [given, given]);
  assert.notDeepEqual(await heldBy(more.id), given);
  const told = await t.db.selectFrom('notice_outbox').select('account_ids as to').execute();
  assert.deepEqual(
    told.map(({ to }) => to),
    [[one.id]],
    'whose identities stayed the same hears nothing',
  );
});

test('departments can be added, renamed and moved, but not below themselves, too deep, duplicated, or removed while in use', async () => {
  const save = (input: object) =>
    t.call('rights.Staff/saveDepartment', { version: 0, parentId: null, ...input } as never, { token: owner });
  const one = (await save({ name: 'Ops' })).data;
  const two = (await save({ name: 'North', parentId: one.id })).data;
  const three = (await save({ name: 'City', parentId: two.id })).data;
  assert.equal((await save({ name: 'ops' })).code, 40903);
  assert.equal((await save({ name: 'North', parentId: null })).code, 100, 'the same name elsewhere');
  assert.equal((await save({ id: one.id, version: 1, name: 'Ops', parentId: three.id })).code, 40001);
  assert.equal((await save({ id: one.id, version: 1, name: 'Ops', parentId: one.id })).code, 40001);
  const four = (await save({ name: 'Street', parentId: three.id })).data;
  assert.equal((await save({ name: 'House', parentId: four.id })).code, 40001);
  assert.equal((await save({ id: one.id, version: 9, name: 'Operations' })).code, 40901);
  assert.equal((await save({ id: one.id, version: 1, name: 'Operations' })).code, 100);
  assert.equal((await save({ id: one.id, version: 2, name: 'Operations', remove: true })).code, 42202);
  await add({ departmentId: four.id });
  assert.equal((await save({ id: four.id, version: 1, name: 'Street', remove: true })).code, 42202);
  const { data } = await t.call('rights.Staff/getDepartments', {}, { token: owner });
  const shown = data.list.filter(({ id }) => [one, two, three, four].some((department) => department.id === id));
  assert.deepEqual(
    shown.map(({ name, depth, staffCount }) => [name, depth, staffCount]),
    [
      ['Operations', 0, 0],
      ['North', 1, 0],
      ['City', 2, 0],
      ['Street', 3, 1],
    ],
  );
});

const base64 = (text: string) => Buffer.from(text).toString('base64');
const HEAD = '姓名,账号,手机号,邮箱,部门,岗位,身份,有效期至,备注';
const load = (text: string, more: object = {}) =>
  t.call(
    'rights.Staff/import',
    { content: base64(text), dryRun: true, sendInvite: false, ...more },
    { token: owner, locale: 'en-US' },
  );

test('a dry run of an import reports every mistake of every row and stores nothing', async () => {
  const { input } = await add();
  const count = async () => (await t.db.selectFrom('account').select('id').execute()).length;
  const before = await count();
  const file = [
    HEAD,
    '王一,wangyi01,13712340001,,,,客服,2027/1/5,',
    `王二,${input.account},13712340002,,,,Customer service,,`,
    '王,wangsan,123,nowhere,没有的部门,,客服、没有的身份,soon,',
    '',
    '王四,wangyi01,13712340001,,,,客服,,',
  ].join('\n');
  const { data } = await load(file);
  assert.deepEqual([data.rows, data.saved], [4, 0]);
  const of = (row: number) => data.errors.filter((error) => error.row === row).map(({ column }) => column);
  assert.deepEqual(of(2), []);
  assert.deepEqual(of(3), ['Account']);
  assert.deepEqual(of(4).sort(), ['Department', 'Email', 'Identities', 'Name', 'Phone', 'Valid until']);
  assert.ok(data.errors.some(({ message }) => message === 'Name must be at least 2 characters'));
  assert.deepEqual(of(6), ['Account'], 'a repetition inside the file, at the row that repeats');
  assert.equal(await count(), before);
  assert.equal((await t.db.selectFrom('sms_outbox').select('id').where('tel', 'like', '1371234%').execute()).length, 0);
});

test('a real import saves all rows or none, and its audit record holds no file content', async () => {
  const good = [
    HEAD,
    '赵一,zhaoyi01,13712350001,,,,客服,,',
    '赵二,zhaoer01,13712350002,,,,"客服、审计",2027-01-05,note',
  ].join('\n');
  const bad = `${good}\n赵三,zhaoyi01,13712350003,,,,客服,,`;
  const refused = await load(bad, { dryRun: false });
  assert.equal(refused.code, 40001);
  assert.match(JSON.stringify(refused.data), /rows\.4/);
  assert.equal((await t.db.selectFrom('account').select('id').where('account', 'like', 'zhao%').execute()).length, 0);
  const done = await load(good, { dryRun: false, sendInvite: true });
  assert.deepEqual([done.code, done.data.saved], [100, 2]);
  const people = await t.call('rights.Staff/getList', { keyword: 'zhao' }, { token: owner, locale: 'en-US' });
  assert.deepEqual(people.data.list.map(({ identityNames, expireAt }) => [identityNames.length, expireAt]).sort(), [
    [1, null],
    [2, '2027-01-05'],
  ]);
  assert.equal((await t.db.selectFrom('sms_outbox').select('id').where('tel', 'like', '1371235%').execute()).length, 2);
  for (const { requestId } of [refused, done]) {
    const records = await t.db.selectFrom('operation_record').selectAll().where('request_id', '=', requestId).execute();
    assert.equal(records.length, 1);
    assert.ok(
      !JSON.stringify(records).includes('1371235') && !JSON.stringify(records).includes(base64(good).slice(0, 40)),
    );
  }
});

test('an import refuses files that are not tables, lack a column, are empty or too long', async () => {
  assert.equal((await load('\0\0\0\0')).code, 40008);
  assert.match((await load('姓名,账号,手机号\n王,w,1')).data.errors[0]?.message ?? '', /Identities/);
  assert.match((await load(HEAD)).data.errors[0]?.message ?? '', /no rows/);
  const long = [HEAD, ...Array.from({ length: 501 }, (_, at) => `王,p${at},1371236${at},,,,客服,,`)].join('\n');
  assert.match((await load(long)).data.errors[0]?.message ?? '', /At most 500/);
});

test('a phone is shown in full with the permission, and each reveal leaves one record', async () => {
  const { id, input } = await add();
  const ask = (token: string) =>
    t.call(
      'common.Sensitive/unmask',
      { objectType: 'staff', id, field: 'tel', reason: 'Shift of tonight' },
      { token, locale: 'en-US' },
    );
  const me = await personnel([]);
  const refused = await ask(me.token);
  assert.deepEqual([refused.code, refused.msg], [40301, 'No permission: Staff › Show masked data']);
  assert.deepEqual(refused.data, { missing: [8205] });
  const narrow = await personnel([8205], { kind: 'teams', ids: [(await ground.station()).id] });
  assert.equal((await ask(narrow.token)).code, 40302);
  const answer = await ask(owner);
  assert.equal(answer.data.value, input.tel);
  const { data } = await t.call('rights.Record/getList', { requestId: answer.requestId }, { token: owner });
  assert.deepEqual(
    data.list.map(({ objectType, reveals }) => [objectType, reveals]),
    [['staff', true]],
  );
  assert.ok(!JSON.stringify(data).includes(input.tel));
});

test('every change of a person leaves one record with before and after, phone and email masked', async () => {
  const { id, version, input } = await add({ email: 'zoe@example.com' });
  const ticket = await t.ticket(owner);
  const answer = await t.call(
    'rights.Staff/save',
    { ...input, id, version, post: 'Lead', tel: '13933334444' },
    { token: owner, ticket },
  );
  const { data } = await t.call(
    'rights.Record/getList',
    { requestId: answer.requestId },
    { token: owner, locale: 'en-US' },
  );
  assert.equal(data.list.length, 1);
  assert.deepEqual(
    data.list[0]?.changes.map(({ label, before, after }) => [label, before, after]),
    [
      ['Phone', `138****${input.tel.slice(-4)}`, '139****4444'],
      ['Post', null, 'Lead'],
    ],
  );
  const raw = JSON.stringify(
    await t.db.selectFrom('operation_record').selectAll().where('request_id', '=', answer.requestId).execute(),
  );
  assert.ok(!raw.includes('13933334444') && !raw.includes('zoe@example.com'));
});

test('a person is deleted only after thirty disabled days and a hand-over, which moves the drafts; the name stays in history', async () => {
  const { id, input } = await add({ identityIds: [await identity('operations')] });
  const receiver = await add({ identityIds: [await identity('operations')] });
  const theirs = await t.signIn(input.account);
  const draft = await ground.draft({}, theirs);
  assert.equal((await detail(id)).openWork.stationDrafts, 1);
  const step = async (address: 'disable' | 'remove') =>
    t.call(`rights.Staff/${address}`, { id, version: (await detail(id)).version }, { token: owner, locale: 'en-US' });
  assert.equal((await step('remove')).code, 42201);
  await step('disable');
  const early = await step('remove');
  assert.deepEqual([early.code, early.msg], [42201, 'Can be deleted 30 days after being disabled, from 2026-03-31']);
  t.clock.advance(30 * DAY);
  owner = await t.signIn();
  assert.deepEqual(
    [(await step('remove')).code, (await step('remove')).msg],
    [42202, 'Hand over the work first, then delete'],
  );
  const to = (toId: number) => t.call('rights.Staff/handOver', { id, toId }, { token: owner, locale: 'en-US' });
  assert.equal((await to(id)).code, 40001);
  const handed = await to(receiver.id);
  assert.match(handed.data.message ?? '', /1 station draft/);
  const moved = await t.db
    .selectFrom('team')
    .select('created_by as by')
    .where('id', '=', draft.id)
    .executeTakeFirstOrThrow();
  assert.equal(moved.by, receiver.id);
  assert.ok((await detail(id)).actions.includes('remove'));
  assert.equal((await step('remove')).code, 100);
  assert.equal((await t.call('rights.Staff/getDetail', { id }, { token: owner })).code, 40401);
  const records = await t.call(
    'rights.Record/getList',
    { accountId: [id], atFrom: '2026-03-01', atTo: '2026-03-31' },
    { token: owner },
  );
  assert.equal(records.data.list[0]?.accountName, input.name);
});
