import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database } from '../../core/database/schema';
import type { FieldType } from '../../core/export/export';
import { isOrder } from './order-key';

/** Reads an order with the costs at its payment. @returns `null` if there is no order with this number */
export async function orderSnapshot(db: Kysely<Database>, teamId: number, orderNo: string) {
  const row = await db
    .selectFrom('customer_order as o')
    .where(isOrder(teamId, orderNo, 'o'))
    .select([
      'o.id',
      'o.order_no as orderNo',
      'o.status',
      'o.app_user_id as userId',
      'o.merchant_id as merchantId',
      'o.rider_id as riderId',
      'o.goods_fen as goodsFen',
      'o.delivery_fen as deliveryFen',
      'o.paid_fen as paidFen',
      'o.balance_fen as balanceFen',
      'o.refund_fen as refundFen',
      'o.paid_at as paidAt',
      'o.delivered_at as deliveredAt',
      'o.cancelled_at as cancelledAt',
      'o.settled_at as settledAt',
      'o.hold_reason as holdReason',
      'o.cost_snapshot as cost',
    ])
    .executeTakeFirst();
  return row ?? null;
}

/** Fields of the costs at an order's payment, for exports. `hasCost` is true if the order has stored costs. */
export const ORDER_COSTS = {
  hasCost: 'bool',
  feePlanId: 'int',
  planName: 'text',
  planFrom: 'text',
  rateBp: 'int',
  technicalFeeFen: 'int',
  merchantFeeFen: 'int',
  promotionFeeFen: 'int',
  riderIncomeFen: 'int',
} as const satisfies Readonly<Record<string, FieldType>>;

const TYPES = { int: 'bigint', text: 'text', bool: 'boolean' } as const;

/**
 * Builds a subquery for the costs of one order. It returns one row or none, with the fields of {@link ORDER_COSTS}.
 *
 * @param teamId SQL expression of the order's station
 * @param orderNo SQL expression of the order's number
 */
export function orderCosts(teamId: RawBuilder<unknown>, orderNo: RawBuilder<unknown>): RawBuilder<unknown> {
  const fields = Object.entries(ORDER_COSTS).map(([name, type]) =>
    name === 'hasCost'
      ? sql`o.cost_snapshot is not null as ${sql.ref(name)}`
      : sql`(o.cost_snapshot ->> ${sql.lit(name)})::${sql.raw(TYPES[type])} as ${sql.ref(name)}`,
  );
  // The limit makes the planner look up each order instead of joining all orders.
  return sql`select ${sql.join(fields)} from customer_order o where ${isOrder(teamId, orderNo, 'o')} limit 1`;
}
