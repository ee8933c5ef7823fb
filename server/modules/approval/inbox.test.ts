import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { endpoints } from '../../../contract/endpoints';
import { DAY_MS } from '../../../contract/units';
import { rulesOf } from '../../core/http/pipe/authorize';
import { createTestApp, type TestApp } from '../../testing';
import { payingApplication } from '../../testing-withdrawals';
import { CASES } from './inbox';
import { APPROVALS } from './testing-approvals';
import { person, stageFor, stations } from './testing-fixture';

/** Tests the inbox of all kinds of documents: the demo's documents, and one pending document for each usual approval. */

let t: TestApp;
let teams: readonly number[];
/** Kinds that have no open document in the demo. */
const WITHOUT_DOCUMENTS: readonly string[] = [
  'insureClaim',
  'insurePolicy',
  'reconItem',
  'riderIdentity',
  'statement',
  'transfer',
  'userBlacklist',
];

before(async () => {
  t = await createTestApp({ demo: true });
  teams = await stations(t);
  for (const fixture of Object.values(APPROVALS)) await fixture.make(await stageFor(t, fixture), 'pending');
  const id = await payingApplication(t);
  const waiting = { state: 'pendingReview', team_id: teams[0] ?? 0, payer_id: null } as const;
  await t.db.updateTable('withdraw_apply').set(waiting).where('id', '=', id).execute();
});
after(async () => {
  assert.deepEqual(t.faults, []);
  await t.close();
});

test('a document that does not exist is not found', async () => {
  assert.equal((await t.call('approval.Case/getDetail', { id: 1 }, { token: await t.signIn() })).code, 40401);
});

test('the inbox has the same counts in cards, list and workbench', async () => {
  const rules = [2, 5, 33, 34, 3306, 3307, 8101, 8102];
  const owner = await t.signIn();
  const tokens = [owner, (await person(t, rules)).token, (await person(t, rules, teams.slice(0, 1))).token];
  for (const token of tokens) {
    const { data: counts } = await t.call('approval.Case/getCounts', {}, { token });
    const { data: todo } = await t.call('dashboard.Index/getTodo', {}, { token });
    const todoOf = (code: string) => todo.list.find((one) => one.code === code)?.count;
    for (const { type, forMe } of counts.types) {
      const { data } = await t.call('approval.Case/getList', { types: [type] }, { token });
      assert.equal(data.total, forMe, type);
    }
    assert.equal(counts.forMe, (await t.call('approval.Case/getList', {}, { token })).data.total);
    // Tests the first station, and a station without documents. List, cards and to-do must have the same counts.
    for (const teamIds of [teams.slice(0, 1), teams.slice(1, 2)]) {
      const ofStation = await t.call('approval.Case/getList', { teamIds }, { token });
      const chosen = await t.call('dashboard.Index/getTodo', { teamIds }, { token });
      if (chosen.code !== 100) continue;
      const line = chosen.data.list.find(({ code }) => code === 'approvals');
      assert.equal(ofStation.data.total, ofStation.data.summary.forMe);
      assert.equal(line?.count ?? 0, ofStation.data.total);
      if (line) assert.equal(line.link, `/dashboard/noticeManage?tab=approvals&teamIds=${teamIds.join()}`);
    }
    const { data: adjusts } = await t.call('finance.TeamFund/getAdjusts', { forMe: 'true' }, { token });
    const byType = new Map(counts.types.map(({ type, forMe }) => [type, forMe]));
    assert.deepEqual([adjusts.total, adjusts.summary.forMe], [byType.get('fundAdjust'), byType.get('fundAdjust')]);
    assert.equal(todoOf('fundAdjusts') ?? 0, byType.get('fundAdjust'));
    assert.equal(todoOf('approvals') ?? 0, counts.forMe);
  }
  const { data } = await t.call('approval.Case/getCounts', {}, { token: owner });
  assert.ok(data.types.every(({ type, forMe }) => forMe > 0 || WITHOUT_DOCUMENTS.includes(type)));
});

test('the inbox shows all kinds together, newest first, with kind, object and maker', async () => {
  const token = await t.signIn();
  const { data } = await t.call('approval.Case/getList', { limit: 100 }, { token });
  const times = data.list.map(({ createdAt }) => createdAt);
  assert.deepEqual(times, times.toSorted().toReversed());
  assert.deepEqual(
    [...new Set(data.list.map(({ type }) => type))].sort(),
    CASES.map(({ type }) => type.key)
      .filter((key) => !WITHOUT_DOCUMENTS.includes(key))
      .sort(),
  );
  assert.ok(data.list.every(({ title, object, makerName, link }) => title && object && makerName && link));
  assert.equal((await t.call('approval.Case/getList', { types: ['other'] }, { token })).data.total, 0);
});

test('proposals about the whole platform are shown only to people whose data scope is the whole platform', async () => {
  const address = 'finance.Recon/writeOff';
  const rules = rulesOf(endpoints[address]);
  const id = t.ids.next();
  const at = t.clock.now();
  await t.db
    .insertInto('proposal')
    .values({
      ...{ id, address, created_at: at, expire_at: new Date(at.getTime() + DAY_MS), team_id: null, status: 'pending' },
      ...{ payload: '{}', rules: JSON.stringify(rules), state_hash: '', object_id: null, object_no: 'RI1' },
      ...{ before: null, after: null, maker_id: 1, maker_name: 'Maker' },
      ...{ decided_by: null, decided_name: null, decided_at: null },
    })
    .execute();
  const shows = async ({ token }: { token: string }) => {
    const { data } = await t.call(
      'approval.Case/getList',
      { box: 'forMe', types: ['proposal'], limit: 100 },
      { token },
    );
    const detail = await t.call('approval.Case/getDetail', { id }, { token });
    return [data.list.some((row) => row.id === id), detail.code];
  };
  const limited = await person(t, rules, [teams[0] ?? 0]);
  assert.deepEqual(
    [await shows(await person(t, rules)), await shows(limited)],
    [
      [true, 100],
      [false, 40302],
    ],
  );
});
