import { sql } from 'kysely';
import { LOSS } from '../../../contract/foodLoss.states';
import { HOUR_MS } from '../../../contract/units';
import { inSavepoint } from '../../core/database/transaction';
import { Refusal, refuse } from '../../core/http/refusal';
import { oweForLoss } from '../fundAudit';
import { insurerAt } from '../insurance';
import {
  addReceivables,
  balancesOf,
  type Entry,
  earnedOf,
  headroomOf,
  insurerBook,
  type LossPayee,
  lossAdvance,
  lossPay,
  lossRevise,
  lossSettle,
  orderMoves,
  postAll,
  receivableBook,
} from '../ledger';
import { isOrder, orderSnapshot, ordersForUpdate } from '../order';
import { noteLossViolation } from '../riderWork';
import { presentOf } from '../site';
import { grantCoupons } from '../user';
import { letSettle } from './holds';
import { type Bearing, type Borne, bearing, payableOf, type ShareIn, takenFen, writtenOff } from './shares';
import { decisionsOf, type LossRow, noteBorne, standingShares, type Tools } from './store';
import type { FailReason } from './words';

/** Payment of a decided loss (DOMAIN §4.2 FOODLOSS_*). The payment runs in the caller's transaction, and each amount is posted once. */

/** Error of a payment that must wait. The caller must roll back, because postings may already be stored. */
class NotPayable extends Error {
  constructor(readonly reason: FailReason) {
    super(`a food loss cannot be paid: ${reason}`);
  }
}

/** Maximum number of attempts to post a payment if balances decrease concurrently. */
const ATTEMPTS = 3;
/**
 * This offset is added to the step number of a food loss receivable. The step number of a refund receivable is the position of the refund
 * among the refunds of its order. The two kinds of receivables of an order therefore never share a step number.
 */
const BOOKING_STEP = 1_000;

interface Occasion {
  readonly at: Date;
  readonly day: string;
  readonly operatorId: number;
}

async function occasionOf(tools: Tools, operatorId: number): Promise<Occasion> {
  const { at, day } = await presentOf(tools);
  return { at, day, operatorId };
}

/** Finds the next step number of an entry type for the order. An order may have several losses, one after another. */
async function nextStep({ db }: Tools, row: LossRow, bizType: Entry['bizType']): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from ledger_txn_key where team_id = ${row.team_id} and biz_type = ${bizType} and biz_no = ${row.order_no}`.execute(
    db,
  );
  return (rows[0]?.n ?? 0) + 1;
}

/** Builds the common fields of a case's ledger entries. The business number is the order number, and the remark is the case number. */
const on = (row: LossRow, occasion: Occasion, step: number) => ({
  ...occasion,
  bizNo: row.order_no,
  teamId: row.team_id,
  step,
  remark: row.no,
});

/** Finds the payee. A refund by the original route uses the merchant number of the order. */
async function payeeOf(
  tools: Tools,
  row: Pick<LossRow, 'pay_to' | 'pay_way' | 'rider_id' | 'merchant_id' | 'user_id' | 'team_id' | 'order_no'>,
): Promise<LossPayee> {
  if (row.pay_to === 'merchant') return { kind: 'merchant', id: row.merchant_id ?? 0 };
  if (row.pay_to === 'rider') return { kind: 'rider', id: row.rider_id ?? 0 };
  if (row.pay_way === 'coupon') return { kind: 'coupon', userId: row.user_id };
  if (row.pay_way !== 'originalRoute') return { kind: 'wallet', userId: row.user_id };
  const order = await tools.db
    .selectFrom('customer_order')
    .select('merchant_number_id as id')
    .where(isOrder(row.team_id, row.order_no))
    .executeTakeFirst();
  return { kind: 'channel', merchantNumberId: order?.id ?? 0 };
}

/**
 * Lifts the hold of this case, and checks that a delivered order is then settled.
 *
 * @throws NotPayable the order is not finished, or another document holds its settlement
 */
async function assertSettled(tools: Tools, row: LossRow): Promise<void> {
  const find = () => orderSnapshot(tools.db, row.team_id, row.order_no);
  const before = await find();
  if (before?.status === 'paid' || before?.status === 'accepted') throw new NotPayable('running');
  await letSettle(tools, row);
  const order = await find();
  if (order?.status === 'delivered' && order.settledAt === null && order.cost !== null) throw new NotPayable('held');
}

/** Finds the rider's insurer at the time of the order. Returns `null` if no insurer has a share or the rider had no insurance. */
async function insurerOf({ db }: Tools, row: LossRow, shares: readonly ShareIn[]): Promise<number | null> {
  if (row.rider_id === null || shares.every(({ party }) => party !== 'insurer')) return null;
  const order = await db
    .selectFrom('customer_order')
    .select((eb) => eb.fn.coalesce('delivered_at', 'accepted_at', 'paid_at').as('at'))
    .where(isOrder(row.team_id, row.order_no))
    .executeTakeFirst();
  return insurerAt(db, row.rider_id, order?.at ?? row.created_at);
}

/**
 * Computes the amount that each party bears under the final decision. A party bears at most its income from the order. Its current balance
 * limits the amount that is debited now.
 */
async function bearingOf({ db }: Tools, row: LossRow, shares: readonly ShareIn[]): Promise<Bearing> {
  const key = { teamId: row.team_id, orderNo: row.order_no };
  const earned = earnedOf((await orderMoves(db, [key])).get(`${key.teamId} ${key.orderNo}`) ?? []);
  const rider = row.rider_id ?? 0;
  const balances = await balancesOf(db, ['RIDER_AVAILABLE'], [rider]);
  const headroom = await headroomOf(db, [row.team_id]);
  const means = {
    earned: { rider: earned.riderFen, merchant: earned.merchantFen, team: earned.teamFen },
    balance: { rider: balances.get(`RIDER_AVAILABLE:${rider}`) ?? 0, team: headroom.get(row.team_id) ?? 0 },
    isInsured: row.insurer_id !== null,
  };
  return bearing(row.comp_fen ?? 0, shares, row.pay_to ?? 'user', means, row.paid_fen);
}

const partOf = (parts: readonly Borne[], party: Borne['party']) => parts.find((part) => part.party === party);

interface Payment {
  readonly operatorId: number;
  /** The payment platform's number of the refund. */
  readonly channelRefundNo?: string;
}

/** Builds the ledger entries of the final payment. */
async function entriesOf(tools: Tools, row: LossRow, { parts, payFen }: Bearing, payment: Payment): Promise<Entry[]> {
  const occasion = await occasionOf(tools, payment.operatorId);
  const taken = {
    riderId: row.rider_id,
    riderFen: takenFen(parts, 'rider'),
    merchantId: row.merchant_id,
    merchantFen: takenFen(parts, 'merchant'),
    teamFen: takenFen(parts, 'team'),
  };
  const entries: Entry[] = [];
  if (row.advanced) {
    const settle = lossSettle(on(row, occasion, await nextStep(tools, row, 'FOODLOSS_SETTLE')), taken);
    if (settle) entries.push(settle);
  } else if (payFen > 0) {
    const payee = await payeeOf(tools, row);
    const bill = {
      ...(payee.kind === 'channel' && { counterType: 'user' as const, counterId: row.user_id }),
      orderNo: row.order_no,
      ...(payment.channelRefundNo && { channelRefundNo: payment.channelRefundNo }),
    };
    entries.push(lossPay(on(row, occasion, await nextStep(tools, row, 'FOODLOSS_PAY')), taken, payee, payFen, bill));
  }
  const owedFen = partOf(parts, 'team')?.owedFen ?? 0;
  if (owedFen > 0) {
    const booked = await nextStep(tools, row, 'RECEIVABLE_BOOK');
    entries.push(receivableBook(on(row, occasion, BOOKING_STEP + booked), owedFen, 'COMPENSATION'));
  }
  const insurerFen = partOf(parts, 'insurer')?.owedFen ?? 0;
  if (insurerFen > 0 && row.insurer_id !== null) {
    const step = await nextStep(tools, row, 'INSURER_BOOK');
    entries.push(insurerBook(on(row, occasion, step), row.insurer_id, insurerFen));
  }
  return entries;
}

/**
 * Pays a case by the decision in force and charges the parties. The caller must have locked the case.
 *
 * @returns the total paid to the payee, the transaction numbers, and the columns of the insurer's debt
 * @throws NotPayable the payment must wait: the order is not finished or its settlement is held, the day is closed, a balance is too low,
 *   or the coupon is not available. The caller must roll back.
 * @throws Refusal any other refusal of the postings
 */
async function payLoss(tools: Tools, unpaid: LossRow, payment: Payment) {
  // Lock rows in this sequence: orders, settlement lines, accounts. Events of the order wait until the payment ends.
  await ordersForUpdate(tools.db, [{ teamId: unpaid.team_id, orderNo: unpaid.order_no }]);
  await assertSettled(tools, unpaid);
  const shares = await standingShares(tools.db, unpaid);
  const row = { ...unpaid, insurer_id: await insurerOf(tools, unpaid, shares) };
  for (let attempt = 1; ; attempt += 1) {
    const found = await bearingOf(tools, row, shares);
    const entries = await entriesOf(tools, row, found, payment);
    try {
      const posted = await postAll(tools, entries);
      await addReceivables(tools, 'foodLoss', entries, posted);
      await finish(tools, row, found, payment);
      const paidFen = row.advanced ? row.paid_fen : found.payFen;
      const insurer = {
        insurer_id: row.insurer_id,
        insurer_owed_fen: partOf(found.parts, 'insurer')?.owedFen ?? 0,
      };
      return { paidFen, txNos: [...row.tx_nos, ...posted.map(({ txNo }) => txNo)], insurer };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (error.code === 42246) throw new NotPayable('day');
      if (error.code !== 42241) throw error;
      if (attempt >= ATTEMPTS) throw new NotPayable('money');
    }
  }
}

/** Runs {@link payLoss} in a savepoint of the caller's transaction. @returns the payment, or the reason why the payment must wait */
export async function tryToPay(
  tools: Tools,
  row: LossRow,
  payment: Payment,
): Promise<{ readonly paid: Awaited<ReturnType<typeof payLoss>> } | { readonly why: FailReason }> {
  try {
    return { paid: await inSavepoint(tools.db, () => payLoss(tools, row, payment)) };
  } catch (error) {
    if (error instanceof NotPayable) return { why: error.reason };
    throw error;
  }
}

/** Applies the effects of a payment other than its postings, such as the coupon, the rider's debt and violation points. */
async function finish(tools: Tools, row: LossRow, { parts, payFen }: Bearing, payment: Payment): Promise<void> {
  await noteBorne(tools.db, row, parts);
  const [decision] = (await decisionsOf(tools.db, row.id)).toReversed();
  const decider = { id: decision?.by_id ?? payment.operatorId, name: decision?.by_name ?? '' };
  if (!row.advanced && payFen > 0 && row.pay_way === 'coupon') await giveCoupon(tools, row, decider);
  const rider = partOf(parts, 'rider');
  if (row.rider_id === null || !rider) return;
  if (rider.owedFen > 0) {
    const { day } = await presentOf(tools);
    await oweForLoss(tools, {
      riderId: row.rider_id,
      teamId: row.team_id,
      amountFen: rider.owedFen,
      lossNo: row.no,
      orderNo: row.order_no,
      reason: decision?.opinion.slice(0, LOSS.reason.max) ?? row.no,
      decider,
      day,
    });
  }
  if (decision && decision.punish !== 'none' && rider.borneFen > 0) {
    const points = decision.punish === 'points' ? LOSS.punishPoints : 1;
    const note = row.no;
    await noteLossViolation(tools, { riderId: row.rider_id, points, orderNo: row.order_no, note, by: decider });
  }
}

/** Grants the coupon of a decision. @throws NotPayable the coupon is unknown, disabled or out of stock */
async function giveCoupon(tools: Tools, row: LossRow, by: { readonly id: number; readonly name: string }) {
  const grant = {
    userId: row.user_id,
    templateId: row.coupon_template_id ?? 0,
    quantity: 1,
    validDays: LOSS.couponDays,
    by,
  };
  await grantCoupons(tools, grant).catch((error: unknown) => {
    if (error instanceof Refusal && (error.code === 42234 || error.code === 40401)) throw new NotPayable('coupon');
    throw error;
  });
}

/**
 * Pays the payee before the parties are charged (FOODLOSS_ADVANCE).
 *
 * @throws Refusal 42234 (coupon not available), 42241 (balance too low), 42246 (day is closed)
 */
export async function advanceLoss(
  tools: Tools,
  row: LossRow,
  operatorId: number,
): Promise<{ paidFen: number; txNo: string | null }> {
  const shares = await standingShares(tools.db, row);
  const payFen = payableOf(row.comp_fen ?? 0, shares, row.pay_to ?? 'user');
  if (payFen === 0) return { paidFen: 0, txNo: null };
  const occasion = await occasionOf(tools, operatorId);
  const step = await nextStep(tools, row, 'FOODLOSS_ADVANCE');
  const [posted] = await postAll(tools, [lossAdvance(on(row, occasion, step), await payeeOf(tools, row), payFen)]);
  if (row.pay_way === 'coupon')
    await giveCoupon(tools, row, { id: operatorId, name: row.checker_name ?? '' }).catch(asRefusal);
  return { paidFen: payFen, txNo: posted?.txNo ?? null };
}

/** Stores that the platform bears the advance of a case that is closed without a final payment. */
export async function bearAdvance({ db }: Pick<Tools, 'db'>, row: LossRow): Promise<void> {
  if (row.paid_fen === 0) return;
  await noteBorne(db, row, writtenOff(row.comp_fen ?? 0, await standingShares(db, row), row.paid_fen));
}

function asRefusal(error: unknown): never {
  if (error instanceof NotPayable) throw refuse(42234);
  throw error;
}

/**
 * Returns how much of an advance can be taken back. Users and riders return at most their balance, and merchants the whole amount. A coupon
 * or a refund cannot be taken back.
 */
async function takeableFen({ db }: Tools, payee: LossPayee, fen: number): Promise<number> {
  switch (payee.kind) {
    case 'merchant':
      return fen;
    case 'wallet':
      return Math.min(
        fen,
        (await balancesOf(db, ['USER_BALANCE'], [payee.userId])).get(`USER_BALANCE:${payee.userId}`) ?? 0,
      );
    case 'rider':
      return Math.min(
        fen,
        (await balancesOf(db, ['RIDER_AVAILABLE'], [payee.id])).get(`RIDER_AVAILABLE:${payee.id}`) ?? 0,
      );
    default:
      return 0;
  }
}

/**
 * Posts the difference between the advance and the amount of the new decision (FOODLOSS_REVISE). If the payee changes, the advance is taken
 * back and the new payee is paid. The platform bears the amount that cannot be taken back.
 *
 * @param next the case with its new decision; the shares of that decision must be stored
 * @returns the total paid, and the transaction number or `null`
 */
export async function reviseLoss(
  tools: Tools,
  row: LossRow,
  next: LossRow,
  operatorId: number,
): Promise<{ paidFen: number; txNo: string | null }> {
  const shares = await standingShares(tools.db, next);
  const payFen = payableOf(next.comp_fen ?? 0, shares, next.pay_to ?? 'user');
  const [before, after] = [await payeeOf(tools, row), await payeeOf(tools, next)];
  const isSame = JSON.stringify(before) === JSON.stringify(after);
  const backFen = await takeableFen(tools, before, isSame ? Math.max(0, row.paid_fen - payFen) : row.paid_fen);
  const moreFen = isSame ? Math.max(0, payFen - row.paid_fen) : payFen;
  const occasion = await occasionOf(tools, operatorId);
  const step = await nextStep(tools, row, 'FOODLOSS_REVISE');
  const entry = lossRevise(
    on(row, occasion, step),
    { payee: before, amountFen: backFen },
    { payee: after, amountFen: moreFen },
  );
  if (!entry) return { paidFen: row.paid_fen, txNo: null };
  const [posted] = await postAll(tools, [entry]);
  return { paidFen: row.paid_fen - backFen + moreFen, txNo: posted?.txNo ?? null };
}

/** Returns the columns of a case whose payment failed. `due_at` is the next attempt; `null` means that staff must act. */
export function failureOf({ clock }: Pick<Tools, 'clock'>, row: LossRow, reason: FailReason) {
  const attempts = row.attempts + 1;
  const again = new Date(clock.now().getTime() + LOSS.retryMin * 60_000 * attempts);
  return { attempts, fail_reason: reason, due_at: attempts < LOSS.attempts ? again : null };
}

/** Returns the time until which staff should record a refund by the original route. */
export const refundDue = (now: Date): Date => new Date(now.getTime() + LOSS.decideHours * HOUR_MS);
