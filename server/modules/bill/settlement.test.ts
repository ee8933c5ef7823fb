import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { withParents } from '../../../contract/permissions';
import { withTransaction } from '../../core/database/transaction';
import { createTestApp, type TestApp } from '../../testing';
import { type OrderKey, orderDesk } from '../../testing-orders';
import { balancesOf, findOffences, manual, post, releaseDue } from '../ledger';
import { settlementState } from './settlement';

const ZONE = 'Asia/Shanghai';
const RULES = withParents([31, 32, 3206, 34, 3309]);
const REASON = 'the wrong rider was named';
let t: TestApp;
let owner: string;
let maker: string;
let teamId: number;
let otherTeam: number;
let desk: Awaited<ReturnType<typeof orderDesk>>;

before(async () => {
  t = await createTestApp({ demo: true });
  owner = await t.signIn();
  const teams = await t.db.selectFrom('team').select('id').where('status', '=', 'operating').orderBy('id').execute();
  teamId = teams[0]?.id ?? 0;
  otherTeam = teams[1]?.id ?? 0;
  desk = await orderDesk(t, teamId);
  maker = await t.signIn((await t.account({ rules: RULES })).account);
});
after(async () => {
  assert.deepEqual(await findOffences(t.db), []);
  assert.deepEqual(t.faults, []);
  await t.close();
});

async function settled(...parts: Parameters<typeof desk.paid>[1][]): Promise<OrderKey> {
  const key = desk.newKey();
  await desk.push(desk.paid(key, parts[0]), desk.delivered(key));
  return key;
}
async function txnOf({ orderNo }: OrderKey, bizType: string) {
  return t.db
    .selectFrom('ledger_txn')
    .select(['id', 'tx_no as txNo'])
    .where('team_id', '=', teamId)
    .where('biz_no', '=', orderNo)
    .where('biz_type', '=', bizType as 'ORDER_SETTLE')
    .orderBy('step', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
}
const settlementNo = async (key: OrderKey) => (await txnOf(key, 'ORDER_SETTLE')).txNo;
const reverse = async (token: string, txNo: string, reason = REASON, team = teamId) =>
  t.call(
    'finance.Bill/reverseSettlement',
    { teamId: team, txNo, reason },
    { token, ticket: await t.ticket(token), locale: 'en-US' },
  );
const approve = async (token: string, id: number) =>
  t.call('approval.Proposal/approve', { id, version: 1 }, { token, ticket: await t.ticket(token), locale: 'en-US' });
async function undo(key: OrderKey) {
  const proposed = await reverse(maker, await settlementNo(key));
  assert.equal(proposed.code, 110, proposed.msg);
  return approve(owner, proposed.data.id);
}
const lift = (key: OrderKey, token = maker) => t.call('finance.TeamFund/unholdLine', key, { token, locale: 'en-US' });
/** Reads the settlement that the drawer of a transaction shows on the page of the station's movements. */
async function shown(txNo: string, token = maker) {
  const { data } = await t.call('finance.TeamFund/getTransaction', { teamId, txNo }, { token, locale: 'en-US' });
  assert.ok(data.settlement);
  return data.settlement;
}
const CODES = [
  'TEAM_PENDING',
  'TEAM_AVAILABLE',
  'TEAM_DEPOSIT',
  'RIDER_AVAILABLE',
  'MERCHANT_PAYABLE',
  'FRANCHISEE_AVAILABLE',
  'COMMISSION',
  'ORDER_ESCROW',
] as const;
async function money(): Promise<Record<string, number>> {
  const { rows } = await t.database.pool.query<{ code: string; fen: number }>(
    'select code, sum(balance_fen)::bigint as fen from ledger_account where code = any($1) group by 1 order by 1',
    [CODES],
  );
  return Object.fromEntries(rows.map(({ code, fen }) => [code, fen]));
}

test('two people reverse a settlement with its share, which leaves the order open and held until the hold is lifted', async () => {
  const key = desk.newKey();
  await desk.push(desk.paid(key));
  const unsettled = await money();
  await desk.push(desk.delivered(key));
  const whenSettled = await money();
  const { id, txNo } = await txnOf(key, 'ORDER_SETTLE');
  const standing = await shown(txNo);
  assert.deepEqual(
    [standing.state, standing.txNo, standing.amountFen, standing.actions, standing.undone],
    ['pending', txNo, 3_000, ['reverseSettlement'], 0],
  );

  const input = { teamId, txNo, reason: REASON };
  assert.equal((await t.call('finance.Bill/reverseSettlement', input, { token: maker })).code, 40303);
  assert.equal((await reverse(maker, txNo, 'no')).code, 40001);
  const proposed = await reverse(maker, txNo);
  assert.equal(proposed.code, 110, proposed.msg);
  assert.deepEqual(await money(), whenSettled);
  assert.equal((await approve(maker, proposed.data.id)).code, 40305);
  const elsewhere = await t.account({ rules: RULES, scope: { kind: 'teams', ids: [otherTeam] } });
  assert.equal((await approve(await t.signIn(elsewhere.account), proposed.data.id)).code, 40302);
  assert.equal((await approve(owner, proposed.data.id)).code, 100);
  assert.deepEqual(await money(), unsettled);
  assert.deepEqual(await findOffences(t.db), []);

  // The station's movements, the finance page and the bill must show the same settlement. The station's movements also show it for the
  // reversal.
  const undone = await shown(txNo);
  assert.deepEqual(
    [undone.state, undone.holdReason, undone.txNo, undone.undone, undone.actions],
    ['undone', REASON, null, 1, ['unholdLine']],
  );
  const mirror = await t.call('finance.TeamFund/getTransaction', { teamId, txNo }, { token: maker });
  assert.deepEqual(await shown(mirror.data.reversedByNo ?? ''), undone);
  const behind = await t.call('finance.Information/getTransaction', { id }, { token: maker, locale: 'en-US' });
  assert.deepEqual(behind.data.settlement, undone);
  const found = await t.call('finance.Bill/getList', { keyword: key.orderNo }, { token: maker });
  const billId = found.data.list[0]?.id ?? 0;
  const bill = await t.call('finance.Bill/getDetail', { id: billId }, { token: maker, locale: 'en-US' });
  assert.deepEqual(bill.data.settlement, undone);
  const waiting = await t.call('finance.TeamFund/getPending', { teamId, keyword: key.orderNo }, { token: maker });
  assert.deepEqual(
    waiting.data.list.map(({ state, actions, heldReason }) => [state, actions, heldReason]),
    [['reversed', ['unholdLine'], REASON]],
  );
  assert.equal(waiting.data.summary.undoneFen, waiting.data.list[0]?.amountFen);

  assert.equal((await reverse(maker, txNo)).code, 42244);
  const lifted = await lift(key);
  assert.deepEqual([lifted.code, lifted.data.message], [100, `Order ${key.orderNo} was settled once more`]);
  assert.equal((await lift(key)).code, 42201);
  assert.deepEqual(await money(), whenSettled);
  const again = await shown(txNo);
  assert.deepEqual([again.state, again.undone, again.actions], ['pending', 1, ['reverseSettlement']]);
  assert.notEqual(again.txNo, txNo);
  assert.equal((await reverse(maker, txNo)).code, 42244);
});

test('a proposal has one operation record with order, amount and reason, marked as money', async () => {
  const key = await settled();
  await undo(key);
  const rows = await t.db
    .selectFrom('operation_record')
    .select(['action', 'result_code as code', 'after', 'money'])
    .where('object_no', '=', key.orderNo)
    .where('module', '=', 'financial.bill')
    .orderBy('id')
    .execute();
  const { txNo } = await txnOf(key, 'ORDER_SETTLE');
  const after = { txNo, amount: '30.00', reason: REASON };
  assert.deepEqual(rows, [{ action: 'reverseSettlement', code: 110, after, money: true }]);
  await lift(key);
});

test('a commission paid from the reserve returns to it', async () => {
  const inReserve = await orderDesk(t, teamId, { settlement_mode: 'deposit' });
  await post(
    { db: t.db, ids: t.ids, clock: t.clock },
    manual({ bizNo: 'FILL', teamId, at: t.clock.now(), day: '2026-03-01' }, 'TEAM_DEPOSIT', teamId, 'in', 5_000),
  );
  const key = { teamId, orderNo: 'HO-RESERVE' };
  await inReserve.push(inReserve.paid(key));
  const unsettled = await money();
  await inReserve.push(inReserve.delivered(key));
  assert.ok(((await money()).TEAM_DEPOSIT ?? 0) < (unsettled.TEAM_DEPOSIT ?? 0));
  assert.equal((await undo(key)).code, 100);
  assert.deepEqual(await money(), unsettled);
  await lift(key);
  desk = await orderDesk(t, teamId);
});

test('released money is debited from the available balance; if that is too low, a proposal and an approval of the reversal are refused', async () => {
  const unsettled = await money();
  const key = { teamId, orderNo: 'HO-CREDITED' };
  await desk.push(desk.paid(key), desk.delivered(key));
  const released = await t.call(
    'finance.TeamFund/releaseLine',
    { ...key, reason: 'the station asked for it' },
    { token: owner },
  );
  assert.equal(released.code, 100, released.msg);
  const txNo = await settlementNo(key);
  assert.equal((await shown(txNo)).state, 'released');
  const available = (await balancesOf(t.db, ['TEAM_AVAILABLE'], [teamId])).get(`TEAM_AVAILABLE:${teamId}`) ?? 0;
  const tools = { db: t.db, ids: t.ids, clock: t.clock };
  const move = (bizNo: string, direction: 'in' | 'out') =>
    post(
      tools,
      manual({ bizNo, teamId, at: t.clock.now(), day: '2026-03-01' }, 'TEAM_AVAILABLE', teamId, direction, available),
    );
  const rich = await money();
  const earlier = await reverse(maker, txNo);
  assert.equal(earlier.code, 110, earlier.msg);
  assert.deepEqual(await money(), rich, 'a proposal posts nothing');
  await move('SPENT', 'out');
  const poor = await money();
  const proposals = () => t.db.selectFrom('proposal').select('id').execute();
  const before = (await proposals()).length;
  assert.equal((await reverse(maker, txNo)).code, 42241);
  assert.equal((await proposals()).length, before);
  assert.equal((await approve(owner, earlier.data.id)).code, 42241);
  assert.deepEqual(await money(), poor);
  assert.equal((await shown(txNo)).state, 'released');
  await move('BACK', 'in');
  assert.equal((await approve(owner, earlier.data.id)).code, 100);
  const { ORDER_ESCROW, ...rest } = await money();
  const { ORDER_ESCROW: escrowBefore, ...others } = unsettled;
  assert.deepEqual(rest, others);
  assert.equal((ORDER_ESCROW ?? 0) - (escrowBefore ?? 0), 3_000);
  // The job must find nothing to release for this order.
  const later = new Date(t.clock.now().getTime() + 86_400_000);
  await withTransaction(t.db, (db) => releaseDue({ ...tools, db }, later, ZONE, teamId), t.clock);
  assert.equal((await shown(txNo)).state, 'undone');
  await lift(key);
});

test('a settlement cannot be reversed before its later refund, which the page names', async () => {
  const key = await settled();
  await desk.push(desk.refunded(key, 'R1', 900));
  const txNo = await settlementNo(key);
  const refundNo = (await txnOf(key, 'REFUND_AFTER_SETTLE')).txNo;
  const standing = await shown(txNo);
  assert.deepEqual([standing.refundNo, standing.actions], [refundNo, []]);
  const refused = await reverse(maker, txNo);
  assert.equal(refused.code, 42201);
  assert.match(refused.msg, new RegExp(refundNo));
});

test('only a settlement of the station can be reversed, with permission, and only the first of two proposals is executed', async () => {
  const key = await settled();
  const txNo = await settlementNo(key);
  const payment = (await txnOf(key, 'ORDER_PAY')).txNo;
  assert.equal((await reverse(maker, payment)).code, 42201);
  assert.equal((await reverse(maker, 'TX-NONE')).code, 40401);
  assert.equal((await reverse(maker, txNo, REASON, otherTeam)).code, 40401);
  const elsewhere = await t.account({ rules: RULES, scope: { kind: 'teams', ids: [otherTeam] } });
  assert.equal((await reverse(await t.signIn(elsewhere.account), txNo)).code, 40302);
  const reader = await t.signIn((await t.account({ rules: withParents([32, 34]) })).account);
  assert.deepEqual((await shown(txNo, reader)).actions, []);
  assert.equal((await reverse(reader, txNo)).code, 40301);
  const [first, second] = [await reverse(maker, txNo), await reverse(maker, txNo)];
  assert.equal((await approve(owner, first.data.id)).code, 100);
  assert.equal((await approve(owner, second.data.id)).code, 42244);
  await lift(key);
});

test('the hold of an order without a share for the station can be lifted, although it has no pending line', async () => {
  const key = await settled({ riderIncomeFen: 1_000, goodsFen: 2_000 });
  const txNo = await settlementNo(key);
  const standing = await shown(txNo);
  await undo(key);
  assert.equal((await shown(txNo)).state, 'undone');
  assert.equal((await lift(key)).code, 100);
  assert.equal((await shown(txNo)).state, standing.state);
});

test('an order fully refunded while held has nothing left to settle and is no longer pending', async () => {
  const key = await settled();
  await undo(key);
  await desk.push(desk.refunded(key, 'R-ALL', 3_000));
  await lift(key);
  const waiting = await t.call('finance.TeamFund/getPending', { teamId, keyword: key.orderNo }, { token: maker });
  assert.deepEqual(waiting.data.list, []);
  assert.equal(waiting.data.summary.undoneFen, 0);
});

test('the state of a settlement follows from the order, its hold, and the line of the station', () => {
  const facts = { status: 'delivered', isSettled: true, isHeld: false, undone: 0, line: null } as const;
  const open = { ...facts, isSettled: false };
  assert.deepEqual(
    [
      settlementState(facts),
      settlementState({ ...facts, line: 'pending' }),
      settlementState({ ...facts, line: 'held', isHeld: true }),
      settlementState({ ...facts, line: 'released' }),
      settlementState({ ...open, status: 'accepted' }),
      settlementState({ ...open, status: 'accepted', isHeld: true }),
      settlementState({ ...open, isHeld: true, undone: 1, line: 'reversed' }),
      settlementState({ ...open, status: 'cancelled', isHeld: true }),
      settlementState(open),
    ],
    ['settled', 'pending', 'lineHeld', 'released', 'open', 'held', 'undone', 'none', 'none'],
  );
});
