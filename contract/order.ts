import { z } from 'zod';
import { fen, id, time, write } from './endpoint';
import { CURRENCY } from './ledger';
import { INTAKE } from './limits';
import { pushedData } from './pushed';
import { text } from './text';

/** This file declares the endpoints for order events. The platform's ordering system signs each request (docs/orders.md). */

const amount = () => fen().min(0);
const about = {
  orderNo: z.string().regex(/^[A-Za-z0-9-]{6,22}$/),
  teamId: id(),
  /** Time of the event. */
  at: time(),
  /** Currency of the amounts. If the field is present, it must be the ledger's currency. */
  currency: z.literal(CURRENCY).optional(),
};

const paid = z.strictObject({
  event: z.literal('paid'),
  ...about,
  userId: id(),
  merchantId: id().nullish(),
  type: z.enum(['deliver', 'buy', 'fetch', 'food', 'queue', 'helper']),
  source: z.enum(['miniProgram', 'app', 'officialAccount', 'hourToReach', 'stationEntry']),
  goodsFen: amount(),
  deliveryFen: amount(),
  /** Price of goods and delivery minus coupons. The platform pays the coupons. */
  paidFen: amount(),
  /** Amount that was paid from the user's wallet. If the field is absent, the amount is 0. */
  balanceFen: amount().optional(),
  /** Payment platform of the amount that the wallet did not pay (`paidFen` − `balanceFen`). It is required if this amount is not 0. */
  channel: z.string().min(1).max(16).optional(),
  mchNo: z.string().min(1).max(32).optional(),
  tradeNo: z.string().min(1).max(64).optional(),
  distanceM: z.int().min(0).max(1_000_000),
  lng: z.number().min(-180).max(180),
  lat: z.number().min(-85).max(85),
  promisedAt: time(),
  /**
   * Amounts that the ordering system has calculated. An absent merchant fee is 0. An absent promotion fee is 0 unless a fee rule sets it.
   * Without `riderIncomeFen`, riders receive a percentage of the delivery fee, which the station's terms define.
   */
  merchantFeeFen: amount().optional(),
  promotionFeeFen: amount().optional(),
  riderIncomeFen: amount().optional(),
});
const accepted = z.strictObject({ event: z.literal('accepted'), ...about, riderId: id() });
/** Two optional events: the rider has arrived at the shop, and the rider has picked up the goods. */
const arrived = z.strictObject({ event: z.literal('arrived'), ...about });
const picked = z.strictObject({ event: z.literal('picked'), ...about });
const delivered = z.strictObject({ event: z.literal('delivered'), ...about, riderId: id().nullish() });
const cancelled = z.strictObject({ event: z.literal('cancelled'), ...about });
const refunded = z.strictObject({
  event: z.literal('refunded'),
  ...about,
  /** Number of the refund. It distinguishes several refunds of one order. */
  refundNo: z.string().regex(/^[A-Za-z0-9-]{1,32}$/),
  amountFen: fen().min(1),
  /** Number of the refund at the payment platform. */
  channelRefundNo: z.string().min(1).max(64).optional(),
  /** Parties that bear the refund of a settled order, each up to their share of the order. The platform bears the remainder. */
  bearers: z
    .array(
      z.strictObject({
        party: z.enum(['merchant', 'rider', 'team', 'commission', 'platform']),
        amountFen: fen().min(1),
      }),
    )
    .max(5)
    .optional(),
});

export const orderEvent = z.discriminatedUnion('event', [
  paid,
  accepted,
  arrived,
  picked,
  delivered,
  cancelled,
  refunded,
]);
export type OrderEvent = z.output<typeof orderEvent>;

export const orderEndpoints = {
  'order.Intake/push': write({
    summary: 'What happened to orders, in its order; each event counts once, even when repeated.',
    access: 'signed',
    input: z.object({ events: z.array(orderEvent).min(1).max(INTAKE.batch) }),
    data: pushedData({ orderNo: z.string() }),
    errors: [],
    audit: {
      module: 'order',
      action: 'push',
      object: 'order',
      money: true,
      text: text('接收订单', 'Orders received', 'Pedidos recebidos', '接收訂單'),
    },
  }),
} as const;
