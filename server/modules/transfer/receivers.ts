import type { CallbackTools, Receiver } from '../../core/platforms/receiver';
import { aliReceiver } from '../payment';
import { readAlipayOrder, settlePayoutNo } from '../withdraw';
import { settleTransferNo } from './send';

/**
 * Handles Alipay's callbacks about transfers. Alipay uses one URL for payouts and for transfers between our own accounts. The payout or
 * transfer number in the callback decides which of the two is settled. The signature is already verified. An unknown number changes
 * nothing.
 */
async function alipayTransfer(tools: CallbackTools, payload: unknown): Promise<undefined> {
  const order = readAlipayOrder(payload);
  if (!order || (await settlePayoutNo(tools, order.outBizNo, order.outcome))) return;
  await settleTransferNo(tools, order.outBizNo, order.outcome);
}

export const transferReceivers: readonly Receiver[] = [aliReceiver(alipayTransfer)];
