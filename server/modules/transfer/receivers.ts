import type { CallbackTools, Receiver } from '../../core/platforms/receiver';
import { aliReceiver } from '../payment';
import { readAlipayOrder, settlePayoutNo } from '../withdraw';
import { settleTransferNo } from './send';

/**
 * Alipay's callbacks about its transfers. Alipay uses one address for all of them. The number tells whether it is a payout or a
 * transfer between our own accounts. The signature is already verified; an unknown number changes nothing.
 */
async function alipayTransfer(tools: CallbackTools, payload: unknown): Promise<undefined> {
  const order = readAlipayOrder(payload);
  if (!order || (await settlePayoutNo(tools, order.outBizNo, order.outcome))) return;
  await settleTransferNo(tools, order.outBizNo, order.outcome);
}

export const transferReceivers: readonly Receiver[] = [aliReceiver(alipayTransfer)];
