import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { withParents } from '../../../contract/permissions';
import { createTestApp, type TestApp } from '../../testing';
import { type OrderKey, orderDesk } from '../../testing-orders';
import { balancesOf, escrowOffences, findOffences, lastCheck, ledgerJobs } from '../ledger';

/**
 * Tests that a cancelled order without a full refund is listed after a day (DOMAIN §9 decision 20). A refund or a settlement removes it
 * from the list.
 */

const DAY_MS = 86_400_000;
const REASON = 'the user asked twice';
let t: TestApp;
let teamId: number;
let desk: Awaited<ReturnType<typeof orderDesk>>;
let owner: string;
let maker: string;
let ownerName: string;
let makerName: string;
/** Signs in again, because sessions expire when the clock advances by days. */
async function signIn(): Promise<void> {
  owner = await t.signIn(ownerName);
  maker = await t.signIn(makerName);
}
async function pass(ms: number): Promise<void> {
  t.clock.advance(ms);
  await signIn();
}
before(async () => {
  t = await createTestApp({ demo: true });
  const team = t.db.selectFrom('team').select('id').where('status', '=', 'operating').orderBy('id').limit(1);
  teamId = (await team.executeTakeFirstOrThrow()).id;
  desk = await orderDesk(t, teamId, { team_type: 'self', franchisee_id: null });
  ownerName = (await t.account({ account: 'owner', type: 'owner' })).account;
  makerName = (await t.account({ rules: withParents([31, 3206]) })).account;
  await signIn();
});
after(async () => {
  assert.deepEqual(await findOffences(t.db), []);
  await t.close();
});

async function cancelled(...refunds: number[]): Promise<OrderKey> {
  const key = desk.newKey();
  await desk.push(desk.paid(key), ...refunds.map((fen, at) => desk.refunded(key, `R${at}`, fen)), {
    event: 'cancelled',
    ...key,
    at: t.clock.now().toISOString(),
  });
  return key;
}
const list = async (token = owner) => {
  const { code, msg, data } = await t.call('finance.Escrow/getList', { page: 1, limit: 20 }, { token });
  assert.equal(code, 100, msg);
  return data;
};
const numbers = async (token = owner) => (await list(token)).list.map(({ orderNo }) => orderNo);
const todo = async (token: string) =>
  (await t.call('dashboard.Index/getTodo', {}, { token })).data.list.find(({ code }) => code === 'escrowOpen');
async function act(address: 'refund' | 'settle', key: OrderKey, token: string, more: object = {}) {
  return t.raw(
    `finance.Escrow/${address}`,
    { ...key, reason: REASON, ...more },
    { token, ticket: await t.ticket(token) },
  );
}
const approve = async (token: string, { data }: { data: unknown }) =>
  t.call(
    'approval.Proposal/approve',
    { id: (data as { id: number }).id, version: 1 },
    { token, ticket: await t.ticket(token) },
  );
const escrow = async () => (await balancesOf(t.db, ['ORDER_ESCROW'], [0])).get('ORDER_ESCROW:0') ?? 0;

test('an order cancelled without a full refund is listed after a day, becomes a to-do, and is reported by the nightly check', async () => {
  const [some, none, whole] = [await cancelled(1_000), await cancelled(), await cancelled(3_000)];
  assert.deepEqual(await numbers(), []);
  await pass(DAY_MS - 60_000);
  assert.deepEqual([await numbers(), await todo(owner)], [[], undefined]);
  await pass(60_000);
  const { list: rows, summary } = await list();
  assert.deepEqual(
    rows.map(({ orderNo, leftFen, actions }) => [orderNo, leftFen, actions]),
    [
      [some.orderNo, 2_000, ['refund', 'settle']],
      [none.orderNo, 3_000, ['refund', 'settle']],
    ],
  );
  assert.equal(summary.leftFen, 5_000);
  assert.ok(!rows.some(({ orderNo }) => orderNo === whole.orderNo));
  const waiting = await todo(owner);
  assert.deepEqual([waiting?.count, waiting?.link], [2, '/financial/information?part=escrow']);
  const named = await escrowOffences(t.db, t.clock.now());
  assert.deepEqual(
    named.map(({ invariant, where }) => [invariant, where]),
    [some, none].map(({ orderNo }) => [7, `order ${orderNo}`]),
  );
  for (const job of ledgerJobs) await job.run(t.db, t.clock, t.ids);
  const check = await lastCheck(t.db);
  assert.ok(check?.offences.some(({ where }) => where === `order ${some.orderNo}`));
  // Such an order is a task for a user. The books are right.
  assert.equal(check?.passed, true);
  assert.equal((await t.call('dashboard.Index/getHealth', {}, { token: owner })).data.books, 'right');
});

test('stations out of scope are not listed, and without the rule no action is possible', async () => {
  const other = t.db.selectFrom('team').select('id').where('id', '<>', teamId).orderBy('id').limit(1);
  const scope = { kind: 'teams', ids: [(await other.executeTakeFirstOrThrow()).id] } as const;
  const elsewhere = await t.signIn((await t.account({ rules: withParents([31, 3206]), scope })).account);
  assert.deepEqual(await numbers(elsewhere), []);
  const [row] = (await list()).list;
  assert.ok(row);
  const key = { teamId: row.teamId, orderNo: row.orderNo };
  const refusal = async () => {
    const { code, msg, data } = await act('settle', key, elsewhere);
    return { code, msg, data };
  };
  const withoutLoss = await refusal();
  assert.equal(withoutLoss.code, 40302);
  const loss = { id: t.ids.next(), created_at: t.clock.now(), no: 'FL1', team_id: row.teamId, order_no: row.orderNo };
  await t.db
    .insertInto('food_loss')
    .values({
      ...loss,
      ...{ state: 'submitted', reason: 'spilled', description: 'All of it was spilled', loss_fen: 100, claim_fen: 100 },
      ...{ reporter_type: 'staff', reporter_name: 'Maker', maker_id: 1, maker_name: 'Maker' },
      ...{ wanted_remedy: 'balance', items: '[]', asked: '[]', tx_nos: '[]', user_id: 1 },
    })
    .execute();
  assert.equal((await act('settle', key, maker)).code, 42201);
  assert.deepEqual(await refusal(), withoutLoss, 'the answer does not reveal the food loss');
  await t.db.deleteFrom('food_loss').where('id', '=', loss.id).execute();
  const reader = await t.signIn((await t.account({ rules: withParents([31]) })).account);
  assert.equal((await act('settle', key, reader)).code, 40301);
  assert.deepEqual(
    (await list(reader)).list.map(({ actions }) => actions),
    [[], []],
  );
  assert.equal((await t.raw('finance.Escrow/settle', { ...key, reason: REASON }, { token: maker })).code, 40303);
});

test('the rest is refunded after a second person’s approval, and only once', async () => {
  const [row] = (await list()).list;
  assert.ok(row);
  const key = { teamId: row.teamId, orderNo: row.orderNo };
  const before = await escrow();
  const proposed = await act('refund', key, maker, { refundNo: 'BACK1', channelRefundNo: 'WX1' });
  assert.equal(proposed.code, 110, proposed.msg);
  assert.equal(await escrow(), before);
  assert.equal((await approve(maker, proposed)).code, 40305);
  assert.equal((await approve(owner, proposed)).code, 100);
  assert.equal(before - (await escrow()), row.leftFen);
  assert.ok(!(await numbers()).includes(key.orderNo));
  assert.equal((await act('refund', key, maker, { refundNo: 'BACK2' })).code, 42201);
  const bill = t.db.selectFrom('bill').select(['amount_fen', 'channel_refund_no']).where('order_no', '=', key.orderNo);
  const { amount_fen: fen, channel_refund_no: no } = await bill
    .where('channel_refund_no', 'is not', null)
    .executeTakeFirstOrThrow();
  assert.deepEqual([fen, no], [2_000, 'WX1']);
});

test('after a second person’s approval a cancelled order is settled as if it had been delivered', async () => {
  const [row] = (await list()).list;
  assert.ok(row);
  const key = { teamId: row.teamId, orderNo: row.orderNo };
  const before = await balancesOf(t.db, ['ORDER_ESCROW', 'MERCHANT_PAYABLE'], [0, desk.merchantId]);
  const proposed = await act('settle', key, maker);
  assert.equal(proposed.code, 110, proposed.msg);
  assert.equal((await approve(owner, proposed)).code, 100);
  const after = await balancesOf(t.db, ['ORDER_ESCROW', 'MERCHANT_PAYABLE'], [0, desk.merchantId]);
  const moved = (code: string) => (after.get(code) ?? 0) - (before.get(code) ?? 0);
  assert.deepEqual([moved('ORDER_ESCROW:0'), moved(`MERCHANT_PAYABLE:${desk.merchantId}`)], [-3_000, 2_000]);
  assert.deepEqual([await numbers(), await todo(owner)], [[], undefined]);
  assert.equal((await act('settle', key, maker)).code, 42201);
});

test('a proposal to refund is outdated if the order was refunded in the meantime', async () => {
  const key = await cancelled();
  await pass(DAY_MS);
  const proposed = await act('refund', key, maker, { refundNo: 'LATE1' });
  await desk.push(desk.refunded(key, 'R9', 500));
  assert.equal((await approve(owner, proposed)).code, 40901);
  await desk.push(desk.refunded(key, 'R10', 2_500));
});
