import { type Kysely, sql } from 'kysely';
import type { Database } from '../../core/database/schema';

/** An order as a bill tells of it, with the costs that it was paid with; null when there is none of this number. */
export async function orderSnapshot(db: Kysely<Database>, teamId: number, orderNo: string) {
  const row = await db
    .selectFrom('customer_order as o')
    .where('o.team_id', '=', teamId)
    .where('o.order_no', '=', orderNo)
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

/** The costs that orders were paid with, by `station number`; orders without any are not in the answer. */
export async function orderCosts(
  db: Kysely<Database>,
  orders: readonly { readonly teamId: number; readonly orderNo: string }[],
): Promise<Map<string, Record<string, unknown>>> {
  if (orders.length === 0) return new Map();
  const { rows } = await sql<{ key: string; cost: Record<string, unknown> }>`
    select o.team_id || ' ' || o.order_no as key, o.cost_snapshot as cost
    from json_to_recordset(${JSON.stringify(orders)}::json) as w("teamId" bigint, "orderNo" varchar(32))
    join customer_order o on o.team_id = w."teamId" and o.order_no = w."orderNo"
    where o.cost_snapshot is not null`.execute(db);
  return new Map(rows.map(({ key, cost }) => [key, cost]));
}
