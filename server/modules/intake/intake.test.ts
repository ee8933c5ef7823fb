import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { OrderEvent } from '../../../contract/order';
import { withParents } from '../../../contract/permissions';
import { wallTime } from '../../core/money/days';
import { createTestApp, type TestApp } from '../../testing';
import { orderDesk } from '../../testing-orders';
import { balancesOf, findOffences, releaseDue, reverse } from '../ledger';
import { orderSnapshot } from '../order';
import { teamJobs } from '../team';
import { applyEvents } from './apply';

let t: TestApp;
let teamId: number;
let desk: Awaited<ReturnType<typeof orderDesk>>;
let merchantId: number;
let riderId: number;
before(async () => {
  t = await createTestApp({ demo: true });
  const team = await t.db
    .selectFrom('team')
    .select('id')
    .where('status', '=', 'operating')
    .orderBy('id')
    .limit(1)
    .executeTakeFirstOrThrow();
  teamId = team.id;
  desk = await orderDesk(t, teamId, { team_type: 'self', franchisee_id: null });
  ({ merchantId, riderId } = desk);
});
after(() => t.close());

let serial = 0;
function newOrder(): string {
  serial += 1;
  return `IN${String(serial).padStart(6, '0')}`;
}
const now = () => t.clock.now().toISOString();
/** Builds the example order of DOMAIN §4.2: goods 2,000 fen, delivery 1,000 fen, coupon 200 fen. */
const paid = (orderNo: string, more: Partial<OrderEvent & { event: 'paid' }> = {}): OrderEvent =>
  desk.paid({ teamId, orderNo }, { paidFen: 2_800, ...more });
const delivered = (orderNo: string): OrderEvent => desk.delivered({ teamId, orderNo });
const refund = (orderNo: string, amountFen: number, refundNo = 'R1'): OrderEvent =>
  desk.refunded({ teamId, orderNo }, refundNo, amountFen);

async function push(...events: OrderEvent[]) {
  const answer = await t.call('order.Intake/push', { events }, { signed: true, locale: 'en-US' });
  assert.equal(answer.code, 100, JSON.stringify(answer));
  return answer.data;
}
const states = (data: Awaited<ReturnType<typeof push>>) =>
  data.rows.map(({ state, code }) => (code ? `${state} ${code}` : state));
async function balances() {
  const found = await balancesOf(
    t.db,
    [
      'TEAM_PENDING',
      'TEAM_AVAILABLE',
      'TEAM_DEPOSIT',
      'MERCHANT_PAYABLE',
      'RIDER_AVAILABLE',
      'ORDER_ESCROW',
      'COMMISSION',
      'SUBSIDY',
      'COMPENSATION',
    ],
    [teamId, merchantId, riderId, 0],
  );
  return new Map([...found].map(([key, fen]) => [key.split(':')[0] as string, fen]));
}
async function changes(work: () => Promise<unknown>): Promise<Record<string, number>> {
  const before = await balances();
  await work();
  const after = await balances();
  assert.deepEqual(await findOffences(t.db), []);
  return Object.fromEntries(
    [...after].map(([code, fen]) => [code, fen - (before.get(code) ?? 0)] as const).filter(([, fen]) => fen !== 0),
  );
}

describe('order.Intake/push', () => {
  it('posts an order from payment to release to the station as in the worked example', async () => {
    const orderNo = newOrder();
    assert.deepEqual(await changes(() => push(paid(orderNo))), { ORDER_ESCROW: 3_000, SUBSIDY: 200 });
    assert.deepEqual(await changes(() => push(delivered(orderNo))), {
      ORDER_ESCROW: -3_000,
      MERCHANT_PAYABLE: 2_000,
      RIDER_AVAILABLE: 600,
      COMMISSION: 150,
      TEAM_PENDING: 250,
    });
    const row = await t.db
      .selectFrom('customer_order')
      .selectAll()
      .where('order_no', '=', orderNo)
      .executeTakeFirstOrThrow();
    assert.equal(row.status, 'delivered');
    assert.equal(row.rider_id, riderId);
    const bill = await t.db.selectFrom('bill').selectAll().where('order_no', '=', orderNo).executeTakeFirstOrThrow();
    assert.deepEqual(
      [bill.amount_fen, bill.direction, bill.channel, bill.channel_trade_no],
      [2_800, 'in', 'wechat', `W${orderNo}`],
    );
    const tools = { db: t.db, clock: t.clock, ids: t.ids };
    await releaseDue(tools, t.clock.now(), 'Asia/Shanghai', teamId);
    t.clock.advance(86_400_000);
    const released = await changes(async () => {
      while ((await releaseDue(tools, t.clock.now(), 'Asia/Shanghai', teamId)) > 0);
    });
    assert.equal(released.TEAM_PENDING, -(released.TEAM_AVAILABLE ?? 0));
    assert.ok((released.TEAM_AVAILABLE ?? 0) >= 250);
  });

  it('counts each event once, even with concurrent repetitions, and refuses the same event with other content', async () => {
    const orderNo = newOrder();
    const event = paid(orderNo);
    assert.deepEqual(await changes(() => Promise.all([push(event), push(event), push(event)])), {
      ORDER_ESCROW: 3_000,
      SUBSIDY: 200,
    });
    assert.deepEqual(states(await push(event, event)), ['repeated', 'repeated']);
    assert.deepEqual(states(await push(paid(orderNo, { goodsFen: 1_999, paidFen: 2_799 }))), ['refused 40902']);
  });

  it('refunds before settlement in proportion to the payment, and never more than was paid', async () => {
    const orderNo = newOrder();
    await push(paid(orderNo));
    assert.deepEqual(await changes(() => push(refund(orderNo, 1_400))), { ORDER_ESCROW: -1_500, SUBSIDY: -100 });
    assert.deepEqual(states(await push(refund(orderNo, 1_401, 'R2'))), ['refused 42232']);
    assert.deepEqual(
      states(await push({ event: 'cancelled', orderNo, teamId, at: now() }, refund(orderNo, 1_400, 'R2'))),
      ['done', 'done'],
    );
    assert.deepEqual(states(await push(delivered(orderNo))), ['refused 42201']);
  });

  it('charges a refund after settlement to the named parties, and the rest to the platform', async () => {
    const orderNo = newOrder();
    await push(paid(orderNo), delivered(orderNo));
    const event: OrderEvent = {
      ...(refund(orderNo, 1_000) as OrderEvent & { event: 'refunded' }),
      bearers: [{ party: 'merchant', amountFen: 600 }],
    };
    assert.deepEqual(await changes(() => push(event)), { MERCHANT_PAYABLE: -600, COMPENSATION: 400 });
    const of = (type: 'REFUND_AFTER_SETTLE') =>
      t.db
        .selectFrom('bill')
        .selectAll()
        .where('order_no', '=', orderNo)
        .where('type', '=', type)
        .executeTakeFirstOrThrow();
    const bill = await of('REFUND_AFTER_SETTLE');
    assert.deepEqual([bill.channel, bill.channel_trade_no], ['wechat', 'R1']);
    // A reversed refund is included neither in the refunds of the order nor in the figures.
    const at = t.clock.now();
    const tools = { db: t.db, clock: t.clock, ids: t.ids };
    const on = { at, day: wallTime(at, 'Asia/Shanghai').day, remark: 'never sent', operatorId: 0 };
    await reverse(tools, { teamId, id: bill.txn_id ?? 0 }, on);
    const told = await t.db.selectFrom('order_event').selectAll().where('order_no', '=', orderNo).execute();
    assert.deepEqual(
      told.filter(({ event: kind }) => kind === 'refunded').map(({ undone_at }) => undone_at),
      [at],
    );
    assert.equal((await orderSnapshot(t.db, teamId, orderNo))?.refundFen, 0);
    assert.deepEqual(await findOffences(t.db), []);
  });

  it('takes the commission from the reserve while it lasts, then from the order', async () => {
    await t.db
      .updateTable('team')
      .set({ settlement_mode: 'deposit', credit_limit_fen: 200 })
      .where('id', '=', teamId)
      .execute();
    const [one, two] = [newOrder(), newOrder()];
    await push(paid(one), paid(two));
    const before = (await balances()).get('TEAM_DEPOSIT') ?? 0;
    const changed = await changes(() => push(delivered(one), delivered(two)));
    if (before === 0) assert.deepEqual([changed.TEAM_DEPOSIT, changed.TEAM_PENDING], [-150, 400 + 250]);
    assert.equal(changed.COMMISSION, 300);
    await t.db
      .updateTable('team')
      .set({ settlement_mode: 'balance', credit_limit_fen: 0 })
      .where('id', '=', teamId)
      .execute();
  });

  it('fixes the costs at payment, so that later changes of fees do not affect the order', async () => {
    const orderNo = newOrder();
    await push(paid(orderNo));
    await t.db.updateTable('team').set({ platform_rate_bp: 4_000 }).where('id', '=', teamId).execute();
    assert.equal((await changes(() => push(delivered(orderNo)))).COMMISSION, 150);
    await t.db.updateTable('team').set({ platform_rate_bp: 500 }).where('id', '=', teamId).execute();
  });

  it('charges by the plan in force at payment, or else by the platform’s default', async () => {
    const plans = await t.db.selectFrom('fee_plan').selectAll().execute();
    const standard = plans.find((plan) => plan.is_default);
    const over = plans.find(({ effective_to }) => effective_to !== null);
    assert.ok(standard && over?.effective_to);
    const free = { platform_rate_bp: null, platform_fixed_fen: null };
    await t.db
      .updateTable('team')
      .set({ ...free, fee_plan_id: over.id })
      .where('id', '=', teamId)
      .execute();
    const told = async (at: Date) => {
      const orderNo = newOrder();
      // Apply the event as generated data. The fee plan ended so long ago that the limit for late events would otherwise refuse the event.
      const tools = { db: t.db, clock: t.clock, ids: t.ids, isHistory: true };
      const taken = await applyEvents(tools, [paid(orderNo, { at: at.toISOString() })], 'Asia/Shanghai');
      assert.deepEqual(taken, [{ state: 'done' }]);
      return (await orderSnapshot(t.db, teamId, orderNo))?.cost as Record<string, unknown>;
    };
    const late = await told(t.clock.now());
    assert.deepEqual(
      [late.feePlanId, late.planName, late.planFrom, late.rateBp],
      [standard.id, standard.name, standard.effective_from.toISOString(), standard.platform_rate_bp],
    );
    const early = await told(new Date(over.effective_to.getTime() - 1));
    assert.deepEqual([early.feePlanId, early.rateBp], [over.id, over.platform_rate_bp]);
    assert.equal((await told(over.effective_to)).feePlanId, standard.id);
    await t.db.updateTable('team').set({ platform_rate_bp: 500 }).where('id', '=', teamId).execute();
    assert.deepEqual(await findOffences(t.db), []);
  });

  it('charges a late order by the terms at its payment, and a current one by terms that took effect since', async () => {
    const owner = { token: await t.signIn((await t.account({ account: 'owner', type: 'owner' })).account) };
    const row = () => t.call('team.Team/getDetail', { id: teamId }, owner);
    const effectiveAt = new Date(t.clock.now().getTime() + 600_000).toISOString();
    const proposal = { teamId, values: { platformRateBp: 900 }, effectiveAt, reason: 'As agreed with the station' };
    const proposed = await t.call('team.Terms/propose', proposal, owner);
    assert.equal(proposed.code, 100, JSON.stringify(proposed));
    const finance = await t.signIn((await t.account({ rules: withParents([11, 3311]) })).account);
    const decision = { token: finance, ticket: await t.ticket(finance) };
    const agreed = await t.call('team.Terms/approve', { id: proposed.data.id, version: 1 }, decision);
    assert.equal(agreed.code, 100, JSON.stringify(agreed));
    const rateAt = async (at: number) => {
      const orderNo = newOrder();
      assert.deepEqual(states(await push(paid(orderNo, { at: new Date(at).toISOString() }))), ['done']);
      return (await orderSnapshot(t.db, teamId, orderNo))?.cost?.rateBp;
    };
    const due = Date.parse(effectiveAt);
    t.clock.advance(600_000);
    // The new rate already applies, although the job that stores it has not run.
    assert.deepEqual([await rateAt(due - 1), await rateAt(due)], [500, 900]);
    for (const job of teamJobs) await job.run(t.db, t.clock, t.ids);
    assert.equal((await row()).data.platformRateBp, 900);
    assert.deepEqual([await rateAt(due - 1), await rateAt(due)], [500, 900]);
    await t.db.updateTable('team').set({ platform_rate_bp: 500 }).where('id', '=', teamId).execute();
    await t.db.deleteFrom('team_fee_change').where('team_id', '=', teamId).execute();
    assert.deepEqual(await findOffences(t.db), []);
  });

  it('refuses single events of a batch and applies the others, even if only the ledger detects the fault', async () => {
    const [one, two, three] = [newOrder(), newOrder(), newOrder()];
    const { id: userId } = await t.db
      .selectFrom('app_user')
      .where('balance_fen', '=', 0)
      .where('status', '=', 'normal')
      .select('id')
      .orderBy('id')
      .executeTakeFirstOrThrow();
    const poor = paid(two, { paidFen: 2_800, balanceFen: 2_800, userId });
    const data = await push(paid(one), poor, delivered(newOrder()), paid(three, { userId: 1 }), delivered(one));
    assert.deepEqual(states(data), ['done', 'refused 42241', 'refused 40401', 'refused 40401', 'done']);
    assert.equal(data.rows[1]?.msg, 'Insufficient balance');
    assert.equal(
      await t.db.selectFrom('customer_order').select('id').where('order_no', '=', two).executeTakeFirst(),
      undefined,
    );
    assert.deepEqual(await findOffences(t.db), []);
  });

  it('posts a payment to a disabled merchant number, and refuses a payment to an unknown number', async () => {
    const enable = (enabled: boolean) =>
      t.db.updateTable('merchant_number').set({ enabled }).where('mch_no', '=', '1999990001').execute();
    const orderNo = newOrder();
    await enable(false);
    assert.deepEqual(states(await push(paid(orderNo), paid(newOrder(), { mchNo: '1999990099' }))), [
      'done',
      'refused 40401',
    ]);
    await enable(true);
    assert.equal((await orderSnapshot(t.db, teamId, orderNo))?.paidFen, 2_800);
    assert.deepEqual(await findOffences(t.db), []);
  });

  it('accepts a thousand events in one request', async () => {
    const orders = Array.from({ length: 334 }, newOrder);
    const events = orders.flatMap((orderNo) => [
      paid(orderNo),
      { event: 'accepted' as const, orderNo, teamId, at: now(), riderId },
      delivered(orderNo),
    ]);
    const data = await push(...events.slice(0, 1_000));
    assert.equal(data.done, 1_000);
    assert.deepEqual(await findOffences(t.db), []);
  });

  it('writes one operation record per request with its results', async () => {
    const { requestId } = await t.call('order.Intake/push', { events: [paid(newOrder())] }, { signed: true });
    const record = await t.db
      .selectFrom('operation_record')
      .selectAll()
      .where('request_id', '=', requestId)
      .executeTakeFirstOrThrow();
    assert.deepEqual(
      [record.object_no, record.after, record.money],
      ['tests', { done: 1, repeated: 0, refused: 0 }, true],
    );
  });
});
