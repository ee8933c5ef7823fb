import type { CallbackTools, Receiver } from '../../core/platforms/receiver';
import type { WxCallback } from '../../core/platforms/wxpay/callbacks';
import { readTransferResource } from '../../core/platforms/wxpay/transfers';
import { aliReceiver, wxReceiver } from '../payment';
import { type Outcome, wxOutcome } from './channels';
import { settlePayout } from './outcome';
import { findPayoutByNo } from './store';

/** What the channels tell of payouts by themselves. Their signature was verified; the number says which payout it is. */

async function told(tools: CallbackTools, poNo: string, outcome: Outcome): Promise<undefined> {
  const payout = await findPayoutByNo(tools.db, poNo);
  if (payout) await settlePayout(tools, payout.id, outcome);
  return undefined;
}

async function wxTransfer(tools: CallbackTools, payload: unknown): Promise<undefined> {
  const { eventType, resource } = payload as WxCallback;
  if (eventType !== 'MCHTRANSFER.BILL.FINISHED') return undefined;
  const transfer = readTransferResource(resource);
  return told(tools, transfer.outBillNo, wxOutcome(transfer));
}

interface AlipayOrder {
  readonly out_biz_no?: string;
  readonly order_id?: string;
  readonly status?: string;
  readonly trans_amount?: string;
  readonly error_code?: string;
  readonly fail_reason?: string;
}

/** Yuan with two decimals as fen, by digits; null: it is no amount. */
function fenOf(yuan: string | undefined): number | null {
  const match = /^(\d+)(?:\.(\d{1,2}))?$/.exec(yuan ?? '');
  return match ? Number(`${match[1]}${(match[2] ?? '').padEnd(2, '0')}`) : null;
}

function alipayOrder({ status, order_id: channelNo = '', ...order }: AlipayOrder): Outcome | null {
  const code = order.error_code ?? status ?? '';
  const text = order.fail_reason ?? code;
  switch (status) {
    case 'SUCCESS':
      return { kind: 'paid', channelNo, amountFen: fenOf(order.trans_amount) };
    case 'FAIL':
    case 'CLOSED':
      return { kind: 'failed', code, text };
    case 'REFUND':
      return { kind: 'returned', channelNo, code, text };
    default:
      return null;
  }
}

async function alipayTransfer(tools: CallbackTools, payload: unknown): Promise<undefined> {
  const params = payload as Readonly<Record<string, string>>;
  if (params.msg_method !== 'alipay.fund.trans.order.changed') return undefined;
  const order = JSON.parse(params.biz_content ?? '{}') as AlipayOrder;
  const outcome = alipayOrder(order);
  return outcome && order.out_biz_no ? told(tools, order.out_biz_no, outcome) : undefined;
}

export const withdrawReceivers: readonly Receiver[] = [wxReceiver('transfer', wxTransfer), aliReceiver(alipayTransfer)];
