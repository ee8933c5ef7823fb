import { fenOf } from '../../core/platforms/alipay/amount';
import type { CallbackTools, Receiver } from '../../core/platforms/receiver';
import type { WxCallback } from '../../core/platforms/wxpay/callbacks';
import { readTransferResource } from '../../core/platforms/wxpay/transfers';
import { wxReceiver } from '../payment';
import { type Outcome, wxOutcome } from './channels';
import { settlePayout } from './outcome';
import { findPayoutByNo } from './store';

/**
 * This module handles the channels' callbacks about payouts. The signature is already verified. The payout is found by the number in the
 * callback.
 */

/** Stores a channel's answer for the payout with this number. @returns `false` if no payout has the number */
export async function settlePayoutNo(tools: CallbackTools, poNo: string, outcome: Outcome): Promise<boolean> {
  const payout = await findPayoutByNo(tools.db, poNo);
  if (payout) await settlePayout(tools, payout.id, outcome);
  return payout !== undefined;
}

async function wxTransfer(tools: CallbackTools, payload: unknown): Promise<undefined> {
  const { eventType, resource } = payload as WxCallback;
  if (eventType !== 'MCHTRANSFER.BILL.FINISHED') return undefined;
  const transfer = readTransferResource(resource);
  await settlePayoutNo(tools, transfer.outBillNo, wxOutcome(transfer));
  return undefined;
}

interface AlipayOrder {
  readonly out_biz_no?: string;
  readonly order_id?: string;
  readonly status?: string;
  readonly trans_amount?: string;
  readonly error_code?: string;
  readonly fail_reason?: string;
}

/** Builds the outcome "paid". If the amount is unreadable, the outcome is unknown, so the payout is queried again. */
function paid(channelNo: string, amount: string | undefined): Outcome {
  try {
    return { kind: 'paid', channelNo, amountFen: amount === undefined ? null : fenOf(amount) };
  } catch {
    return { kind: 'unknown', text: `trans_amount ${amount}` };
  }
}

/** Converts Alipay's order to an outcome. @returns `null` while there is no result */
export function alipayOrder({ status, order_id: channelNo = '', ...order }: AlipayOrder): Outcome | null {
  const code = order.error_code ?? status ?? '';
  const text = order.fail_reason ?? code;
  switch (status) {
    case 'SUCCESS':
      return paid(channelNo, order.trans_amount);
    case 'FAIL':
    case 'CLOSED':
      return { kind: 'failed', code, text };
    case 'REFUND':
      return { kind: 'returned', channelNo, code, text };
    default:
      return null;
  }
}

/**
 * Parses Alipay's notification about a transfer.
 *
 * @returns `null` for other notifications, without an order number, or while there is no result
 * @throws SyntaxError if `biz_content` is not JSON
 */
export function readAlipayOrder(payload: unknown): { readonly outBizNo: string; readonly outcome: Outcome } | null {
  const params = payload as Readonly<Record<string, string>>;
  if (params.msg_method !== 'alipay.fund.trans.order.changed') return null;
  const order = JSON.parse(params.biz_content ?? '{}') as AlipayOrder;
  const outcome = alipayOrder(order);
  return outcome && order.out_biz_no ? { outBizNo: order.out_biz_no, outcome } : null;
}

export const withdrawReceivers: readonly Receiver[] = [wxReceiver('transfer', wxTransfer)];
