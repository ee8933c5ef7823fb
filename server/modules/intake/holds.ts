import { ORDER_STATUS_TEXT } from '../../../contract/finance';
import type { ActorContext } from '../../core/http/context';
import { refuse } from '../../core/http/refusal';
import { wallTime } from '../../core/money/days';
import { messageText } from '../../core/texts';
import {
  addCharges,
  addSettleLines,
  balancesOf,
  followCredit,
  forgetUndone,
  holdLine,
  postAll,
  postedCharges,
  renameHold,
  settledBefore,
} from '../ledger';
import { changeOrder, type OrderKey, type OrderRow, openLossesOf, ordersForUpdate } from '../order';
import { creditLimits } from '../team';
import type { Tools } from './apply';
import { settlementOf } from './rules';

/**
 * Holds of settlements (暂缓结算, DOMAIN §4.2 "delivered + no hold"; decision 26). An order with a hold reason is not settled. If the order
 * was settled before the hold, its pending line is not released. All functions run in the caller's transaction.
 */

const REASON_LETTERS = 100;

async function orderOf({ db }: Tools, key: OrderKey): Promise<OrderRow | null> {
  const [row] = await ordersForUpdate(db, [key]);
  return row ? { ...row, cost_snapshot: row.cost_snapshot === null ? null : JSON.stringify(row.cost_snapshot) } : null;
}

/**
 * Locks an order and finds its open food loss. The order's money must wait until that case is closed (DOMAIN §3.9).
 *
 * @returns the case number, or `null` if there is no open case
 */
export async function lockLossOf({ db }: Pick<Tools, 'db'>, key: OrderKey): Promise<string | null> {
  // A report of a loss also locks the order. So no case can be opened between this check and the posting.
  await ordersForUpdate(db, [key]);
  return (await openLossesOf(db, key.teamId, [key.orderNo])).get(key.orderNo) ?? null;
}

/** Builds the refusal 42201 for a settlement that must wait until a food loss is closed. */
export const lossIsOpen = ({ t }: Pick<ActorContext, 't'>, no: string) =>
  refuse(42201, {}, null, t(messageText('fund.untilLoss'), { no }));

/** Replaces the reason of a hold. The order stays held. */
export async function passHold({ db }: Pick<Tools, 'db'>, key: OrderKey, reason: string): Promise<void> {
  await changeOrder(db, key, { hold_reason: reason.slice(0, REASON_LETTERS) });
  await renameHold(db, key.teamId, key.orderNo, reason);
}

/** Holds the settlement of an order. @throws Refusal 42201 (the order is already held, or its money is already available) */
export async function holdSettlement(tools: Tools, key: OrderKey, reason: string): Promise<void> {
  const order = await orderOf(tools, key);
  if (order !== null && order.settled_at == null && order.hold_reason != null) throw refuse(42201);
  if (order !== null) await changeOrder(tools.db, key, { hold_reason: reason.slice(0, REASON_LETTERS) });
  // Without an order record, only the pending line can be held.
  if (order === null || order.settled_at != null) await holdLine(tools.db, key.teamId, key.orderNo, reason);
}

/**
 * Lifts the hold of an order. If the order is settled, its held line becomes pending again. If the order is delivered but not settled, it
 * is settled immediately.
 *
 * @throws Refusal 42201 (the order is not held)
 */
export async function liftHold(tools: Tools, key: OrderKey, timeZone: string): Promise<void> {
  const order = await orderOf(tools, key);
  const isOpen = order !== null && order.settled_at == null;
  if (isOpen && order.hold_reason == null) throw refuse(42201);
  await forgetHold(tools, key);
  if (!isOpen) {
    await holdLine(tools.db, key.teamId, key.orderNo, null);
    return;
  }
  await forgetUndone(tools.db, key);
  if (order.status === 'delivered') await settleNow(tools, order, timeZone);
}

/**
 * Settles a cancelled order with money in escrow in the same way as a delivered order.
 *
 * @throws Refusal 40401 (the order does not exist), 42201 (the order is not cancelled, or nothing is left to settle)
 */
export async function settleCancelled(tools: Tools, key: OrderKey, timeZone: string): Promise<void> {
  const order = await orderOf(tools, key);
  if (order === null) throw refuse(40401);
  const isOpen = order.status === 'cancelled' && order.settled_at == null && (order.refund_fen ?? 0) < order.paid_fen;
  if (!isOpen) throw refuse(42201, { state: ORDER_STATUS_TEXT[order.status] });
  await settleNow(tools, order, timeZone);
}

/** Removes the hold reason of an order. Call it before the pending line of a held order is released. */
export async function forgetHold({ db }: Pick<Tools, 'db'>, key: OrderKey): Promise<void> {
  await changeOrder(db, key, { hold_reason: null });
}

async function settleNow(tools: Tools, order: OrderRow, timeZone: string): Promise<void> {
  const { db, clock } = tools;
  const at = clock.now();
  const key = { teamId: order.team_id, orderNo: order.order_no };
  const step = 1 + (await settledBefore(db, key));
  const on = { bizNo: order.order_no, teamId: order.team_id, at, day: wallTime(at, timeZone).day, step };
  const limits = await creditLimits(db, [order.team_id]);
  await followCredit(db, limits);
  const reserve = (await balancesOf(db, ['TEAM_DEPOSIT'], [order.team_id])).get(`TEAM_DEPOSIT:${order.team_id}`) ?? 0;
  const bearable = reserve + (limits[0]?.creditFen ?? 0);
  const settlement = settlementOf(order, on, {
    timeZone,
    bookedAt: () => at,
    spendReserve: (_teamId, fen) => fen <= bearable,
  });
  if (settlement === null) return;
  await changeOrder(db, key, { settled_at: at });
  const posted = await postAll(tools, settlement.entries);
  if (settlement.line) await addSettleLines(tools, [settlement.line]);
  await addCharges(tools, postedCharges(settlement.charges ?? [], settlement.entries, posted), timeZone);
}
