import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { type KyselyPlugin, sql } from 'kysely';
import type { Input } from '../../../contract';
import { SESSION_LIMITS } from '../../../contract/limits';
import { MINUTE_MS } from '../../../contract/units';
import { startSession } from '../../core/access/session';
import type { ActorContext } from '../../core/http/context';
import { createTestApp, TEST_BROWSER, TEST_NOW, TEST_PASSWORD, type TestApp } from '../../testing';
import { solvableCaptcha } from '../../testing-codes';
import { prepareGround } from '../../testing-stations';
import { rowAnswers } from './answers';
import { actionsOf, stateAfter } from './rules';
import type { AccountRow } from './store';

let t: TestApp;
let owner: string;
let inside: number;
let outside: number;
before(async () => {
  t = await createTestApp();
  owner = await t.signIn();
  const ground = await prepareGround(t);
  inside = (await ground.station({ name: 'Inside' })).id;
  outside = (await ground.station({ name: 'Outside' })).id;
});
after(() => t.close());
beforeEach(async () => {
  t.clock.set(TEST_NOW);
  for (const table of ['throttle', 'verify_code', 'sms_outbox'] as const) await t.db.deleteFrom(table).execute();
});

const DAY = 86_400_000;
const A = 'dashboard.AccountManage' as const;
const EVERY_RULE = [2, 3, 4, 401, 402, 403, 406, 407];
const REASON = 'Left the company';

/**
 * Creates an account with these permissions and signs it in. The account's data scope is only the stations `teams`.
 */
async function officer(account: string, rules: readonly number[] = EVERY_RULE, teams: readonly number[] = [inside]) {
  await t.account({ account, rules, scope: { kind: 'teams', ids: teams } });
  return t.signIn(account);
}
const station = (account: string, teamIds: readonly number[] = [inside]) =>
  t.account({ account, type: 'station', identity: 'stationAdmin', teamIds });
async function rowOf(account: string, token = owner) {
  const { data } = await t.call(`${A}/getList`, { keyword: account }, { token });
  const row = data.list.find((one) => one.account === account);
  assert.ok(row, `no row ${account}`);
  return row;
}
const codesOf = async (calls: readonly Promise<{ code: number }>[]) =>
  (await Promise.all(calls)).map(({ code }) => code);
const identity = async (type: 'station' | 'franchisee') =>
  (await t.call(`${A}/getIdentities`, { accountType: type }, { token: owner })).data.list[0]?.id ?? 0;
type CreateInput = Input<'dashboard.AccountManage/create'>;
async function create(more: Partial<CreateInput>, token = owner) {
  const input: CreateInput = {
    accountType: 'station',
    account: 'new_admin',
    name: 'Admin',
    tel: '13700000001',
    teamIds: [inside],
    identityId: await identity('station'),
    ...more,
  };
  return t.call(`${A}/create`, input, { token, ticket: await t.ticket(token), locale: 'en-US' });
}
/** Creates a trusted device of the account, as after a sign-in with phone verification. */
const trust = (id: number) =>
  t.db
    .insertInto('account_device')
    .values({ account_id: id, device: 'Chrome/Linux', verified_at: t.clock.now() })
    .execute();
const alive = async (token: string) => (await t.call('site.Site/getSiteInfo', {}, { token })).code;

test('the list shows and filters the security state, and its figures cover the whole filter', async () => {
  await station('listed');
  await t.account({ account: 'listed_staff', rules: [2] });
  const never = await t.account({ account: 'listed_new', rules: [2], status: 'invited' });
  await t.db
    .updateTable('account')
    .set({ last_login_at: new Date(t.clock.now().getTime() - 3 * DAY), last_login_ip: '10.9.8.7' })
    .where('account', '=', 'listed')
    .execute();
  await t.db
    .updateTable('account')
    .set({ password_at: new Date(t.clock.now().getTime() - 91 * DAY), two_factor: true })
    .where('id', '=', never.id)
    .execute();
  const list = async (query: object) =>
    (await t.call(`${A}/getList`, { keyword: 'listed', ...query }, { token: owner, locale: 'en-US' })).data;
  const all = await list({});
  assert.deepEqual(all.summary, { total: 3, active: 2, locked: 0, neverSignedIn: 2, oldPassword: 1 });
  const names = async (query: object) => (await list(query)).list.map(({ account }) => account).sort();
  assert.deepEqual(await names({ type: 'station' }), ['listed']);
  assert.deepEqual(await names({ teamIds: inside }), ['listed']);
  assert.deepEqual(await names({ teamIds: outside }), []);
  assert.deepEqual(await names({ state: 'invited' }), ['listed_new']);
  assert.deepEqual(await names({ twoFactor: true }), ['listed_new']);
  assert.deepEqual(await names({ lastLoginFrom: '2026-02-20', lastLoginTo: '2026-03-01' }), ['listed']);
  assert.deepEqual(await names({ lastLoginTo: '2026-02-01' }), []);
  const sorted = (await list({ sortField: 'account', sortOrder: 'asc' })).list.map(({ account }) => account);
  assert.deepEqual(sorted, ['listed', 'listed_new', 'listed_staff']);
  const row = await rowOf('listed');
  assert.deepEqual(row.belongsTo, ['Inside']);
  assert.match(row.maskedTel, /^199\*{4}/);
  const wrong = await t.call(
    `${A}/getList`,
    { lastLoginFrom: '2026-03-02', lastLoginTo: '2026-03-01' },
    { token: owner },
  );
  assert.equal(wrong.code, 40006);
  const deleted = await t.call(`${A}/getList`, { state: 'deleted' as never }, { token: owner });
  assert.equal(deleted.code, 40001);
  const percent = await t.call(`${A}/getList`, { keyword: '%' }, { token: owner });
  assert.equal(percent.data.total, 0, 'signs of a pattern are only signs');
});

test('the rows of a page need the same number of statements for one franchisee and for several', async () => {
  const first = await t.db.selectFrom('franchisee').selectAll().orderBy('id').limit(1).executeTakeFirstOrThrow();
  const others = [1, 2].map((n) => ({ id: t.ids.next(), no: `FCN-${n}`, name: `Company ${n}` }));
  for (const changes of others) {
    const changed = JSON.stringify(changes);
    await sql`insert into franchisee select (jsonb_populate_record(f, ${changed}::jsonb)).* from franchisee f where id = ${first.id}`.execute(
      t.db,
    );
  }
  let statements = 0;
  const counting: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      statements += 1;
      return result;
    },
  };
  const actor = { accountId: 0, accountType: 'owner', rules: new Set() };
  const ctx = { db: t.db.withPlugin(counting), actor, clock: t.clock, locale: 'en-US', t: () => '' };
  const account = {
    ...{ accountType: 'franchisee', teamIds: [], identities: [], state: 'active', tel: '' },
    version: 1,
  };
  const times = { lastLoginAt: null, passwordAt: null, lockedUntil: null, createdAt: t.clock.now() };
  const rowsFor = async (ids: readonly number[]) => {
    statements = 0;
    const accounts = ids.map(
      (franchiseeId, id) => ({ ...account, ...times, id, franchiseeId }) as unknown as AccountRow,
    );
    const rows = await rowAnswers(ctx as unknown as ActorContext, accounts);
    return { statements, names: rows.map(({ belongsTo }) => belongsTo[0]) };
  };
  const single = await rowsFor([first.id]);
  const several = await rowsFor([first.id, ...others.map(({ id }) => id)]);
  assert.deepEqual(several.names, [first.name, 'Company 1', 'Company 2']);
  assert.equal(several.statements, single.statements);
});

test('a user of one station sees only accounts all of whose stations are in the scope', async () => {
  const token = await officer('scoped');
  const mine = await station('mine_only');
  const both = await station('both_of', [inside, outside]);
  const theirs = await station('theirs', [outside]);
  const staff = await t.account({ account: 'hq_person', rules: [2] });
  const { data } = await t.call(`${A}/getList`, { limit: '100' }, { token });
  const seen = new Set(data.list.map(({ account }) => account));
  assert.ok(seen.has('mine_only'));
  for (const hidden of ['both_of', 'theirs', 'hq_person', 'owner']) assert.ok(!seen.has(hidden), hidden);
  assert.equal((await t.call(`${A}/getDetail`, { id: String(mine.id) }, { token })).code, 100);
  for (const { id } of [both, theirs, staff]) {
    assert.equal((await t.call(`${A}/getDetail`, { id: String(id) }, { token })).code, 40302);
    assert.equal((await t.call(`${A}/lock`, { id, reason: REASON }, { token })).code, 40302);
  }
  assert.equal((await t.call(`${A}/lock`, { id: 999, reason: REASON }, { token })).code, 40401);
});

test('a lock ends the sessions and prevents all sign-ins until it is removed', async () => {
  const { id, account } = await station('lockable');
  const token = await t.signIn(account);
  await t.db.updateTable('account').set({ last_login_at: t.clock.now() }).where('id', '=', id).execute();
  const locked = await t.call(`${A}/lock`, { id, reason: REASON }, { token: owner, locale: 'en-US' });
  assert.deepEqual([locked.data.state, locked.data.message], ['locked', 'Account lockable locked']);
  assert.equal(await alive(token), 401);
  const captchaId = await solvableCaptcha(t);
  const signIn = { account, password: TEST_PASSWORD, captchaId, code: 'ABCD' };
  assert.equal((await t.call('Login/login', signIn)).code, 42387);
  assert.equal((await t.call(`${A}/lock`, { id, reason: REASON }, { token: owner })).code, 42201);
  assert.equal((await t.call(`${A}/unlock`, { id }, { token: owner })).data.state, 'active');
  assert.equal((await rowOf(account)).failedTries, 0);
  const record = await t.db
    .selectFrom('operation_record')
    .select(['reason', 'before', 'after', 'object_id as objectId'])
    .where('request_id', '=', locked.requestId)
    .executeTakeFirstOrThrow();
  assert.deepEqual(record, { reason: REASON, before: { state: 'active' }, after: { state: 'locked' }, objectId: id });
});

test('a temporary lock counts as locked until it ends, and can be ended early', async () => {
  const { id, account } = await station('mistyped');
  const until = new Date(t.clock.now().getTime() + 10 * 60_000);
  await t.db
    .insertInto('sign_in_guard')
    .values({ key: `a:${id}`, fail_count: 5, fail_since: t.clock.now(), locked_until: until })
    .execute();
  const row = await rowOf(account);
  assert.deepEqual([row.state, row.lockedUntil, row.failedTries], ['locked', until.toISOString(), 5]);
  assert.ok(row.actions.includes('unlock'));
  t.clock.advance(10 * 60_000);
  assert.equal((await rowOf(account)).state, 'active');
  t.clock.set(TEST_NOW);
  assert.equal((await t.call(`${A}/unlock`, { id }, { token: owner })).data.state, 'invited');
});

test('a hundred sessions of a disabled account are refused at their next request, and stay ended after it is enabled', async () => {
  const { id, account } = await station('crowd');
  const session = { accountId: id, ip: '127.0.0.1', userAgent: TEST_BROWSER, remember: false, most: 200 };
  const tokens = await Promise.all(Array.from({ length: 100 }, async () => (await startSession(t, session)).token));
  assert.equal((await t.call(`${A}/disable`, { id, reason: REASON }, { token: owner })).data.state, 'disabled');
  assert.deepEqual([...new Set(await Promise.all(tokens.map(alive)))], [401]);
  assert.deepEqual((await rowOf(account)).actions, ['edit', 'enable', 'remove']);
  assert.equal((await t.call(`${A}/enable`, { id }, { token: owner })).data.state, 'invited');
  assert.equal(await alive(tokens[0] ?? ''), 401, 'an ended session stays ended');
});

test('force sign-out ends all sessions and nothing else', async () => {
  const { id, account } = await station('kicked');
  const tokens = [await t.signIn(account), await t.signIn(account)];
  const answer = await t.call(`${A}/forceLogout`, { id }, { token: owner, locale: 'en-US' });
  assert.equal(answer.data.message, '2 sessions of kicked ended');
  assert.deepEqual(await Promise.all(tokens.map(alive)), [401, 401]);
  assert.equal(await alive(await t.signIn(account)), 100);
});

test('users cannot change their own account here, only owners can change an owner’s, and the last owner cannot be disabled', async () => {
  const token = await officer('self', EVERY_RULE, []);
  await t.account({ account: 'chief', rules: EVERY_RULE });
  const chief = await t.signIn('chief');
  const chiefId = (await rowOf('chief')).id;
  const ownerId = (await rowOf('owner')).id;
  for (const address of ['lock', 'disable'] as const) {
    const own = await t.call(`${A}/${address}`, { id: chiefId, reason: REASON }, { token: chief });
    assert.equal(own.code, 40305);
    assert.equal((await t.call(`${A}/${address}`, { id: ownerId, reason: REASON }, { token: chief })).code, 40304);
  }
  assert.equal((await t.call(`${A}/forceLogout`, { id: ownerId }, { token: chief })).code, 40304);
  assert.deepEqual((await rowOf('owner', chief)).actions, []);
  assert.equal(await alive(token), 100);

  await t.account({ account: 'second_owner', type: 'owner' });
  const second = await t.signIn('second_owner');
  const secondId = (await rowOf('second_owner')).id;
  const both = await codesOf([
    t.call(`${A}/disable`, { id: secondId, reason: REASON }, { token: owner }),
    t.call(`${A}/disable`, { id: ownerId, reason: REASON }, { token: second }),
  ]);
  assert.ok(both.filter((code) => code === 100).length <= 1, `both owners went: ${both}`);
  await t.db.updateTable('account').set({ status: 'active' }).where('account_type', '=', 'owner').execute();
  await t.db.updateTable('account').set({ status: 'disabled' }).where('id', '=', secondId).execute();
  owner = await t.signIn();
  await t.db
    .updateTable('account')
    .set({ status: 'active', account_type: 'staff' })
    .where('id', '=', secondId)
    .execute();
  const demoted = await t.signIn('second_owner');
  assert.equal((await t.call(`${A}/disable`, { id: ownerId, reason: REASON }, { token: demoted })).code, 40304);
  await t.db.updateTable('account').set({ account_type: 'owner' }).where('id', '=', secondId).execute();
  await t.db.updateTable('account').set({ status: 'locked' }).where('id', '=', secondId).execute();
  const locked = await t.signIn('second_owner');
  const last = await t.call(`${A}/disable`, { id: ownerId, reason: REASON }, { token: locked, locale: 'en-US' });
  assert.deepEqual([last.code, last.msg], [40304, 'The last usable owner account must stay']);

  // A sign-in lock does not change the stored status, but it makes the account as unusable as a lock by staff.
  await t.db.updateTable('account').set({ status: 'active' }).where('id', '=', secondId).execute();
  const guard = { key: `a:${secondId}`, fail_count: 0, fail_since: new Date(), permanent: true };
  await t.db.insertInto('sign_in_guard').values(guard).execute();
  assert.equal((await t.call(`${A}/disable`, { id: ownerId, reason: REASON }, { token: locked })).code, 40304);
  assert.ok((await rowOf('second_owner')).actions.includes('disable'));
  assert.equal((await t.call(`${A}/disable`, { id: secondId, reason: REASON }, { token: owner })).code, 100);
});

test('a sub-account is created for its type, with unique name and phone, after a second verification', async () => {
  const token = await officer('maker');
  const without = await t.call(`${A}/create`, {} as never, { token: owner });
  assert.equal(without.code, 40303);
  const made = await create({ expireAt: '2026-12-31' });
  assert.deepEqual([made.code, made.data?.state], [100, 'invited'], made.msg);
  const detail = (await t.call(`${A}/getDetail`, { id: String(made.data.id) }, { token: owner })).data;
  assert.deepEqual([detail.teamIds, detail.expireAt, detail.createdByName], [[inside], '2026-12-31', 'owner']);
  assert.equal((await create({ tel: '13700000002' })).code, 40903);
  const phone = await create({ account: 'other_name' });
  assert.deepEqual([phone.code, phone.msg], [40903, 'Phone already exists']);
  const wrong: [Partial<CreateInput>, number][] = [
    [{ account: 'Capital' }, 40001],
    [{ account: '1digit' }, 40001],
    [{ teamIds: [] }, 40001],
    [{ expireAt: '2026-03-01' }, 40001],
    [{ identityId: 5 }, 40001],
    [{ accountType: 'franchisee' }, 40001],
    [{ teamIds: [999] }, 40401],
  ];
  for (const [more, code] of wrong) {
    assert.equal(
      (await create({ account: 'fine_name', tel: '13700000009', ...more })).code,
      code,
      JSON.stringify(more),
    );
  }
  const scoped = { account: 'fine_name', tel: '13700000009' };
  assert.equal((await create({ ...scoped, teamIds: [outside] }, token)).code, 40302);
  assert.equal((await create(scoped, token)).code, 42343, 'the identity holds more than the officer');
});

test('an edit of a sub-account needs its version and cannot exceed the editor’s scope or rights', async () => {
  const { id } = await station('editable');
  const { version } = await rowOf('editable');
  const input = { id, version, name: 'Renamed', teamIds: [inside, outside], identityId: await identity('station') };
  const saved = await t.call(`${A}/update`, input, { token: owner });
  assert.equal(saved.data.version, version + 1);
  const stale = await t.call(`${A}/update`, { ...input, name: 'Again' }, { token: owner });
  assert.equal(stale.code, 40901);
  assert.match(JSON.stringify(stale.data), /"name":"Renamed"/);
  const staff = await t.account({ account: 'not_here', rules: [2] });
  assert.equal((await t.call(`${A}/update`, { ...input, id: staff.id }, { token: owner })).code, 42201);
});

test('a change of a sub-account’s identity needs a second verification and cannot exceed the editor’s rights', async () => {
  const { id } = await station('promoted');
  const { version } = await rowOf('promoted');
  const make = async (fields: readonly string[]) => {
    const identityId = t.ids.next();
    await t.db
      .insertInto('identity')
      .values({
        id: identityId,
        created_at: t.clock.now(),
        updated_at: t.clock.now(),
        name: `Counter ${identityId}`,
        type: 'station',
        rule_ids: JSON.stringify([2, 3]),
        data_scope: JSON.stringify({ kind: 'teams', ids: [] }),
        field_rules: JSON.stringify(fields),
      })
      .execute();
    return identityId;
  };
  const [plain, seeing] = [await make([]), await make(['phone'])];
  await t.account({ account: 'blind', rules: EVERY_RULE, scope: { kind: 'teams', ids: [inside] }, fields: [] });
  const blind = await t.signIn('blind');
  const offered = (await t.call(`${A}/getIdentities`, { accountType: 'station' }, { token: blind })).data.list;
  assert.deepEqual([offered.some((one) => one.id === plain), offered.some((one) => one.id === seeing)], [true, false]);
  const input = { id, version, name: 'Promoted', teamIds: [inside], identityId: seeing };
  assert.equal((await t.call(`${A}/update`, input, { token: blind })).code, 40303);
  const how = { token: blind, ticket: await t.ticket(blind) };
  assert.equal((await t.call(`${A}/update`, input, how)).code, 42343);
  const saved = await t.call(`${A}/update`, { ...input, identityId: plain }, how);
  assert.equal(saved.code, 100, saved.msg);
  const renamed = { ...input, identityId: plain, name: 'Renamed', version: saved.data.version };
  assert.equal((await t.call(`${A}/update`, renamed, { token: blind })).code, 100, 'the same identity');
});

test('a user cannot take over an account with more data or rights by changing its phone', async () => {
  const officers = [2, 4, 402, 10, 11];
  await t.account({ account: 'taker', rules: officers, fields: ['amount'] });
  const taker = await t.signIn('taker');
  const ticket = await t.ticket(taker);
  let serial = 0;
  const take = async (wanted: Parameters<TestApp['account']>[0]) => {
    serial += 1;
    const { id } = await t.account(wanted);
    return (await t.call(`${A}/changeTel`, { id, tel: `1365555000${serial}` }, { token: taker, ticket })).code;
  };
  assert.equal(await take({ rules: [10, 11], fields: ['phone'] }), 42343, 'a field');
  assert.equal(await take({ rules: [10, 11], fields: ['amount'] }), 100);
  // `local` gets the identity of `local_rows`. This identity grants the permissions 10 and 11 only for the station `inside`.
  await t.account({ account: 'local', rules: [2, 4, 402], fields: [] });
  const local = await t.account({
    account: 'local_rows',
    rules: [10, 11],
    fields: [],
    scope: { kind: 'teams', ids: [inside] },
  });
  await t.db
    .updateTable('account_identity')
    .set({ account_id: (await rowOf('local')).id })
    .where('account_id', '=', local.id)
    .execute();
  const narrow = await t.signIn('local');
  const how = { token: narrow, ticket: await t.ticket(narrow) };
  const wide = await t.account({ rules: [10, 11], fields: [] });
  assert.equal((await t.call(`${A}/changeTel`, { id: wide.id, tel: '13655550011' }, how)).code, 42343, 'all stations');
  const near = { kind: 'teams', ids: [inside] } as const;
  const further = await t.account({ rules: [10, 11], fields: [], scope: near, teamIds: [outside] });
  assert.equal((await t.call(`${A}/changeTel`, { id: further.id, tel: '13655550012' }, how)).code, 42343, 'a station');
  const close = await t.account({ rules: [10, 11], fields: [], scope: near, teamIds: [inside] });
  assert.equal((await t.call(`${A}/changeTel`, { id: close.id, tel: '13655550013' }, how)).code, 100);
});

test('a head office account disabled and enabled here has the same state in the staff list', async () => {
  const { id } = await t.account({ account: 'hq_back', rules: [2] });
  const stored = () =>
    t.db
      .selectFrom('account')
      .select(['status', 'disabled_at as disabledAt', 'handed_over_at as handedOverAt', 'handed_over_to as to'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
  await t.call(`${A}/disable`, { id, reason: REASON }, { token: owner });
  assert.deepEqual([(await stored()).status, (await stored()).disabledAt], ['disabled', t.clock.now()]);
  await t.db
    .updateTable('account')
    .set({ handed_over_at: t.clock.now(), handed_over_to: id, last_login_at: t.clock.now() })
    .where('id', '=', id)
    .execute();
  await t.call(`${A}/enable`, { id }, { token: owner });
  assert.deepEqual(await stored(), { status: 'active', disabledAt: null, handedOverAt: null, to: null });
});

test('a link for a new password goes to the bound phone; without one: "Bind a phone first"', async () => {
  const { id, tel } = await station('resettable');
  const reset = async (accountId: number) =>
    t.call(`${A}/resetPassword`, { id: accountId }, { token: owner, ticket: await t.ticket(owner), locale: 'en-US' });
  assert.equal((await t.call(`${A}/resetPassword`, { id }, { token: owner })).code, 40303);
  assert.equal((await reset(id)).code, 100);
  const sms = await t.db.selectFrom('sms_outbox').select('text').where('tel', '=', tel).executeTakeFirstOrThrow();
  const ticket = /ticket=(\S+)/.exec(sms.text)?.[1] ?? '';
  const fresh = 'Fresh-Lantern-81';
  const redeemed = await t.call('Login/redeemResetLink', { ticket, password: fresh, confirmPassword: fresh });
  assert.equal(redeemed.code, 100);
  const phoneless = await station('phoneless');
  await t.db.updateTable('account').set({ tel: '' }).where('id', '=', phoneless.id).execute();
  const refused = await reset(phoneless.id);
  assert.deepEqual([refused.code, refused.msg], [42386, 'Bind a phone first']);
});

test('binding another phone requires all rights of the account, and the phone must be verified again', async () => {
  const { id } = await station('rephoned');
  const token = await officer('weaker');
  const change = async (by: string, tel: string) =>
    t.call(`${A}/changeTel`, { id, tel }, { token: by, ticket: await t.ticket(by) });
  assert.equal((await change(token, '13711112222')).code, 42343);
  await trust(id);
  const done = await change(owner, '13711112222');
  assert.equal(done.code, 100);
  assert.equal((await rowOf('rephoned')).maskedTel, '137****2222');
  const devices = await t.db.selectFrom('account_device').select('device').where('account_id', '=', id).execute();
  assert.deepEqual(devices, []);
  const other = await station('has_phone');
  assert.equal((await change(owner, other.tel)).code, 40903);
  const record = await t.db
    .selectFrom('operation_record')
    .select('after')
    .where('request_id', '=', done.requestId)
    .executeTakeFirstOrThrow();
  assert.deepEqual(record.after, { tel: '137****2222' });
});

test('only a disabled account that was never used can be deleted, and its name is free again', async () => {
  const { id } = await station('unused');
  assert.equal((await t.call(`${A}/remove`, { id }, { token: owner })).code, 42201);
  await t.call(`${A}/disable`, { id, reason: REASON }, { token: owner });
  await t.db.updateTable('account').set({ last_login_at: t.clock.now() }).where('id', '=', id).execute();
  assert.equal((await t.call(`${A}/remove`, { id }, { token: owner })).code, 42202);
  await t.db.updateTable('account').set({ last_login_at: null }).where('id', '=', id).execute();
  assert.equal((await t.call(`${A}/remove`, { id }, { token: owner })).data.state, 'deleted');
  assert.equal((await t.call(`${A}/getDetail`, { id: String(id) }, { token: owner })).code, 40401);
  await station('unused');
});

test('a bulk call handles each account separately and lists refusals, and each action requires its own rule', async () => {
  const [one, two] = [await station('bulk_one'), await station('bulk_two')];
  const ownerId = (await rowOf('owner')).id;
  const bulk = (action: Input<'dashboard.AccountManage/bulk'>['action'], ids: number[], token = owner) =>
    t.call(`${A}/bulk`, { ids, action, reason: REASON }, { token });
  const locked = await bulk('lock', [one.id, two.id, ownerId, 999]);
  assert.equal(locked.data.success, 2);
  assert.deepEqual(
    locked.data.failed.map(({ no, code }) => [no, code]),
    [
      ['owner', 40305],
      ['', 40401],
    ],
  );
  assert.equal((await bulk('unlock', [one.id, two.id])).data.success, 2);
  const session = await t.signIn('bulk_one');
  await trust(one.id);
  assert.equal((await bulk('requirePasswordChange', [one.id])).data.success, 1);
  assert.equal(await alive(session), 401, 'a session would choose the next password without the old one');
  assert.deepEqual(await t.db.selectFrom('account_device').selectAll().where('account_id', '=', one.id).execute(), []);
  const again = await t.signIn('bulk_one');
  assert.equal((await t.call('dashboard.Account/getInfo', {}, { token: again })).code, 40306);
  const resetOnly = await officer('reset_only', [2, 4, 407]);
  assert.equal((await bulk('lock', [two.id], resetOnly)).code, 40301);
  assert.equal((await bulk('requirePasswordChange', [two.id], resetOnly)).data.success, 1);
});

test('an idle session is ended too, but the message counts only sessions that were still open', async () => {
  const { id, account } = await station('idle_one');
  const [idle = '', open = ''] = [await t.signIn(account), await t.signIn(account)];
  const first = await t.db
    .selectFrom('account_session')
    .select('id')
    .where('account_id', '=', id)
    .orderBy('id')
    .execute();
  await t.db
    .updateTable('account_session')
    .set({ last_seen_at: new Date(t.clock.now().getTime() - SESSION_LIMITS.idleMinutes * MINUTE_MS) })
    .where('id', '=', first[0]?.id ?? 0)
    .execute();
  const answer = await t.call(`${A}/forceLogout`, { id }, { token: owner, locale: 'en-US' });
  assert.equal(answer.data.message, '1 session of idle_one ended');
  assert.deepEqual([await alive(idle), await alive(open)], [401, 401]);
});

test('the actions of a row depend on state, rule, own account and owner, like the calls themselves', () => {
  const subject = { id: 1, accountType: 'station', state: 'active', neverUsed: false, hasPhone: true } as const;
  const caller = { accountId: 9, isOwner: false, rules: new Set([4, 402, 406]) };
  assert.deepEqual(actionsOf(subject, caller, 1), ['edit', 'forceLogout', 'changeTel', 'lock', 'disable']);
  assert.deepEqual(actionsOf({ ...subject, id: 9 }, caller, 1), []);
  assert.deepEqual(actionsOf({ ...subject, accountType: 'owner' }, caller, 2), []);
  const asOwner = { ...caller, isOwner: true };
  assert.ok(!actionsOf({ ...subject, accountType: 'owner' }, asOwner, 1).includes('lock'));
  assert.ok(actionsOf({ ...subject, accountType: 'owner' }, asOwner, 2).includes('lock'));
  assert.ok(!actionsOf({ ...subject, hasPhone: false }, asOwner, 1).includes('resetPassword'));
  assert.deepEqual(actionsOf({ ...subject, state: 'disabled', neverUsed: true }, asOwner, 1), [
    'edit',
    'enable',
    'remove',
  ]);
  assert.equal(stateAfter('enable', true), 'invited');
  assert.equal(stateAfter('enable', false), 'active');
});

test('a full phone number is shown for a stated reason, to users who may see phones of accounts in their scope', async () => {
  const { id, tel } = await station('reachable');
  const far = await station('far_away', [outside]);
  const ask = (token: string, wanted = id) =>
    t.call(
      'common.Sensitive/unmask',
      { objectType: 'account', id: wanted, field: 'tel', reason: 'He is locked out' },
      { token, locale: 'en-US' },
    );
  const without = await ask(await officer('no_phones', [4]));
  assert.deepEqual([without.code, without.msg], [40301, 'No permission: Account management › Show masked data']);
  const may = await officer('phones', [4, 405]);
  const answer = await ask(may);
  assert.equal(answer.data.value, tel);
  assert.equal((await ask(may, far.id)).code, 40302);
  assert.equal((await ask(may, t.ids.next())).code, 40401);
  const rows = await t.db
    .selectFrom('operation_record')
    .selectAll()
    .where('request_id', '=', answer.requestId)
    .execute();
  assert.deepEqual(
    rows.map((row) => [row.object_type, Number(row.object_id), row.object_no, row.reason, row.reveals]),
    [['account', id, 'reachable', 'He is locked out', true]],
  );
  assert.ok(!JSON.stringify(rows).includes(tel));
});
