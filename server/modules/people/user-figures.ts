import { type Kysely, sql } from 'kysely';
import type { Database } from '../../core/database/schema';

/** Sortable figures of users. They are stored on the users' rows and updated with each order (docs/decisions/0058). */

/** The change of one user's figures by a batch of orders. */
interface OrderDelta {
  readonly userId: number;
  readonly orders: number;
  readonly paidFen: number;
  readonly refundFen: number;
  readonly cancelled: number;
  /** Latest payment time of the new orders. `null` keeps the stored time, for example if the batch contains only refunds. */
  readonly lastAt: Date | null;
}

/**
 * Adds changes to the figures of users. Rows are locked in the order of their ids, so that concurrent batches do not deadlock.
 * For users who left, the figures change but not the times of their last activity and order.
 */
export async function addToFigures(db: Kysely<Database>, deltas: readonly OrderDelta[]): Promise<void> {
  if (deltas.length === 0) return;
  await sql`
    with delta as (
      select * from json_to_recordset(${JSON.stringify(deltas)}::json) as d(
        "userId" bigint, orders int, "paidFen" bigint, "refundFen" bigint, cancelled int, "lastAt" timestamptz)),
    locked as (
      select u.id, u.paid_fen + d."paidFen" as paid, greatest(0, u.refund_fen + d."refundFen") as refund
      from app_user u join delta d on d."userId" = u.id order by u.id for update of u)
    update app_user u set order_count = u.order_count + d.orders, paid_fen = l.paid, refund_fen = l.refund,
      refund_bp = case when l.paid <= 0 then 0 else least(10000, (l.refund * 10000 + l.paid / 2) / l.paid) end,
      cancelled_count = u.cancelled_count + d.cancelled,
      last_active_at = case when u.status = 'cancelled' then u.last_active_at else greatest(u.last_active_at, d."lastAt") end,
      last_order_at = case when u.status = 'cancelled' then u.last_order_at else greatest(u.last_order_at, d."lastAt") end
    from delta d join locked l on l.id = d."userId" where u.id = d."userId"`.execute(db);
}
