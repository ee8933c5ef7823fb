import { z } from 'zod';
import { actionData, fen, id, listData, listInput, queryIds, read, sumFen, time, write } from './endpoint';
import { REVERSE_REASON } from './finance';
import { text } from './text';

/** This file declares the endpoints for cancelled orders with money still in escrow (取消订单未结清, DOMAIN §9 decision 20). */

const about = {
  teamId: id(),
  orderNo: z.string().trim().min(1).max(22),
  reason: z.string().trim().min(REVERSE_REASON.min).max(REVERSE_REASON.max),
};
const audit = (action: 'refund' | 'settle') =>
  ({
    module: 'financial.information',
    action,
    object: 'order',
    money: true,
    text:
      action === 'refund'
        ? text('退还取消订单余款', 'Refund the rest', 'Reembolsar o restante', '退還取消訂單餘款')
        : text('结算取消订单', 'Settle the cancelled order', 'Liquidar o pedido cancelado', '結算取消訂單'),
  }) as const;

export const escrowEndpoints = {
  'finance.Escrow/getList': read({
    summary: 'Cancelled orders that were neither refunded in full nor settled for more than a day, the oldest first.',
    access: { rule: 31 },
    input: listInput({ teamIds: queryIds() }, ['cancelledAt']),
    data: listData(
      z.object({
        id: id(),
        teamId: id(),
        orderNo: z.string(),
        teamName: z.string(),
        cancelledAt: time(),
        paidFen: fen(),
        refundFen: fen(),
        /** Amount still in escrow. It includes what a coupon paid. */
        leftFen: fen(),
        actions: z.array(z.string()),
      }),
      z.object({ leftFen: sumFen() }),
    ),
    errors: [40005, 40302],
  }),
  'finance.Escrow/refund': write({
    summary: 'Records that the user got the rest of a cancelled order back, once a second person agrees.',
    access: { rule: 3206 },
    risk: 'second',
    idempotent: true,
    audit: audit('refund'),
    input: z.object({
      ...about,
      refundNo: z.string().regex(/^[A-Za-z0-9-]{1,32}$/),
      /** Number of the refund at the payment platform. */
      channelRefundNo: z.string().trim().min(1).max(64).optional(),
    }),
    data: actionData,
    errors: [40302, 40401, 40901, 40902, 42201, 42241, 42248],
  }),
  'finance.Escrow/settle': write({
    summary: 'Settles a cancelled order as if it had been delivered, once a second person agrees.',
    access: { rule: 3206 },
    risk: 'second',
    idempotent: true,
    audit: audit('settle'),
    input: z.object(about),
    data: actionData,
    errors: [40302, 40401, 40901, 42201, 42241],
  }),
} as const;
