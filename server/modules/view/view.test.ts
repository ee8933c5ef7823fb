import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import type { Input } from '../../../contract';
import { VIEWS } from '../../../contract/limits';
import { createTestApp, type TestApp } from '../../testing';

let t: TestApp;
let owner: string;
let identityId: number;
/** Tokens of three people: `agent` has the identity `identityId`, `editor` may edit identities, and `stranger` has neither. */
let agent: string;
let editor: string;
let stranger: string;

before(async () => {
  t = await createTestApp();
  owner = await t.signIn();
  const made = await t.account({ rules: [2, 10, 11] });
  agent = await t.signIn(made.account);
  identityId = (
    await t.db
      .selectFrom('account_identity')
      .select('identity_id')
      .where('account_id', '=', made.id)
      .executeTakeFirstOrThrow()
  ).identity_id;
  editor = await t.signIn((await t.account({ rules: [2, 80, 81, 8102] })).account);
  stranger = await t.signIn((await t.account({ rules: [2] })).account);
});
after(() => t.close());

const all = async (token: string) => (await t.call('common.View/getAll', {}, { token, locale: 'en-US' })).data;
const names = async (token: string, list = 'team') =>
  (await all(token)).list.filter((view) => view.list === list).map(({ name }) => name);
const save = (token: string, changes: Partial<Input<'common.View/save'>> = {}) =>
  t.call(
    'common.View/save',
    { version: 0, list: 'team', name: 'Paused', query: 'status=paused&sort=-code', scope: 'own', ...changes },
    { token, locale: 'en-US' },
  );
const code = async (answer: Promise<{ code: number }>) => (await answer).code;

test('an own view is hidden from other people, and its name is unique per list', async () => {
  assert.equal(await code(save(agent)), 100);
  assert.deepEqual(await names(agent), ['Paused']);
  assert.deepEqual(await names(owner), []);
  assert.equal(await code(save(agent, { name: 'PAUSED' })), 40903);
  assert.equal(await code(save(agent, { list: 'staff' })), 100);
  assert.equal(await code(save(owner)), 100);
});

test('only the owner shares a view with everyone, and only editors of identities share one with an identity', async () => {
  const everyone = { scope: 'everyone', name: 'For all' } as const;
  const shared = { scope: 'identity', identityId, name: 'For agents' } as const;
  assert.equal(await code(save(agent, everyone)), 40304);
  assert.equal(await code(save(editor, everyone)), 40304);
  assert.equal(await code(save(agent, shared)), 40301);
  assert.equal(await code(save(editor, { ...shared, identityId: undefined })), 40001);
  assert.equal(await code(save(editor, { ...shared, identityId: t.ids.next() })), 40401);
  assert.equal(await code(save(owner, everyone)), 100);
  assert.equal(await code(save(editor, shared)), 100);
  assert.deepEqual(await names(agent), ['For agents', 'For all', 'Paused']);
  assert.deepEqual(await names(stranger), ['For all']);
  const { list, share } = await all(agent);
  assert.deepEqual(
    list.filter(({ mayEdit }) => mayEdit).map(({ scope }) => scope),
    ['own', 'own'],
  );
  assert.deepEqual(share, { identities: [], everyone: false });
  assert.equal((await all(editor)).share.everyone, false);
});

test('a view of another person can be neither changed nor deleted, and a view that is not shared is not found', async () => {
  const { list } = await all(owner);
  const view = list.find(({ name }) => name === 'For all');
  const own = list.find(({ name }) => name === 'Paused');
  assert.ok(view && own);
  assert.equal(await code(save(agent, { id: view.id, version: 1, scope: 'own' })), 40304);
  assert.equal(await code(t.call('common.View/remove', { id: view.id, version: 1 }, { token: agent })), 40304);
  assert.equal(await code(save(agent, { id: own.id, version: 1 })), 40401);
  assert.equal(await code(t.call('common.View/remove', { id: own.id, version: 1 }, { token: agent })), 40401);
  assert.equal(await code(t.call('common.View/setDefault', { list: 'team', viewId: own.id }, { token: agent })), 40401);
});

test('a change of an outdated view is refused with the present view', async () => {
  const [view] = (await all(agent)).list.filter(({ scope, list }) => scope === 'own' && list === 'team');
  assert.ok(view);
  assert.equal(await code(save(agent, { id: view.id, version: 1, query: 'status=frozen' })), 100);
  const late = await save(agent, { id: view.id, version: 1, name: 'Late' });
  assert.equal(late.code, 40901);
  assert.equal((late.data as unknown as { current: { query: string } }).current.query, 'status=frozen');
});

test("a list opens with the person's default, else with their identity's; a deleted view is ignored", async () => {
  const opens = async () => (await all(agent)).defaults.find(({ list }) => list === 'team');
  const { list } = await all(agent);
  const idOf = (name: string) => list.find((view) => view.name === name && view.list === 'team')?.id ?? 0;
  const set = (token: string, viewId: number | null, more: { identityId?: number } = {}) =>
    code(t.call('common.View/setDefault', { list: 'team', viewId, ...more }, { token }));
  assert.equal(await set(agent, idOf('For all'), { identityId }), 40301);
  assert.equal(await set(editor, idOf('For all'), { identityId }), 100);
  assert.deepEqual(await opens(), { list: 'team', viewId: idOf('For all'), own: false });
  assert.equal(await set(agent, idOf('Paused')), 100);
  assert.deepEqual(await opens(), { list: 'team', viewId: idOf('Paused'), own: true });
  // The agent chose to open the list without a view, although the identity has a default.
  assert.equal(await set(agent, null), 100);
  assert.equal(await opens(), undefined);
  assert.equal(await set(agent, idOf('For agents')), 100);
  const { version } = list.find(({ name }) => name === 'For agents') ?? { version: 0 };
  assert.equal(await code(t.call('common.View/remove', { id: idOf('For agents'), version }, { token: editor })), 100);
  assert.deepEqual(await opens(), { list: 'team', viewId: idOf('For all'), own: false });
});

test("the default of an unknown identity and a person's own view as an identity's default are refused", async () => {
  const { id, account } = await t.account({ rules: [2, 80, 81, 8102] });
  const own = await t.signIn(account);
  const { data: view } = await save(own, { name: 'Mine' });
  const set = (target: number, viewId: number | null) =>
    code(t.call('common.View/setDefault', { list: 'team', viewId, identityId: target }, { token: own }));
  assert.equal(await set(t.ids.next(), null), 40401);
  assert.equal(await set(identityId, view.id), 40401);
  // An identity may have the same id as the account that holds the view.
  await sql`insert into identity select (jsonb_populate_record(identity, jsonb_build_object('id', ${id}::bigint, 'name', 'Twin'))).*
    from identity where id = ${identityId}`.execute(t.db);
  assert.equal(await set(id, view.id), 40401);
});

test("each change leaves one record with the view's name", async () => {
  const { data } = await save(agent, { list: 'record', name: 'Traced' });
  await t.call('common.View/remove', { id: data.id, version: 1 }, { token: agent });
  const records = await t.db
    .selectFrom('operation_record')
    .select(['action', 'object_no as no'])
    .where('object_type', '=', 'view')
    .where('object_id', '=', data.id)
    .orderBy('id')
    .execute();
  assert.deepEqual(records, [
    { action: 'save', no: 'Traced' },
    { action: 'remove', no: 'Traced' },
  ]);
});

test('a person can store a limited number of views per list', async () => {
  for (let n = 0; n < VIEWS.perList; n += 1) assert.equal(await code(save(stranger, { name: `View ${n}` })), 100);
  assert.equal(await code(save(stranger, { name: 'One more' })), 42391);
  assert.equal(await code(save(stranger, { name: 'One more', list: 'staff' })), 100);
});
