import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { RULES } from '../../../contract/permissions';
import { SEARCH_KINDS, type SearchKindName } from '../../../contract/search.kinds';
import { createTestApp, type TestApp } from '../../testing';
import { type Ground, prepareGround } from '../../testing-stations';

let t: TestApp;
let ground: Ground;
/** Ids of two stations whose names share a word. One test limits the caller to the second station. */
let north: number;
let south: number;

before(async () => {
  t = await createTestApp();
  ground = await prepareGround(t);
  north = (await ground.station({ name: 'Harbour North', code: 'HB1001' })).id;
  south = (await ground.station({ name: 'Old Harbour South', code: 'HB1002' })).id;
  await t.account({ account: 'harbour_keeper' });
});
after(() => t.close());

const find = async (text: string, token = ground.owner, more: { kinds?: string } = {}) => {
  const answer = await t.call('common.Search/find', { text, ...more } as never, { token, locale: 'en-US' });
  assert.equal(answer.code, 100, JSON.stringify(answer));
  return answer.data.groups;
};
const kindsOf = (groups: Awaited<ReturnType<typeof find>>) => groups.map(({ kind }) => kind);
const titles = (groups: Awaited<ReturnType<typeof find>>, kind: SearchKindName) =>
  groups.find((group) => group.kind === kind)?.hits.map(({ title }) => title) ?? [];
async function person(rules: readonly number[], teams?: readonly number[]) {
  const { account } = await t.account({ rules, ...(teams && { scope: { kind: 'teams', ids: teams } as const }) });
  return t.signIn(account);
}

test('words find stations by name and by code prefix, and names that begin with them come first', async () => {
  assert.deepEqual(titles(await find('harbour'), 'team'), ['Harbour North', 'Old Harbour South']);
  assert.deepEqual(titles(await find('hb1002'), 'team'), ['Old Harbour South']);
  assert.deepEqual(titles(await find('%'), 'team'), []);
  const [first] = (await find('HB1001')).find(({ kind }) => kind === 'team')?.hits ?? [];
  assert.deepEqual([first?.id, first?.note, first?.stateText], [north, 'HB1001', 'Preparing']);
});

test('kinds whose page the caller may not open are not found', async () => {
  const groups = await find('harbour');
  assert.deepEqual(kindsOf(groups), ['team', 'staff', 'account']);
  assert.deepEqual(kindsOf(await find('harbour', await person([2, 10, 11]))), ['team']);
  assert.deepEqual(kindsOf(await find('harbour', await person([2]))), []);
  assert.deepEqual(kindsOf(await find('harbour', ground.owner, { kinds: 'staff' })), ['staff']);
  // Requesting these kinds explicitly does not make them visible.
  assert.deepEqual(await find('harbour', await person([2, 10, 11]), { kinds: 'staff,account' }), []);
});

test('records out of the data scope are not found and do not change any count', async () => {
  const rules = RULES.map(({ id }) => id);
  const token = await person(rules, [south]);
  const groups = await find('harbour', token);
  assert.deepEqual(titles(groups, 'team'), ['Old Harbour South']);
  // The staff member has all stations in scope, so a caller with one station must not find this person.
  assert.deepEqual(titles(groups, 'staff'), []);
  assert.ok(!JSON.stringify(await find('HB1001', token)).includes('North'));
  assert.deepEqual(kindsOf(await find('HB1001', token)), []);
});

test('people who see drafts find a draft', async () => {
  await ground.draft({ name: 'Harbour sketch' });
  assert.ok(titles(await find('sketch'), 'team').includes('Harbour sketch'));
  assert.deepEqual(await find('sketch', await person([2, 10, 11])), []);
});

test("the id in an error message and an object's number find operation records", async () => {
  const { requestId } = await t.call('team.Team/copy', { id: north }, { token: ground.owner });
  const [byId] = await find(requestId);
  assert.equal(byId?.kind, 'record');
  assert.match(byId?.hits[0]?.title ?? '', /^Copy station/);
  assert.ok(byId?.hits[0]?.at);
  const byNo = (await find('hb1001')).find(({ kind }) => kind === 'record');
  assert.ok((byNo?.hits.length ?? 0) > 0);
});

test('hits beyond the limit are only indicated', async () => {
  for (let n = 0; n < SEARCH_KINDS.team.most + 1; n += 1) await ground.draft({ name: `Depot ${n}` });
  const [group] = await find('depot');
  assert.equal(group?.hits.length, SEARCH_KINDS.team.most);
  assert.equal(group?.more, true);
});
