import { fenOf } from '../../core/platforms/alipay/amount';
import type { CallbackTools, Receiver } from '../../core/platforms/receiver';
import type { WxCallback } from '../../core/platforms/wxpay/callbacks';
import { readTransferResource } from '../../core/platforms/wxpay/transfers';
import { wxReceiver } from '../payment';
import { type Outcome, wxOutcome } from './channels';
import { settlePayout } from './outcome';
import { findPayoutByNo } from './store';

/** What the channels tell of payouts by themselves. Their signature was verified; the number says which payout it is. */

/** Settles the payout of a number. @returns false: no payout has it */
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

/** An amount that cannot be read leaves the payout in doubt: it is asked again. */
function paid(channelNo: string, amount: string | undefined): Outcome {
  try {
    return { kind: 'paid', channelNo, amountFen: amount === undefined ? null : fenOf(amount) };
  } catch {
    return { kind: 'unknown', text: `trans_amount ${amount}` };
  }
}

/** @returns null: nothing has come of it yet */
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

/** What a notification of Alipay says of a transfer that we asked for; null: it is about something else, or nothing has come of it. */
export function readAlipayOrder(payload: unknown): { readonly outBizNo: string; readonly outcome: Outcome } | null {
  const params = payload as Readonly<Record<string, string>>;
  if (params.msg_method !== 'alipay.fund.trans.order.changed') return null;
  const order = JSON.parse(params.biz_content ?? '{}') as AlipayOrder;
  const outcome = alipayOrder(order);
  return outcome && order.out_biz_no ? { outBizNo: order.out_biz_no, outcome } : null;
}

export const withdrawReceivers: readonly Receiver[] = [wxReceiver('transfer', wxTransfer)];
