import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import type { Input } from '../../../contract';
import { withParents } from '../../../contract/permissions';
import { percentOf } from '../../../contract/shares';
import { createTestApp, type TestApp } from '../../testing';

/** These tests cover changes of terms: one person proposes, another approves, and the change is applied once. */

interface Person {
  readonly token: string;
  readonly ticket: string;
}
let t: TestApp;
let teams: number[];
let owner: Person;
let operations: Person;
let finance: Person;

before(async () => {
  t = await createTestApp({ demo: true });
  const rows = await t.db
    .selectFrom('team')
    .select('id')
    .where('status', 'in', ['operating', 'paused', 'frozen'])
    .orderBy(sql`status = 'operating'`, 'desc')
    .orderBy('id')
    .execute();
  teams = rows.map(({ id }) => id);
  assert.ok(teams.length >= 4);
  // Remove the stations' own rates: they would limit which shares are allowed.
  await t.db.updateTable('team').set({ platform_rate_bp: null, platform_fixed_fen: null }).execute();
  const token = await t.signIn();
  owner = { token, ticket: await t.ticket(token) };
  operations = await person([11, 1102]);
  finance = await person([11, 3311]);
});
after(async () => {
  assert.deepEqual(t.faults, []);
  await t.close();
});

async function person(
  rules: readonly number[],
  more: { teamIds?: readonly number[]; fields?: readonly 'phone'[] } = {},
): Promise<Person> {
  const { teamIds, fields } = more;
  const scope = teamIds && { scope: { kind: 'teams' as const, ids: teamIds } };
  const made = await t.account({ rules: withParents(rules), ...scope, ...(fields && { fields }) });
  const token = await t.signIn(made.account);
  return { token, ticket: await t.ticket(token) };
}
const as = ({ token, ticket }: Person) => ({ token, ticket, locale: 'en-US' as const });
const team = (index: number) => teams[index] ?? 0;
const reason = 'As agreed with the station';

type Values = Input<'team.Terms/propose'>['values'];
const propose = (teamId: number, values: Values, by = operations, effectiveAt: string | null = null) =>
  t.call('team.Terms/propose', { teamId, values, effectiveAt, reason }, as(by));
async function proposed(teamId: number, values: Values, by = operations): Promise<number> {
  const answer = await propose(teamId, values, by);
  assert.equal(answer.code, 100, JSON.stringify(answer));
  return answer.data.id;
}
const decide = (step: 'approve' | 'reject' | 'withdraw', id: number, by: Person, version = 1) =>
  t.raw(`team.Terms/${step}`, { id, version, ...(step === 'reject' && { reason: 'Not as agreed' }) }, as(by));
const detail = async (id: number) => (await t.call('team.Team/getDetail', { id }, as(owner))).data;
const pending = async (teamId: number, by = operations) =>
  (await t.call('team.Terms/getPending', { teamId }, as(by))).data.list;

test('terms change once, from the next 04:00, after two people agree', async () => {
  const id = await proposed(team(0), { riderShareBp: 6_100 });
  const before = await detail(team(0));
  assert.equal(before.nextFee, null);
  const [waiting] = await pending(team(0));
  assert.deepEqual(
    waiting?.changes.map(({ label, after }) => [label, after]),
    [['Rider share', '61.00%']],
  );
  assert.deepEqual(waiting?.actions, ['withdraw']);
  assert.deepEqual((await pending(team(0), finance))[0]?.actions, ['approve', 'reject']);
  assert.equal((await decide('approve', id, operations)).code, 40301);
  const both = await person([11, 1102, 3311]);
  const own = await proposed(team(1), { riderShareBp: 6_200 }, both);
  assert.equal((await decide('approve', own, both)).code, 40305);

  const codes = (await Promise.all([decide('approve', id, finance), decide('approve', id, owner)])).map(
    ({ code }) => code,
  );
  assert.deepEqual(codes.sort(), [100, 42201]);
  const now = await detail(team(0));
  assert.equal(now.riderShareBp, before.riderShareBp);
  assert.deepEqual(now.nextFee, { changes: { riderShareBp: 6_100 }, effectiveFrom: '2026-03-01T20:00:00.000Z' });
  assert.equal(now.version, before.version + 1);
  const logs = await t.call('team.Team/getLogs', { id: team(0), kind: ['fee'] }, as(owner));
  assert.equal(logs.data.list[0]?.reason, reason);
  const told = await t.db
    .selectFrom('notice_outbox')
    .select(['event', 'team_id'])
    .where('link', 'like', '%tab=fees')
    .execute();
  assert.ok(told.some(({ event, team_id }) => event === 'teamTermsPending' && team_id === team(0)));
  assert.ok(told.some(({ event }) => event === null));
});

test('a proposal whose fields have changed is refused; one about other fields is merged into the queued change', async () => {
  const first = await proposed(team(2), { riderShareBp: 6_300 });
  const same = await proposed(team(2), { riderShareBp: 6_400 });
  const other = await proposed(team(2), { settleCycle: 'month' });
  assert.equal((await decide('approve', first, finance)).code, 100);
  const stale = await decide('approve', same, finance);
  assert.deepEqual(
    [stale.code, stale.msg],
    [40901, 'The station’s terms have changed since this proposal; reject it and propose again'],
  );
  assert.equal((await decide('reject', same, finance)).code, 100);
  assert.equal((await decide('approve', other, finance)).code, 100);
  assert.deepEqual((await detail(team(2))).nextFee?.changes, { riderShareBp: 6_300, settleCycle: 'month' });
});

test('a chosen moment must be in the future, and the change takes effect then', async () => {
  const past = await propose(team(3), { riderShareBp: 6_500 }, operations, '2026-03-01T11:40:00+08:00');
  assert.equal(past.code, 40001);
  const answer = await propose(team(3), { riderShareBp: 6_500 }, operations, '2026-03-05T00:00:00+08:00');
  assert.equal((await decide('approve', answer.data.id, finance)).code, 100);
  assert.equal((await detail(team(3))).nextFee?.effectiveFrom, '2026-03-04T16:00:00.000Z');
});

test('an agreed change keeps its effective time: another change is approved only for the same time', async () => {
  const moment = '2026-03-05T00:00:00+08:00';
  // The previous test approved a change of this station for this moment.
  const sooner = await proposed(team(3), { settleCycle: 'month' });
  const refused = await decide('approve', sooner, finance);
  assert.equal(refused.code, 42201);
  assert.match(refused.msg, /^An approved change takes effect at 2026-03-05 00:00/);
  const planned = { changes: { riderShareBp: 6_500 }, effectiveFrom: '2026-03-04T16:00:00.000Z' };
  assert.deepEqual((await detail(team(3))).nextFee, planned);
  assert.equal((await decide('reject', sooner, finance)).code, 100);
  const same = await propose(team(3), { settleCycle: 'month' }, operations, moment);
  assert.equal((await decide('approve', same.data.id, finance)).code, 100);
  assert.deepEqual((await detail(team(3))).nextFee, {
    ...planned,
    changes: { riderShareBp: 6_500, settleCycle: 'month' },
  });
});

test('an invalid change, a change without a difference, and a change of a draft are refused', async () => {
  const { riderShareBp } = await detail(team(1));
  assert.equal((await propose(team(1), { riderShareBp: riderShareBp ?? 0 })).code, 42201);
  assert.equal((await propose(team(1), { riderShareBp: 9_990 })).code, 42229);
  assert.equal((await propose(team(1), { platformRateBp: 100, platformFixedFen: 5 })).code, 40001);
  assert.equal((await propose(team(1), { feePlanId: 4242 })).code, 40001);
  assert.equal((await propose(1, { riderShareBp: 6_000 })).code, 40401);
  const { data: draft } = await t.call('team.Team/saveDraft', { step: 1, values: {} }, as(owner));
  assert.equal((await propose(draft.id, { riderShareBp: 6_000 }, owner)).code, 42201);
  const outside = await person([11, 1102, 3311], { teamIds: [team(0)] });
  assert.equal((await propose(team(1), { riderShareBp: 6_000 }, outside)).code, 40302);
  assert.equal((await t.call('team.Terms/getPending', { teamId: team(1) }, as(outside))).code, 40302);
});

test("a credit limit needs its permission, a higher one the owner; it takes effect at once and moves the ledger's floor", async () => {
  await t.db.updateTable('team').set({ settlement_mode: 'deposit' }).where('id', '=', team(1)).execute();
  const { creditLimitFen } = await detail(team(1));
  const withoutRule = await propose(team(1), { creditLimitFen: creditLimitFen + 10_000 });
  assert.deepEqual([withoutRule.code, withoutRule.data], [40301, { missing: [3310] }]);
  const maker = await person([11, 1102, 33, 3310]);
  const id = await proposed(team(1), { creditLimitFen: creditLimitFen + 10_000 }, maker);
  assert.equal((await decide('approve', id, finance)).code, 42245);
  assert.equal((await decide('approve', id, owner)).code, 100);
  const now = await detail(team(1));
  assert.deepEqual([now.creditLimitFen, now.nextFee], [creditLimitFen + 10_000, null]);
  const { rows } = await sql<{ floor: number }>`
    select distinct floor_fen::int as floor from ledger_account
    where code in ('TEAM_AVAILABLE', 'TEAM_DEPOSIT') and owner_id = ${team(1)}`.execute(t.db);
  assert.deepEqual(rows, [{ floor: -(creditLimitFen + 10_000) }]);
  // A stored limit does not apply in the other mode, so a change back to `deposit` raises it.
  await t.db.updateTable('team').set({ settlement_mode: 'balance' }).where('id', '=', team(1)).execute();
  assert.equal((await propose(team(1), { settlementMode: 'deposit' })).code, 40301);
  const back = await proposed(team(1), { settlementMode: 'deposit' }, maker);
  assert.equal((await decide('approve', back, finance)).code, 42245);
  assert.equal((await decide('reject', back, owner)).code, 100);
  await t.db.updateTable('team').set({ settlement_mode: 'deposit' }).where('id', '=', team(1)).execute();
  const lower = await proposed(team(1), { creditLimitFen }, maker);
  assert.equal((await decide('approve', lower, finance)).code, 100);
});

test('the effect on last month’s orders is shown before the proposal and to the second person, and stored at the decision', async () => {
  const teamId = team(0);
  const { rows: orders } = await sql<{ fen: number }>`
    select delivery_fen::int as fen from customer_order
    where team_id = ${teamId} and status <> 'cancelled' and cost_snapshot is not null
      and delivered_at >= '2026-02-01T00:00:00+08:00' and delivered_at < '2026-03-01T00:00:00+08:00'`.execute(t.db);
  assert.ok(orders.length > 0);
  // The preview compares with the planned share, not with the share in force.
  const { nextFee } = await detail(teamId);
  const from = Number(nextFee?.changes.riderShareBp);
  const { data } = await t.call('team.Terms/preview', { teamId, riderShareBp: 5_000 }, as(operations));
  const expected = orders.reduce((sum, { fen }) => sum + percentOf(fen, 5_000) - percentOf(fen, from), 0);
  assert.deepEqual([data.effect?.month, data.effect?.orders], ['2026-02', orders.length]);
  assert.equal(data.effect?.riderFen, expected);
  assert.equal(data.effect?.stationFen, -expected);
  assert.equal(data.effect?.platformFen, 0);

  const id = await proposed(teamId, { riderShareBp: 5_000 });
  const facts = async (by: Person) => (await t.call('approval.Case/getDetail', { id }, as(by))).data;
  const seen = await facts(finance);
  assert.deepEqual(
    seen.facts.map(({ key }) => key),
    ['station', 'effectiveAt', 'reason', 'effectMonth', 'effectStation', 'effectRider', 'effectPlatform'],
  );
  assert.equal((await decide('approve', id, finance)).code, 100);
  const effect = (rows: typeof seen.facts) => rows.filter(({ key }) => key.startsWith('effect'));
  assert.deepEqual(effect((await facts(finance)).facts), effect(seen.facts));
});

test('a plan can be proposed for several stations at once, each with its own decision', async () => {
  const { feePlanId } = await detail(team(0));
  const plan = await t.db.selectFrom('fee_plan').selectAll().where('id', '=', feePlanId).executeTakeFirstOrThrow();
  const other = t.ids.next();
  await t.db
    .insertInto('fee_plan')
    .values({ ...plan, id: other, name: 'Another plan', is_default: false, rule_nos: '[]' })
    .execute();
  const input = { ids: [team(0), team(2), 1], feePlanId: other, reason };
  const { data } = await t.call('team.Terms/bulk', input, as(operations));
  assert.deepEqual([data.success, data.failed.map(({ code }) => code)], [2, [40401]]);
  const [one] = await pending(team(0), finance);
  assert.equal(one?.changes[0]?.after, 'Another plan');
  assert.equal((await decide('withdraw', one?.id ?? 0, finance)).code, 40301);
  assert.equal((await decide('withdraw', one?.id ?? 0, operations)).code, 100);
  assert.deepEqual(await pending(team(0)), []);
});
