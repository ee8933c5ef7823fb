import type { z } from 'zod';
import type { billEndpoints, settlement } from '../../../contract/bill';
import type { ParsedOf } from '../../../contract/endpoint';
import { SETTLEMENT_STATES, type SettlementState } from '../../../contract/finance';
import type { SettleLineState } from '../../../contract/ledger';
import { ENTRY_TYPES } from '../../../contract/ledger.entries';
import { text } from '../../../contract/text';
import type { ActorContext } from '../../core/http/context';
import { refuse } from '../../core/http/refusal';
import { yuan } from '../../core/money/amounts';
import { findLine, findTransactionByNo, orderOf, reverse, settlementRecord, type TransactionRecord } from '../ledger';
import { openLossesOf, orderSnapshot } from '../order';
import { presentOf } from '../site';
import { assertTeamInScope } from '../team';

/** The settlement of an order: its state, and its reversal with a second person's approval (DOMAIN §4.2; docs/decisions/0026). */

const REVERSE = 3206;
const LIFT = 3309;

const WORDS = {
  refunded: text(
    '结算后已退款（{no}），请先冲正该退款',
    'A refund came after the settlement ({no}); reverse that one first',
    'Houve um reembolso após a liquidação ({no}); estorne-o primeiro',
    '結算後已退款（{no}），請先沖正該退款',
  ),
  done: text(
    '订单 {no} 的结算已冲正，订单暂缓结算',
    'The settlement of order {no} was reversed; the order is held',
    'A liquidação do pedido {no} foi estornada; o pedido está retido',
    '訂單 {no} 的結算已沖正，訂單暫緩結算',
  ),
} as const;

interface Facts {
  readonly status: 'paid' | 'accepted' | 'delivered' | 'cancelled';
  readonly isSettled: boolean;
  readonly isHeld: boolean;
  readonly undone: number;
  readonly line: SettleLineState | null;
}

/**
 * Returns the state of an order's settlement. After the settlement, the state depends on the station's settlement line. Before the
 * settlement, and after a reversal, it depends on the order's status, a hold and the number of reversals.
 */
export function settlementState({ status, isSettled, isHeld, undone, line }: Facts): SettlementState {
  if (isSettled) {
    if (line === 'held') return 'lineHeld';
    return line === 'pending' || line === 'released' ? line : 'settled';
  }
  if (status === 'cancelled') return 'none';
  if (isHeld) return undone > 0 ? 'undone' : 'held';
  return status === 'delivered' ? 'none' : 'open';
}

/** Builds an order's settlement in the API's format. @returns `null` when there is no such order */
export async function settlementAnswer(
  ctx: ActorContext,
  teamId: number,
  orderNo: string | null,
): Promise<z.output<typeof settlement> | null> {
  const order = orderNo === null ? null : await orderSnapshot(ctx.db, teamId, orderNo);
  if (!order) return null;
  const [record, line, losses] = await Promise.all([
    settlementRecord(ctx.db, teamId, order.orderNo),
    findLine(ctx.db, teamId, order.orderNo),
    openLossesOf(ctx.db, teamId, [order.orderNo]),
  ]);
  const state = settlementState({
    status: order.status,
    isSettled: order.settledAt !== null,
    isHeld: order.holdReason !== null,
    undone: record.undone,
    line: line?.state ?? null,
  });
  const inForce = line && line.state !== 'reversed' ? line : null;
  const isHeld = state === 'held' || state === 'undone' || state === 'lineHeld';
  return {
    id: order.id,
    teamId,
    orderNo: order.orderNo,
    state,
    stateText: ctx.t(SETTLEMENT_STATES[state].text),
    holdReason: isHeld ? (order.holdReason ?? line?.heldBy?.reason ?? null) : null,
    lossNo: losses.get(order.orderNo) ?? null,
    settledAt: order.settledAt?.toISOString() ?? null,
    teamFen: inForce?.amountFen ?? null,
    dueAt: inForce?.dueAt.toISOString() ?? null,
    creditedAt: inForce?.releasedAt?.toISOString() ?? null,
    ...record,
    actions: [
      ...(record.txNo !== null && record.refundNo === null && ctx.can(REVERSE) ? ['reverseSettlement'] : []),
      ...(isHeld && ctx.can(LIFT) ? ['unholdLine'] : []),
    ],
  };
}

/** Finds the settlement of the order that a transaction concerns. A reversal concerns the order of the reversed transaction. */
export async function settlementOfTransaction(ctx: ActorContext, record: TransactionRecord) {
  return record.teamId === 0 ? null : settlementAnswer(ctx, record.teamId, await orderOf(ctx.db, record));
}

/**
 * Reverses a settlement after a second person's approval.
 *
 * @throws Refusal 40302 (outside the scope), 40401 (unknown number), 42201 (not a settlement, or followed by a refund), 42241 (the money is
 *   no longer available), 42244 (already reversed)
 */
export async function reverseSettlement(
  ctx: ActorContext,
  { teamId, txNo, reason }: ParsedOf<(typeof billEndpoints)['finance.Bill/reverseSettlement']>,
) {
  await assertTeamInScope(ctx, teamId);
  const found = await findTransactionByNo(ctx.db, teamId, txNo);
  if (!found) throw refuse(40401);
  const { id, bizType, bizNo: orderNo, postings, reversedByNo } = found.record;
  const amountFen = postings.reduce((sum, { dc, amountFen: fen }) => sum + (dc === 'D' ? fen : 0), 0);
  // The approver sees these values.
  const after = { txNo, amount: yuan(amountFen), reason };
  const about = { objectId: id, objectNo: orderNo, after };
  ctx.audit({ ...about, reason });
  if (bizType !== 'ORDER_SETTLE') throw refuse(42201, { state: ctx.t(ENTRY_TYPES[bizType].text) });
  if (reversedByNo !== null) throw refuse(42244);
  const { refundNo } = await settlementRecord(ctx.db, teamId, orderNo);
  if (refundNo !== null) throw refuse(42201, {}, null, ctx.t(WORDS.refunded, { no: refundNo }));
  const { at, day } = await presentOf(ctx);
  const on = { at, day, remark: reason, operatorId: ctx.actor.accountId };
  const post = () => reverse(ctx, { teamId, id }, on);
  await ctx.secondPerson({ state: { txNo, orderNo, amountFen }, teamId, change: about, tryOut: post });
  const posted = await post();
  return {
    id,
    no: posted.txNo,
    state: 'undone',
    stateText: ctx.t(SETTLEMENT_STATES.undone.text),
    version: 1,
    message: ctx.t(WORDS.done, { no: orderNo }),
  };
}
