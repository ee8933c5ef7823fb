import assert from 'node:assert/strict';
import type { Insertable } from 'kysely';
import type { FoodLossState } from '../../../contract/foodLoss.states';
import { HOUR_MS } from '../../../contract/units';
import type { Database } from '../../core/database/schema';
import { storeFile } from '../../testing-files';
import { orderDesk } from '../../testing-orders';
import { insurerBook, lossPay, postAll } from '../ledger';
import { type Fixture, madeBy, merchantNumberId, nextSerial, type Person, type Stage } from './testing-fixture';

/** Fixtures for food losses of delivered orders. By the maker's decision, rider and station bear half each, or the insurer bears all. */

const COMP_FEN = 1_500;
const TODAY = '2026-03-01';
const DECISION = {
  ...{ compFen: COMP_FEN, payTo: 'user', payWay: 'balance', couponTemplateId: null, punish: 'none' },
  opinion: 'The rider dropped the bag',
} as const;
const UNDECIDED: readonly FoodLossState[] = ['submitted', 'supplementing', 'deciding', 'rejected', 'cancelled'];
type Row = Insertable<Database['food_loss']>;

/** Delivered orders that have no food loss yet. */
const orders: Pick<Row, 'order_no' | 'rider_id' | 'merchant_id' | 'user_id'>[] = [];
const BATCH = 20;

/** Returns the next delivered order. Orders are delivered in batches, because each call is slow. */
async function nextOrder({ t, teamId }: Stage) {
  if (orders.length === 0) {
    const desk = await orderDesk(t, teamId);
    const keys = Array.from({ length: BATCH }, () => desk.newKey());
    await desk.push(...keys.flatMap((key) => [desk.paid(key), desk.delivered(key)]));
    const { riderId, merchantId, userId } = desk;
    const people = { rider_id: riderId, merchant_id: merchantId, user_id: userId };
    orders.push(...keys.map(({ orderNo }) => ({ order_no: orderNo, ...people })));
  }
  const order = orders.pop();
  assert.ok(order);
  return order;
}

/** Posts a payment whose whole amount the insurer owes. @returns the columns of the closed food loss */
async function paidForInsurer({ t, teamId }: Stage, row: Pick<Row, 'order_no' | 'user_id' | 'no'>) {
  const { insurer_id: insurerId } = await t.db
    .selectFrom('insure_product')
    .select('insurer_id')
    .orderBy('id')
    .executeTakeFirstOrThrow();
  const on = { bizNo: row.order_no, teamId, at: t.clock.now(), day: TODAY, operatorId: 0, remark: row.no, step: 1 };
  const none = { riderId: null, riderFen: 0, merchantId: null, merchantFen: 0, teamFen: 0 };
  const payee = { kind: 'wallet', userId: row.user_id } as const;
  const posted = await postAll({ db: t.db, ids: t.ids, clock: t.clock }, [
    lossPay(on, none, payee, COMP_FEN, { orderNo: row.order_no }),
    insurerBook(on, insurerId, COMP_FEN),
  ]);
  const txNos = JSON.stringify(posted.map(({ txNo }) => txNo));
  return { insurer_id: insurerId, insurer_owed_fen: COMP_FEN, paid_fen: COMP_FEN, tx_nos: txNos };
}

/** Stores the decision on a food loss. For a closed food loss, the insurer bears the whole amount. */
async function decide({ t, people }: Stage, lossId: number, isClosed: boolean): Promise<void> {
  const of = { loss_id: lossId, revision: 1 };
  await t.db
    .insertInto('food_loss_decision')
    .values({
      ...{ ...of, comp_fen: COMP_FEN, pay_to: 'user', pay_way: 'balance', urgent: false, punish: 'none' },
      ...{ opinion: DECISION.opinion, by_id: people.maker.id, by_name: 'Maker', at: t.clock.now() },
    })
    .execute();
  const half = { ...of, party_id: null, share_bp: 5_000, decided_fen: COMP_FEN / 2, borne_fen: null };
  const whole = { ...of, party_id: null, share_bp: 10_000, decided_fen: COMP_FEN, borne_fen: COMP_FEN };
  await t.db
    .insertInto('food_loss_share')
    .values(
      isClosed
        ? [{ ...whole, party: 'insurer', owed_fen: COMP_FEN }]
        : [
            { ...half, party: 'rider' },
            { ...half, party: 'team' },
          ],
    )
    .execute();
}

/** Stores an appeal of the station. */
async function appeal({ t }: Stage, lossId: number): Promise<void> {
  await t.db
    .insertInto('food_loss_appeal')
    .values({
      ...{ id: t.ids.next(), loss_id: lossId, party: 'team', ground: 'The rider dropped it', files: '[]' },
      ...{ at: t.clock.now(), by_name: 'Maker', answer: null, decided_by: null, decided_at: null },
    })
    .execute();
}

async function make(stage: Stage, name: string): Promise<number> {
  const state = name as FoodLossState;
  const { t, people, teamId } = stage;
  const order = await nextOrder(stage);
  const row = madeBy(stage, 'FL');
  const isDecided = !UNDECIDED.includes(state);
  const isClosed = state === 'closed';
  const isEnded = ['closed', 'rejected', 'cancelled'].includes(state);
  await t.db
    .insertInto('food_loss')
    .values({
      ...{ ...row, ...order, team_id: teamId, state, reporter_type: 'staff', reporter_name: 'Maker' },
      ...{ reason: 'spilled', description: 'All of it was spilled', loss_fen: COMP_FEN, claim_fen: COMP_FEN },
      ...{ wanted_remedy: 'balance', handler_id: null, handler_name: null, coupon_template_id: null, punish: null },
      ...{ checker_id: null, checker_name: null, decided_at: null, note: null, fail_reason: null },
      due_at: isEnded ? null : new Date(t.clock.now().getTime() + HOUR_MS),
      closed_at: isEnded ? t.clock.now() : null,
      ...(isDecided
        ? {
            ...{ comp_fen: COMP_FEN, pay_to: 'user', revision: 1, decider_id: people.maker.id },
            pay_way: state === 'compensating' ? 'originalRoute' : 'balance',
          }
        : { comp_fen: null, pay_to: null, pay_way: null, decider_id: null }),
      ...(isClosed && (await paidForInsurer(stage, { ...order, no: row.no }))),
    })
    .execute();
  if (isDecided) await decide(stage, row.id, isClosed);
  if (state === 'appealing') await appeal(stage, row.id);
  return row.id;
}

const foodLoss: Fixture = {
  table: 'food_loss',
  stateColumn: 'state',
  rules: [60, 6001, 6006, 6007, 6008, 6009],
  make,
  inputs: {
    askEvidence: { from: 'rider', what: 'A photo', hours: 2 },
    decide: { ...DECISION, liabilities: [{ party: 'rider', shareBp: 10_000 }], urgentPay: false },
    appeal: async ({ t }: Stage, by: Person) => ({
      party: 'rider',
      ground: 'The merchant packed it badly',
      files: [await storeFile(t, by.id, 'foodLoss')],
    }),
    decideAppeal: {
      ...{ result: 'upheld', answer: 'The packaging was torn' },
      decision: { ...DECISION, liabilities: [{ party: 'platform', shareBp: 10_000 }] },
    },
    recordRefund: () => ({ channelRefundNo: `CRF-${nextSerial()}` }),
    retryPay: { payWay: 'balance' },
    collect: async ({ t }: Stage) => {
      return { merchantNumberId: await merchantNumberId(t), voucherNo: `IV-${nextSerial()}` };
    },
  },
  // The payment succeeds immediately, so the food loss is closed.
  ends: { retryPay: () => 'closed' },
  // The person who made the first decision must not decide the appeal.
  refusals: { decideAppeal: { maker: 40305 } },
};

export const FOOD_LOSS_FIXTURES: Readonly<Record<string, Fixture>> = { foodLoss };
