import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Input } from '../../../contract';
import { RULES, withParents } from '../../../contract/permissions';
import { createTestApp, TEST_BROWSER, type TestApp } from '../../testing';

let t: TestApp;
let owner: string;
let ticket: string;
let teams: { id: number; name: string; province: string | null }[];

before(async () => {
  t = await createTestApp({ demo: true });
  owner = await t.signIn();
  await withoutSecondPerson();
  ticket = await t.ticket(owner);
  teams = await t.db
    .selectFrom('team')
    .select(['id', 'name', 'province_code as province'])
    .where('status', '=', 'operating')
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute();
});
after(() => t.close());

/** Disables the approval by a second person. Other tests cover it; in these tests one person decides. */
async function withoutSecondPerson(): Promise<void> {
  const { values: security, version } = (await t.call('site.Site/getSetting', { group: 'security' }, { token: owner }))
    .data;
  await t.db
    .insertInto('site_setting')
    .values({
      id: t.ids.next(),
      group_key: 'security',
      version: version + 1,
      content: JSON.stringify({ ...security, fourEyes: false }),
      changed: JSON.stringify(['fourEyes']),
      created_at: t.clock.now(),
      created_by: 0,
    })
    .execute();
}

type Values = Omit<Input<'rights.Identity/save'>, 'id' | 'version'>;
let serial = 0;
const values = (patch: Partial<Values> = {}): Values => {
  serial += 1;
  return {
    name: `Night desk ${serial}`,
    type: 'hq',
    description: 'Looks after stations at night',
    ruleIds: [1107],
    dataScope: { kind: 'all', ids: [] },
    fieldRules: [],
    loginHours: null,
    ipAllowList: [],
    need2v: false,
    ...patch,
  };
};
const save = (input: Input<'rights.Identity/save'>, token = owner, second = ticket) =>
  t.call('rights.Identity/save', input, { token, ticket: second });
const detail = async (id: number) => (await t.call('rights.Identity/getDetail', { id }, { token: owner })).data;

async function make(patch: Partial<Values> = {}): Promise<{ id: number; version: number }> {
  const answer = await save(values(patch));
  assert.equal(answer.code, 100, answer.msg);
  return { id: answer.data.id, version: answer.data.version };
}

/** Creates an account with these identities and signs in. */
async function personWith(...identityIds: number[]): Promise<{ id: number; account: string; token: string }> {
  const { id, account } = await t.account({ identity: null });
  await t.db
    .insertInto('account_identity')
    .values(identityIds.map((identity) => ({ account_id: id, identity_id: identity })))
    .execute();
  return { id, account, token: await t.signIn(account) };
}

const table = () => t.db.selectFrom('identity').selectAll().orderBy('id').execute();

/** Returns the refusal of a call, and checks that the call changed no identity. */
async function refused(call: () => Promise<{ code: number; msg: string; data: unknown }>) {
  const stood = await table();
  const answer = await call();
  assert.notEqual(answer.code, 100);
  assert.deepEqual(await table(), stood);
  return answer;
}

const everyDay = (from: string, to: string) =>
  [0, 1, 2, 3, 4, 5, 6].map((weekday) => ({ weekday, ranges: [{ from, to }] }));

test('a new identity has the chosen rules with their pages and menus, and one operation record has its maker', async () => {
  const answer = await save(values({ ruleIds: [1107, 1107] }));
  assert.equal(answer.code, 100);
  const stored = await detail(answer.data.id);
  assert.deepEqual(stored.ruleIds, [10, 11, 1107]);
  assert.deepEqual([stored.staffCount, stored.builtin, stored.status, stored.locked], [0, false, 'on', null]);
  const records = await t.db
    .selectFrom('operation_record')
    .select(['action', 'object_id as objectId', 'after'])
    .where('request_id', '=', answer.requestId)
    .execute();
  assert.equal(records.length, 1);
  assert.equal(records[0]?.objectId, answer.data.id);
  assert.deepEqual((records[0]?.after as { ruleIds: number[] } | undefined)?.ruleIds, [10, 11, 1107]);
});

test('saving needs a second verification', async () => {
  const answer = await refused(() => t.call('rights.Identity/save', values(), { token: owner }));
  assert.equal(answer.code, 40303);
});

test('all invalid values are reported at once, in the words of the page', async () => {
  const week = everyDay('18:00', '09:00');
  const answer = await refused(() =>
    t.call('rights.Identity/save', values({ ruleIds: [], dataScope: { kind: 'teams', ids: [] }, loginHours: week }), {
      token: owner,
      ticket,
      locale: 'en-US',
    }),
  );
  assert.equal(answer.code, 40001);
  const { errors } = answer.data as { errors: { field: string; message: string }[] };
  assert.deepEqual(
    errors.map(({ field }) => field),
    ['ruleIds', 'dataScope', 'loginHours'],
  );
  assert.equal(errors[0]?.message, 'Choose at least one permission');
});

test('rules, stations, regions and franchisees that do not exist are refused', async () => {
  for (const patch of [
    { ruleIds: [999_999] },
    { dataScope: { kind: 'teams', ids: [12] } },
    { dataScope: { kind: 'regions', ids: [999_999] } },
    { dataScope: { kind: 'franchisees', ids: [7] } },
  ] as Partial<Values>[]) {
    assert.equal((await refused(() => save(values(patch)))).code, 40001, JSON.stringify(patch));
  }
});

test('an identity of stations or franchisees covers its account’s own rows and cannot name other rows', async () => {
  const station = await make({ type: 'station', dataScope: { kind: 'teams', ids: [] } });
  assert.deepEqual((await detail(station.id)).dataScope, { kind: 'teams', ids: [] });
  const franchisee = await make({ type: 'franchisee', dataScope: { kind: 'franchisees', ids: [] } });
  assert.deepEqual((await detail(franchisee.id)).dataScope, { kind: 'franchisees', ids: [] });
  for (const scope of [
    { kind: 'all', ids: [] },
    { kind: 'teams', ids: [teams[0]?.id ?? 0] },
  ] as Values['dataScope'][]) {
    assert.equal((await refused(() => save(values({ type: 'station', dataScope: scope })))).code, 40001);
  }
});

test('a name is unique among identities that are not deleted', async () => {
  const { id, version } = await make({ name: 'Harbour desk' });
  assert.equal((await refused(() => save(values({ name: 'Harbour desk' })))).code, 40903);
  const other = await make();
  const renamed = await refused(() => save({ ...values({ name: 'Harbour desk' }), ...other }));
  assert.equal(renamed.code, 40903);
  assert.equal((await t.call('rights.Identity/remove', { id, version }, { token: owner })).code, 100);
  assert.equal((await save(values({ name: 'Harbour desk' }))).code, 100);
});

test('an edit of an old version is refused with the current values', async () => {
  const { id, version } = await make();
  const first = await save({ ...values({ description: 'first' }), id, version });
  assert.deepEqual([first.code, first.data.version], [100, version + 1]);
  const late = await refused(() => save({ ...values({ description: 'late' }), id, version }));
  assert.equal(late.code, 40901);
  const { current, changedBy } = late.data as { current: { description: string }; changedBy: string };
  assert.deepEqual([current.description, changedBy], ['first', 'owner']);
});

test('of twenty concurrent edits of the same version exactly one succeeds', async () => {
  const { id, version } = await make();
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) => save({ ...values({ description: `edit ${index}` }), id, version })),
  );
  const codes = answers.map(({ code }) => code).sort();
  assert.deepEqual(codes, [100, ...Array.from({ length: 19 }, () => 40901)]);
  const done = answers.findIndex(({ code }) => code === 100);
  const stored = await detail(id);
  assert.deepEqual([stored.description, stored.version], [`edit ${done}`, version + 1]);
});

test('built-in identities cannot be edited, disabled or deleted, but can be copied', async () => {
  const { list } = (await t.call('rights.Identity/getList', { keyword: 'Auditor' }, { token: owner, locale: 'en-US' }))
    .data;
  const auditor = list.find(({ builtin }) => builtin);
  assert.ok(auditor);
  assert.deepEqual(
    auditor.actions.filter((action) => ['edit', 'disable', 'remove'].includes(action)),
    [],
  );
  const { id, version } = auditor;
  assert.equal((await refused(() => save({ ...values(), id, version }))).code, 42345);
  for (const action of ['disable', 'enable', 'remove'] as const) {
    const answer = await refused(() => t.call(`rights.Identity/${action}`, { id, version }, { token: owner }));
    assert.equal(answer.code, 42345);
  }
  const copy = await t.call('rights.Identity/copy', { id, name: 'Junior auditor' }, { token: owner });
  assert.equal(copy.code, 100);
  const copied = await detail(copy.data.id);
  assert.deepEqual([copied.builtin, copied.ruleCount, copied.locked], [false, auditor.ruleCount, null]);
  assert.equal(
    (await refused(() => t.call('rights.Identity/copy', { id, name: 'Junior auditor' }, { token: owner }))).code,
    40903,
  );
});

test('people cannot edit an identity that they have', async () => {
  const own = await make({ ruleIds: [8102, 8103, 8106, 11] });
  const person = await personWith(own.id);
  const second = await t.ticket(person.token);
  const wanted = { ...values({ ruleIds: [8102] }), ...own };
  assert.equal((await refused(() => save(wanted, person.token, second))).code, 42342);
  for (const action of ['disable', 'remove'] as const) {
    const answer = await refused(() => t.call(`rights.Identity/${action}`, own, { token: person.token }));
    assert.equal(answer.code, 42342);
  }
});

test('create, edit and data scope are separate permissions', async () => {
  const editor = await personWith((await make({ ruleIds: [8102, 11] })).id);
  const creator = await personWith((await make({ ruleIds: [8101, 11] })).id);
  const other = await make({ ruleIds: [11] });
  const second = { editor: await t.ticket(editor.token), creator: await t.ticket(creator.token) };
  assert.equal((await refused(() => save(values({ ruleIds: [11] }), editor.token, second.editor))).code, 40301);
  const edit = { ...values({ ruleIds: [11] }), ...other };
  assert.equal((await refused(() => save(edit, creator.token, second.creator))).code, 40301);
  const narrower: Values['dataScope'] = { kind: 'teams', ids: [teams[0]?.id ?? 0] };
  assert.equal((await refused(() => save({ ...edit, dataScope: narrower }, editor.token, second.editor))).code, 40301);
  assert.equal((await save(edit, editor.token, second.editor)).code, 100);
  assert.equal((await save(values({ ruleIds: [11] }), creator.token, second.creator)).code, 100);
});

test('people cannot grant more than they have: no further rule, field or rows, and no stronger identity', async () => {
  const province = Number(teams[0]?.province);
  const inside = teams.filter((team) => Number(team.province) === province);
  const outside = teams.find((team) => Number(team.province) !== province);
  assert.ok(inside[0] && outside);
  const scope: Values['dataScope'] = { kind: 'regions', ids: [province] };
  const granter = await personWith(
    (await make({ ruleIds: [8101, 8102, 8103, 8106, 1107], dataScope: scope, fieldRules: ['phone'] })).id,
  );
  const second = await t.ticket(granter.token);
  const grant = (patch: Partial<Values>) => () =>
    save(values({ ruleIds: [1107], dataScope: scope, ...patch }), granter.token, second);
  for (const patch of [
    { ruleIds: [1108] },
    { fieldRules: ['phone', 'idCard'] },
    { dataScope: { kind: 'all', ids: [] } },
    { dataScope: { kind: 'teams', ids: [outside.id] } },
    { dataScope: { kind: 'regions', ids: [Number(outside.province)] } },
  ] as Partial<Values>[]) {
    assert.equal((await refused(grant(patch))).code, 42343, JSON.stringify(patch));
  }
  for (const patch of [
    {},
    { fieldRules: ['phone'] },
    { dataScope: { kind: 'teams', ids: [inside[0].id] } },
    { type: 'station', dataScope: { kind: 'teams', ids: [] } },
  ] as Partial<Values>[]) {
    assert.equal((await grant(patch)()).code, 100, JSON.stringify(patch));
  }
  const above = await make({ ruleIds: [1107, 1108], dataScope: scope });
  assert.equal(
    (await refused(() => save({ ...values({ ruleIds: [1107], dataScope: scope }), ...above }, granter.token, second)))
      .code,
    42343,
  );
  assert.equal((await refused(() => t.call('rights.Identity/disable', above, { token: granter.token }))).code, 42343);
  const copied = await refused(() =>
    t.call('rights.Identity/copy', { id: above.id, name: 'Above' }, { token: granter.token }),
  );
  assert.equal(copied.code, 42343);
  const { list } = (await t.call('rights.Identity/getList', { limit: 100 }, { token: granter.token })).data;
  const row = list.find(({ id }) => id === above.id);
  assert.equal(row?.locked, 'above');
  assert.deepEqual(
    row?.actions.filter((action) => ['edit', 'copy', 'disable', 'remove'].includes(action)),
    [],
  );
});

test('an assigned identity cannot be deleted, an unassigned one can', async () => {
  const one = await make();
  const person = await personWith(one.id);
  assert.equal((await refused(() => t.call('rights.Identity/remove', one, { token: owner }))).code, 42341);
  await t.db
    .updateTable('account')
    .set({ deleted_at: t.clock.now(), status: 'deleted' })
    .where('id', '=', person.id)
    .execute();
  assert.equal((await t.call('rights.Identity/remove', one, { token: owner })).code, 100);
  assert.equal((await t.call('rights.Identity/getDetail', { id: one.id }, { token: owner })).code, 40401);
});

test('the type of an assigned identity cannot change', async () => {
  const one = await make();
  await personWith(one.id);
  const answer = await refused(() =>
    save({ ...values({ type: 'station', dataScope: { kind: 'teams', ids: [] } }), ...one }),
  );
  assert.equal(answer.code, 40001);
});

test('review and payment of withdrawals in one identity are a warning, not a refusal', async () => {
  const answer = await t.call('rights.Identity/save', values({ ruleIds: [3601, 3602] }), {
    token: owner,
    ticket,
    locale: 'en-US',
  });
  assert.equal(answer.code, 100);
  assert.equal(answer.data.warnings.length, 1);
  assert.match(answer.data.warnings[0] ?? '', /Separate duties/);
  assert.deepEqual((await detail(answer.data.id)).warnings.length, 1);
  assert.deepEqual((await save(values({ ruleIds: [3601] }))).data.warnings, []);
});

test('the same idempotency key and body create one identity, and another body with the key is refused', async () => {
  const body = values();
  const send = (input: Values) =>
    t.call('rights.Identity/save', input, { token: owner, ticket, key: 'identity-once-1' });
  const [first, again] = [await send(body), await send(body)];
  assert.equal(first.data.id, again.data.id);
  assert.equal((await send({ ...body, description: 'other' })).code, 40902);
});

test('a change takes effect at the next request of each holder, and responses announce it until it is read', async () => {
  const one = await make({ ruleIds: [11] });
  const { token } = await personWith(one.id);
  const get = async (address: string) => {
    const response = await t.app.http.inject({
      method: 'GET',
      url: `/api/${address}`,
      headers: { authorization: token, 'user-agent': TEST_BROWSER },
    });
    return { code: response.json<{ code: number }>().code, changed: response.headers['x-permission-changed'] };
  };
  assert.deepEqual(await get('team.Team/getList'), { code: 100, changed: undefined });
  await get('site.Site/getSiteInfo');
  assert.deepEqual(await get('team.Team/getList'), { code: 100, changed: undefined });
  await save({ ...values({ ruleIds: [13] }), ...one });
  assert.deepEqual(await get('team.Team/getList'), { code: 40301, changed: '1' });
  assert.deepEqual(await get('team.Operation/getMatrix'), { code: 100, changed: '1' });
  assert.deepEqual(await get('site.Site/getSiteInfo'), { code: 100, changed: undefined });
  assert.deepEqual(await get('team.Operation/getMatrix'), { code: 100, changed: undefined });
});

test('disabling and enabling an identity take effect at once', async () => {
  const one = await make({ ruleIds: [11] });
  const { token } = await personWith(one.id);
  const list = async () => (await t.call('team.Team/getList', {}, { token })).code;
  assert.equal(await list(), 100);
  const off = await t.call('rights.Identity/disable', one, { token: owner, locale: 'en-US' });
  assert.deepEqual([off.code, off.data.state], [100, 'off']);
  assert.match(off.data.message ?? '', /concerned: 1/);
  assert.equal(await list(), 40301);
  const again = await refused(() =>
    t.call('rights.Identity/disable', { id: one.id, version: off.data.version }, { token: owner }),
  );
  assert.equal(again.code, 42201);
  await t.call('rights.Identity/enable', { id: one.id, version: off.data.version }, { token: owner });
  assert.equal(await list(), 100);
});

test('the rules of several identities are combined, and the widest scope counts for each module', async () => {
  const [first, second] = teams;
  assert.ok(first && second);
  const stations = await make({ ruleIds: [11], dataScope: { kind: 'teams', ids: [first.id] } });
  const finance = await make({ ruleIds: [31] });
  const { token } = await personWith(stations.id, finance.id);
  const list = await t.call('team.Team/getList', {}, { token });
  assert.deepEqual(
    list.data.list.map(({ id }) => id),
    [first.id],
  );
  assert.equal((await t.call('team.Team/getDetail', { id: second.id }, { token })).code, 40302);
  const info = (await t.call('site.Site/getSiteInfo', {}, { token })).data;
  assert.deepEqual(info.permission, [10, 11, 30, 31]);
  const wider = await make({ ruleIds: [11], dataScope: { kind: 'teams', ids: [second.id] } });
  const both = await personWith(stations.id, wider.id);
  const rows = (await t.call('team.Team/getList', { sortField: 'name' }, { token: both.token })).data.list;
  assert.deepEqual(rows.map(({ id }) => id).sort(), [first.id, second.id].sort());
});

test('a phone is revealed only with both the rule of the page and the field rule', async () => {
  const id = teams[0]?.id ?? 0;
  const reveal = async (patch: Partial<Values>) => {
    const { token } = await personWith((await make(patch)).id);
    const input = { objectType: 'team', id, field: 'contactTel', reason: 'Call the station' } as const;
    return t.call('common.Sensitive/unmask', input, { token, locale: 'en-US' });
  };
  const without = await reveal({ ruleIds: [1105] });
  assert.deepEqual([without.code, without.msg], [40301, 'No permission: Phone numbers']);
  assert.equal((await reveal({ ruleIds: [11], fieldRules: ['phone'] })).code, 40301);
  assert.equal((await reveal({ ruleIds: [1105], fieldRules: ['phone'] })).code, 100);
  const [first, second] = teams;
  const narrow = await make({
    ruleIds: [1105],
    fieldRules: ['phone'],
    dataScope: { kind: 'teams', ids: [second?.id ?? 0] },
  });
  const wide = await make({ ruleIds: [31] });
  const { token } = await personWith(narrow.id, wide.id);
  const foreign = { objectType: 'team', id: first?.id ?? 0, field: 'contactTel', reason: 'Call the station' } as const;
  assert.equal((await t.call('common.Sensitive/unmask', foreign, { token })).code, 40302);
});

test('outside its hours an identity does not count, and the next request is refused with the hours and recorded', async () => {
  // The test clock starts at 11:40, so these login hours end after five minutes.
  const one = await make({ ruleIds: [11], loginHours: everyDay('09:00', '11:45') });
  const { token, id } = await personWith(one.id);
  const list = () => t.call('team.Team/getList', {}, { token, locale: 'en-US' });
  assert.equal((await list()).code, 100);
  t.clock.advance(5 * 60_000);
  const late = await list();
  assert.deepEqual([late.code, late.msg], [40311, 'Outside the hours in which you may sign in (09:00–11:45)']);
  const records = await t.db
    .selectFrom('operation_record')
    .select('result_code as code')
    .where('request_id', '=', late.requestId)
    .execute();
  assert.deepEqual(records, [{ code: 40311 }]);
  assert.equal((await t.call('site.Site/getSiteInfo', {}, { token })).code, 40311);
  assert.equal((await t.call('Login/logout', {}, { token })).code, 100);
  t.clock.advance(-5 * 60_000);
  assert.ok(id);
});

test('an identity outside its hours loses only its own grants, and other identities keep theirs', async () => {
  const closed = await make({ ruleIds: [11], loginHours: everyDay('01:00', '02:00') });
  const open = await make({ ruleIds: [13] });
  const { token } = await personWith(closed.id, open.id);
  assert.equal((await t.call('team.Team/getList', {}, { token })).code, 40301);
  assert.equal((await t.call('team.Operation/getMatrix', {}, { token })).code, 100);
});

test('an identity does not count for an address outside of its list', async () => {
  const one = await make({ ruleIds: [11], ipAllowList: ['10.1.0.0/16', '2001:db8::/32'] });
  const { token } = await personWith(one.id);
  const from = (ip: string) => t.call('team.Team/getList', {}, { token, ip, locale: 'en-US' });
  assert.equal((await from('10.1.2.3')).code, 100);
  assert.equal((await from('2001:db8::7')).code, 100);
  const away = await from('203.0.113.9');
  assert.deepEqual([away.code, away.msg], [40312, 'You may not sign in from this address (203.0.113.9)']);
});

test('hours and addresses do not restrict the owner', async () => {
  const { account, id } = await t.account({ type: 'owner', identity: 'owner' });
  const limited = await make({ loginHours: everyDay('01:00', '02:00'), ipAllowList: ['10.0.0.1'] });
  await t.db.insertInto('account_identity').values({ account_id: id, identity_id: limited.id }).execute();
  const token = await t.signIn(account);
  assert.equal((await t.call('rights.Identity/getList', {}, { token })).code, 100);
});

test('the list filters by words, type, state and rule, in the reader’s language', async () => {
  const one = await make({ name: 'Percent 50% desk', ruleIds: [1106], type: 'hq' });
  const ask = async (input: Input<'rights.Identity/getList'>) =>
    (await t.call('rights.Identity/getList', { limit: 100, ...input }, { token: owner, locale: 'en-US' })).data.list;
  assert.deepEqual(
    (await ask({ keyword: '50%' })).map(({ id }) => id),
    [one.id],
  );
  assert.deepEqual(
    (await ask({ keyword: 'finance payer' })).map(({ name }) => name),
    ['Finance payer'],
  );
  const withRule = await ask({ ruleId: '1106' as never, status: 'on' as never });
  assert.ok(withRule.some(({ id }) => id === one.id));
  assert.ok(withRule.every(({ status }) => status === 'on'));
  assert.ok((await ask({ type: 'station' as never })).every(({ type }) => type === 'station'));
  const changed = await ask({ sortField: 'updatedAt', sortOrder: 'desc' });
  const moments = changed.map(({ updatedAt }) => updatedAt);
  assert.deepEqual(moments, [...moments].sort().reverse());
});

test('stations of a scope are named only to users who see them, others are only counted', async () => {
  const [first, second] = teams;
  assert.ok(first && second);
  const one = await make({ ruleIds: [11], dataScope: { kind: 'teams', ids: [first.id, second.id] } });
  const reader = await personWith((await make({ ruleIds: [81], dataScope: { kind: 'teams', ids: [first.id] } })).id);
  const seen = (await t.call('rights.Identity/getDetail', { id: one.id }, { token: reader.token })).data;
  assert.deepEqual(seen.scopeItems, [{ id: first.id, name: first.name }]);
  assert.equal(seen.scopeHidden, 1);
  assert.ok(!JSON.stringify(seen).includes(second.name));
});

test('the tree holds every rule once, in the reader’s language, and marks what the reader may grant', async () => {
  const reader = await personWith((await make({ ruleIds: [81, 1107], fieldRules: ['phone'] })).id);
  const { tree, fields, maySetScope } = (
    await t.call('rights.Identity/getRuleTree', {}, { token: reader.token, locale: 'pt-BR' })
  ).data;
  const flat = tree.flatMap((root) => [root, ...root.children.flatMap((page) => [page, ...page.children])]);
  assert.deepEqual(
    flat.map(({ id }) => id),
    RULES.map(({ id }) => id),
  );
  assert.equal(flat.find(({ id }) => id === 1108)?.name, 'Congelar e descongelar');
  assert.deepEqual(
    flat.filter(({ grantable }) => grantable).map(({ id }) => id),
    [10, 11, 1107, 80, 81],
  );
  assert.deepEqual(
    [fields.filter(({ grantable }) => grantable).map(({ key }) => key), maySetScope],
    [['phone'], false],
  );
});

test('a comparison of two identities covers rules and all other values', async () => {
  const a = await make({ ruleIds: [1106], loginHours: everyDay('09:00', '18:00') });
  const b = await make({ ruleIds: [1107], fieldRules: ['phone'], ipAllowList: ['10.0.0.0/8'] });
  const { data } = await t.call('rights.Identity/compare', { a: a.id, b: b.id }, { token: owner, locale: 'en-US' });
  const buttons = data.tree.flatMap((root) => root.children.flatMap((page) => page.children));
  assert.deepEqual(
    buttons.filter((rule) => rule.a !== rule.b).map((rule) => [rule.id, rule.a, rule.b]),
    [
      [1106, true, false],
      [1107, false, true],
    ],
  );
  const fact = (key: string) => data.facts.find((one) => one.key === key);
  assert.deepEqual([fact('hours')?.a, fact('hours')?.b], ['Mon–Sun 09:00–18:00', 'At any time']);
  assert.deepEqual([fact('fields')?.b, fact('addresses')?.b], ['Phone numbers', '10.0.0.0/8']);
});

test('the X-ray of a person shows which identity grants each part, which identities are not in effect, and the rows by module', async () => {
  const stations = await make({ ruleIds: [1107], dataScope: { kind: 'teams', ids: [teams[0]?.id ?? 0] } });
  const phones = await make({ ruleIds: [11, 1105], fieldRules: ['phone'] });
  const night = await make({ ruleIds: [31], loginHours: everyDay('01:00', '02:00') });
  const off = await make({ ruleIds: [45] });
  const person = await personWith(stations.id, phones.id, night.id, off.id);
  await t.call('rights.Identity/disable', off, { token: owner });
  const { data } = await t.call('rights.Identity/explain', { accountId: person.id }, { token: owner, locale: 'en-US' });
  assert.deepEqual(
    data.identities.map(({ id, off: why }) => [id, why]),
    [
      [stations.id, null],
      [phones.id, null],
      [night.id, 'hours'],
      [off.id, 'disabled'],
    ],
  );
  const flat = data.tree.flatMap((root) => [root, ...root.children.flatMap((page) => [page, ...page.children])]);
  const of = (rule: number) => flat.find(({ id }) => id === rule);
  assert.deepEqual(of(11)?.by, [stations.id, phones.id]);
  assert.deepEqual([of(1107)?.by, of(1105)?.by], [[stations.id], [phones.id]]);
  assert.deepEqual([of(31)?.held, of(45)?.held, of(1108)?.held], [false, false, false]);
  assert.deepEqual(data.scopes, [{ moduleId: 10, name: 'Stations', text: 'All data' }]);
  assert.deepEqual(
    data.fields.filter(({ held }) => held).map(({ key, by }) => [key, by]),
    [['phone', [phones.id]]],
  );
  const held = flat.filter((rule) => rule.held).map(({ id }) => id);
  const info = (await t.call('site.Site/getSiteInfo', {}, { token: person.token })).data;
  assert.deepEqual(held.sort(), [...info.permission].sort(), 'the same as what requests are authorised by');
});

test('users without the data scope of all data can explain only their own rights', async () => {
  const scope: Values['dataScope'] = { kind: 'teams', ids: [teams[0]?.id ?? 0] };
  const reader = await personWith((await make({ ruleIds: [81], dataScope: scope })).id);
  const other = await personWith((await make()).id);
  assert.equal((await t.call('rights.Identity/explain', { accountId: other.id }, { token: reader.token })).code, 40302);
  assert.equal((await t.call('rights.Identity/explain', { accountId: reader.id }, { token: reader.token })).code, 100);
  const found = (await t.call('rights.Identity/findPeople', {}, { token: reader.token })).data;
  assert.deepEqual(
    found.list.map(({ id }) => id),
    [reader.id],
  );
  assert.equal((await t.call('rights.Identity/explain', {}, { token: owner })).code, 40001);
});

test('people are found by name, account and identity', async () => {
  const one = await make();
  const person = await personWith(one.id);
  const ask = async (input: Input<'rights.Identity/findPeople'>) =>
    (await t.call('rights.Identity/findPeople', input, { token: owner })).data;
  assert.deepEqual(
    (await ask({ identityId: String(one.id) as never })).list.map(({ id }) => id),
    [person.id],
  );
  assert.ok((await ask({ keyword: person.account })).list.some(({ id }) => id === person.id));
  assert.equal((await ask({ keyword: 'nobody at all' })).total, 0);
});

test('the preview counts people who really gain or lose a right, and saves nothing', async () => {
  const one = await make({ ruleIds: [1107, 31] });
  const also = await make({ ruleIds: [31] });
  await personWith(one.id);
  await personWith(one.id);
  await personWith(one.id, also.id);
  const stood = await table();
  const wanted = {
    id: one.id,
    ruleIds: [1107, 1108],
    dataScope: { kind: 'all', ids: [] },
    fieldRules: ['phone'],
  } as const;
  const input = {
    ...wanted,
    ruleIds: [...wanted.ruleIds],
    fieldRules: [...wanted.fieldRules],
    dataScope: { kind: 'all' as const, ids: [] },
  };
  const { data } = await t.call('rights.Identity/preview', input, { token: owner, locale: 'en-US' });
  assert.deepEqual(await table(), stood);
  assert.deepEqual(
    data.gained.map(({ id, people }) => [id, people]),
    [[1108, 3]],
  );
  assert.deepEqual(
    data.lost.map(({ id, people }) => [id, people]),
    [
      [30, 2],
      [31, 2],
    ],
    'who has it from another identity as well loses nothing',
  );
  assert.deepEqual([data.people, data.affected, data.fieldsGained, data.scope], [3, 3, ['Phone numbers'], null]);
  await save({ ...values({ ruleIds: input.ruleIds, fieldRules: input.fieldRules }), ...one });
  const same = await t.call('rights.Identity/preview', input, { token: owner });
  assert.deepEqual([same.data.gained, same.data.lost, same.data.affected], [[], [], 0]);
});

test('a refusal names the missing permission and the people who can grant it', async () => {
  const { token } = await personWith((await make({ ruleIds: [2] })).id);
  const answer = await t.call('team.Team/getList', {}, { token, locale: 'en-US' });
  assert.deepEqual([answer.code, answer.msg], [40301, 'No permission: Station list']);
  assert.deepEqual(answer.data, { missing: [11] });
  const editor = await personWith((await make({ ruleIds: [8102, 1108] })).id);
  const half = await personWith((await make({ ruleIds: [8102] })).id);
  const { data } = await t.call('rights.Identity/explainRefusal', { rule: 1108 }, { token, locale: 'en-US' });
  assert.deepEqual([data.name, data.held], ['Station list › Freeze and unfreeze', false]);
  assert.equal(data.granters[0], 'owner');
  assert.ok(data.granters.includes(editor.account));
  assert.ok(!data.granters.includes(half.account), 'nobody grants what he does not hold');
  assert.deepEqual(Object.keys(data).sort(), ['askedAt', 'granters', 'held', 'name', 'rule']);
  const mine = await t.call('rights.Identity/explainRefusal', { rule: 1108 }, { token: editor.token });
  assert.ok(!mine.data.granters.includes(editor.account), 'nobody grants to himself');
  assert.equal((await t.call('rights.Identity/explainRefusal', { rule: 4 * 4 * 99_999 }, { token })).code, 40401);
});

test('every permission rule can be granted, and its holder then has it', async () => {
  const all = RULES.map(({ id }) => id);
  const one = await make({ ruleIds: all });
  const { token } = await personWith(one.id);
  const info = (await t.call('site.Site/getSiteInfo', {}, { token })).data;
  assert.deepEqual([...info.permission].sort(), [...withParents(all)].sort());
});
