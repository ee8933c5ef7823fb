import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { withTransaction } from '../../core/database/transaction';
import { createTestApp, type TestApp } from '../../testing';
import { type OrderKey as Key, orderDesk } from '../../testing-orders';
import { balancesOf, findOffences, releaseDue, reverse } from '../ledger';
import { holdSettlement, liftHold } from './holds';

const ZONE = 'Asia/Shanghai';
let t: TestApp;
let owner: string;
let teamId: number;
let desk: Awaited<ReturnType<typeof orderDesk>>;
before(async () => {
  t = await createTestApp({ demo: true });
  owner = await t.signIn();
  const team = await t.db.selectFrom('team').select('id').where('status', '=', 'operating').executeTakeFirstOrThrow();
  teamId = team.id;
  desk = await orderDesk(t, teamId);
});
after(async () => {
  assert.deepEqual(t.faults, []);
  await t.close();
});

const inOne = <T>(work: (tools: { db: typeof t.db; ids: typeof t.ids; clock: typeof t.clock }) => Promise<T>) =>
  withTransaction(t.db, (db) => work({ db, ids: t.ids, clock: t.clock }), t.clock);
const lift = (key: Key) => inOne((tools) => liftHold(tools, key, ZONE));
const hold = (key: Key, reason: string) => inOne((tools) => holdSettlement(tools, key, reason));
const orderOf = ({ orderNo }: Key) =>
  t.db
    .selectFrom('customer_order')
    .select(['settled_at as settledAt', 'hold_reason as holdReason', 'refund_fen as refundFen'])
    .where('team_id', '=', teamId)
    .where('order_no', '=', orderNo)
    .executeTakeFirstOrThrow();
const lineOf = ({ orderNo }: Key) =>
  t.db
    .selectFrom('settle_line')
    .select(['state', 'amount_fen as fen', 'held_by as heldBy', 'created_at as completed'])
    .where('team_id', '=', teamId)
    .where('order_no', '=', orderNo)
    .executeTakeFirst();
/** Lists the transactions of an order by type and step. `!` marks reversed transactions. */
async function posted({ orderNo }: Key): Promise<string[]> {
  const { rows } = await t.database.pool.query<{ text: string }>(
    `select x.biz_type || ' ' || x.step || case when r.id is null then '' else '!' end as text
     from ledger_txn x left join ledger_txn r on r.team_id = x.team_id and r.reverses_id = x.id
     where x.team_id = $1 and x.biz_no = $2 order by x.id`,
    [teamId, orderNo],
  );
  return rows.map(({ text }) => text);
}
async function undo(key: Key, bizType: string) {
  const { id } = await t.db
    .selectFrom('ledger_txn')
    .select('id')
    .where('team_id', '=', teamId)
    .where('biz_no', '=', key.orderNo)
    .where('biz_type', '=', bizType as 'ORDER_SETTLE')
    .orderBy('step', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  const on = { at: t.clock.now(), day: '2026-03-01', remark: 'settled by mistake', operatorId: 1 };
  return inOne((tools) => reverse(tools, { teamId, id }, on));
}
const refused = (code: number) => (error: unknown) => (error as { code?: number }).code === code;
const money = async () => {
  const codes = ['TEAM_PENDING', 'RIDER_AVAILABLE', 'MERCHANT_PAYABLE', 'FRANCHISEE_AVAILABLE', 'COMMISSION'] as const;
  const { rows } = await t.database.pool.query<{ code: string; fen: number }>(
    'select code, sum(balance_fen)::bigint as fen from ledger_account where code = any($1) group by 1 order by 1',
    [codes],
  );
  return rows.map(({ code, fen }) => `${code} ${fen}`);
};

test('a held order is not settled at its delivery, and is settled once its hold is lifted', async () => {
  const key = desk.newKey();
  await desk.push(desk.paid(key));
  await hold(key, 'food loss under way');
  await assert.rejects(hold(key, 'again'), refused(42201));
  await desk.push(desk.delivered(key));
  assert.deepEqual(await posted(key), ['ORDER_PAY 1']);
  assert.equal((await orderOf(key)).settledAt, null);
  const completed = t.clock.now();
  t.clock.advance(60_000);
  await lift(key);
  assert.deepEqual(await posted(key), ['ORDER_PAY 1', 'ORDER_SETTLE 1', 'FRANCHISE_SHARE 1']);
  const order = await orderOf(key);
  assert.deepEqual([order.holdReason, order.settledAt?.toISOString()], [null, t.clock.now().toISOString()]);
  const line = await lineOf(key);
  assert.equal(line?.state, 'pending');
  assert.deepEqual(line?.completed, completed, 'the order was completed when it was delivered');
  await assert.rejects(lift(key), refused(42201));
  assert.deepEqual(await findOffences(t.db), []);
});

test('lifting a hold before the delivery does not settle the order', async () => {
  const key = desk.newKey();
  await desk.push(desk.paid(key));
  await hold(key, 'address in doubt');
  await lift(key);
  assert.deepEqual(await posted(key), ['ORDER_PAY 1']);
  await desk.push(desk.delivered(key));
  assert.ok((await posted(key)).includes('ORDER_SETTLE 1'));
});

test('a hold of a settled order keeps its line pending', async () => {
  const key = desk.newKey();
  await desk.push(desk.paid(key), desk.delivered(key));
  await hold(key, 'complaint');
  assert.deepEqual([(await lineOf(key))?.state, (await orderOf(key)).holdReason], ['held', 'complaint']);
  const later = new Date(t.clock.now().getTime() + 3 * 86_400_000);
  await inOne((tools) => releaseDue(tools, later, ZONE, teamId));
  assert.equal((await lineOf(key))?.state, 'held');
  await lift(key);
  assert.deepEqual([(await lineOf(key))?.state, (await orderOf(key)).holdReason], ['pending', null]);
});

test('a reversed settlement leaves its order open and held, and is made again exactly once', async () => {
  const key = desk.newKey();
  await desk.push(desk.paid(key));
  const before = await money();
  await desk.push(desk.delivered(key));
  const settled = await money();
  await undo(key, 'ORDER_SETTLE');
  assert.deepEqual(await money(), before);
  assert.deepEqual(await posted(key), ['ORDER_PAY 1', 'ORDER_SETTLE 1!', 'FRANCHISE_SHARE 1!']);
  const open = await orderOf(key);
  assert.deepEqual([open.settledAt, open.holdReason], [null, 'settled by mistake']);
  const line = await lineOf(key);
  assert.deepEqual([line?.state, line?.heldBy], ['reversed', { reason: 'settled by mistake' }]);
  assert.deepEqual(await findOffences(t.db), []);
  await assert.rejects(undo(key, 'ORDER_SETTLE'), refused(42244));

  // Of several concurrent calls, one lifts the hold and settles the order; the others are refused.
  const outcomes = await Promise.allSettled(Array.from({ length: 4 }, () => lift(key)));
  assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1);
  assert.deepEqual(await money(), settled);
  assert.deepEqual((await posted(key)).slice(3), ['ORDER_SETTLE 2', 'FRANCHISE_SHARE 2']);
  assert.deepEqual([(await lineOf(key))?.state, (await lineOf(key))?.heldBy], ['pending', null]);
  assert.ok((await orderOf(key)).settledAt);
  assert.deepEqual(await findOffences(t.db), []);

  await undo(key, 'ORDER_SETTLE');
  await lift(key);
  assert.deepEqual(await money(), settled);
  assert.ok((await posted(key)).includes('ORDER_SETTLE 3'));
  assert.deepEqual(await findOffences(t.db), []);
});

test('a refund of a reopened order comes from escrow, and the rest is shared out', async () => {
  const key = desk.newKey();
  await desk.push(desk.paid(key), desk.delivered(key));
  await undo(key, 'ORDER_SETTLE');
  await desk.push(desk.refunded(key, 'R1', 1_000));
  assert.ok((await posted(key)).includes('ORDER_REFUND 1'));
  await lift(key);
  assert.deepEqual(await findOffences(t.db), []);
  assert.ok((await orderOf(key)).settledAt);
});

test('a settlement can be reversed only after its refund is reversed, and the order then has no refund', async () => {
  const key = desk.newKey();
  await desk.push(desk.paid(key), desk.delivered(key), desk.refunded(key, 'R1', 900));
  assert.equal((await orderOf(key)).refundFen, 900);
  await assert.rejects(undo(key, 'ORDER_SETTLE'), refused(42201));
  await undo(key, 'REFUND_AFTER_SETTLE');
  assert.equal((await orderOf(key)).refundFen, 0);
  await undo(key, 'ORDER_SETTLE');
  await lift(key);
  // The reversed refund no longer counts: the whole payment of 3,000 fen can be refunded, but not 1 fen more.
  await desk.push(desk.refunded(key, 'R2', 3_000));
  const { data } = await t.call('order.Intake/push', { events: [desk.refunded(key, 'R3', 1)] }, { signed: true });
  assert.equal(data.rows[0]?.code, 42232);
  assert.deepEqual(await findOffences(t.db), []);
});

test('finance can lift the hold of a reversed settlement in the station’s pending settlements', async () => {
  const key = desk.newKey();
  await desk.push(desk.paid(key), desk.delivered(key));
  const token = owner;
  const state = ['pending', 'held', 'reversed'] as ['pending', 'held', 'reversed'];
  const row = async () => {
    const { data } = await t.call('finance.TeamFund/getPending', { teamId, keyword: key.orderNo, state }, { token });
    return data.list[0];
  };
  await undo(key, 'ORDER_SETTLE');
  const undone = await row();
  assert.deepEqual([undone?.actions, undone?.heldReason], [['unholdLine'], 'settled by mistake']);
  assert.equal((await t.call('finance.TeamFund/unholdLine', key, { token })).code, 100);
  assert.deepEqual((await row())?.actions, ['releaseLine', 'holdLine']);
  const held = await t.call('finance.TeamFund/holdLine', { ...key, reason: 'waits for the food loss' }, { token });
  assert.equal(held.code, 100);
  assert.equal((await orderOf(key)).holdReason, 'waits for the food loss');
  const early = await t.call('finance.TeamFund/releaseLine', { ...key, reason: 'the customer agreed' }, { token });
  assert.equal(early.code, 100, early.msg);
  assert.deepEqual([(await orderOf(key)).holdReason, (await lineOf(key))?.state], [null, 'released']);
  // Reversing the settlement also takes back the released money. The order is then settled again from the start.
  await undo(key, 'ORDER_SETTLE');
  assert.deepEqual([(await lineOf(key))?.state, (await row())?.actions], ['reversed', ['unholdLine']]);
  const again = await t.call('finance.TeamFund/unholdLine', key, { token, locale: 'en-US' });
  assert.equal(again.data.message, `Order ${key.orderNo} was settled once more`);
  assert.equal((await lineOf(key))?.state, 'pending');
  const balances = await balancesOf(t.db, ['ORDER_ESCROW'], [0]);
  assert.ok((balances.get('ORDER_ESCROW:0') ?? 0) >= 0);
  assert.deepEqual(await findOffences(t.db), []);
});
