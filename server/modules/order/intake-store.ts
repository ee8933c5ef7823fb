import { type Insertable, type Kysely, type Selectable, sql, type Updateable } from 'kysely';
import type { Database } from '../../core/database/schema';
import { addToFigures } from '../people';
import { isOrder } from './order-key';

type Db = Kysely<Database>;

/** An order as a row to write to `customer_order`, with its id. */
export type OrderRow = Insertable<Database['customer_order']> & { id: number };

export interface OrderKey {
  readonly teamId: number;
  readonly orderNo: string;
}

const COLUMNS = [
  'id',
  'team_id',
  'order_no',
  'app_user_id',
  'rider_id',
  'merchant_id',
  'type',
  'source',
  'status',
  'goods_fen',
  'delivery_fen',
  'paid_fen',
  'refund_fen',
  'distance_m',
  'lng',
  'lat',
  'paid_at',
  'accepted_at',
  'promised_at',
  'delivered_at',
  'cancelled_at',
  'refunded_at',
  'balance_fen',
  'channel',
  'merchant_number_id',
  'channel_trade_no',
  'cost_snapshot',
  'settled_at',
  'hold_reason',
] as const satisfies readonly (keyof Database['customer_order'])[];
/** Columns that later events change. */
const CHANGING = [
  'rider_id',
  'status',
  'refund_fen',
  'accepted_at',
  'delivered_at',
  'cancelled_at',
  'refunded_at',
  'settled_at',
] as const satisfies readonly (typeof COLUMNS)[number][];

/** Reads orders by station and number, and locks them until the commit. The lock serializes the events of an order. */
export async function ordersForUpdate(db: Db, keys: readonly OrderKey[]) {
  const { rows: found } = await sql<{ teamId: number; id: number }>`
    select team_id as "teamId", order_id as id from order_ids(${JSON.stringify(keys)}::json) order by 1, 2`.execute(db);
  if (found.length === 0) return [];
  const ids = found.map(({ id }) => id);
  // The bounds on `id` limit the query to the partitions of these orders' months. `offset 0` keeps the planner from flattening the
  // subquery, so that the subquery runs once for each key.
  const { rows } = await sql<Pick<Selectable<Database['customer_order']>, (typeof COLUMNS)[number]>>`
    select o.* from unnest(${sql.val(found.map(({ teamId }) => teamId))}::bigint[], ${sql.val(ids)}::bigint[]) k (team_id, id)
    cross join lateral (
      select ${sql.join(COLUMNS.map((column) => sql.ref(`c.${column}`)))} from customer_order c
      where c.team_id = k.team_id and c.id = k.id and c.id between ${Math.min(...ids)} and ${Math.max(...ids)}
      offset 0 for update) o`.execute(db);
  return rows;
}

/**
 * Lists orders that were cancelled up to `before` and are neither settled nor fully refunded. The oldest cancellation is first. Orders paid
 * only by coupon and orders without stored costs are not included.
 *
 * @param teams `null` includes all stations
 */
export async function cancelledInEscrow(db: Db, before: Date, teams: readonly number[] | null) {
  return db
    .selectFrom('customer_order')
    .where('customer_order.status', '=', 'cancelled')
    .where('customer_order.settled_at', 'is', null)
    .where('customer_order.cost_snapshot', 'is not', null)
    .where(sql<boolean>`refund_fen < paid_fen`)
    .where('customer_order.cancelled_at', '<=', before)
    .$if(teams !== null, (qb) =>
      qb.where(sql<boolean>`customer_order.team_id = any(${sql.val([...(teams ?? [])])}::bigint[])`),
    )
    .select(COLUMNS.map((column) => `customer_order.${column}` as const))
    .orderBy('customer_order.cancelled_at')
    .orderBy('customer_order.id')
    .execute();
}

/** Updates an order's settlement and refund columns without an event (hold, reversal, new settlement). A missing order is ignored. */
export async function changeOrder(
  db: Db,
  { teamId, orderNo }: OrderKey,
  set: Pick<Updateable<Database['customer_order']>, 'hold_reason' | 'settled_at' | 'refund_fen' | 'refunded_at'>,
): Promise<void> {
  await db.updateTable('customer_order').set(set).where(isOrder(teamId, orderNo)).execute();
}

/** Takes back a refund whose posting was reversed: in the order, in the user's figures and in the order's refund event. */
export async function takeBackRefund(
  db: Db,
  key: OrderKey,
  refundedFen: number,
  backFen: number,
  at: Date,
): Promise<void> {
  const left = Math.max(0, refundedFen - backFen);
  await changeOrder(db, key, { refund_fen: left, ...(left === 0 && { refunded_at: null }) });
  const order = await db
    .selectFrom('customer_order')
    .where(isOrder(key.teamId, key.orderNo))
    .select('app_user_id as userId')
    .executeTakeFirst();
  if (order) {
    const none = { orders: 0, paidFen: 0, cancelled: 0, lastAt: null };
    await addToFigures(db, [{ userId: order.userId, ...none, refundFen: left - refundedFen }]);
  }
  await sql`
    update order_event set undone_at = ${at} where (team_id, order_no, event, no) in (
      select team_id, order_no, event, no from order_event
      where team_id = ${key.teamId} and order_no = ${key.orderNo} and event = 'refunded' and undone_at is null
        and amount_fen = ${backFen}
      order by at desc, no desc limit 1)`.execute(db);
}

/** Columns of an order's previous state. The change of the user's figures is computed from these columns. */
export type CountedOrder = Pick<OrderRow, 'status' | 'refund_fen'>;

/** Computes how these orders change the users' figures. Skips an existing order if this change neither cancels nor refunds it. */
function figuresOf(orders: readonly OrderRow[], before: ReadonlyMap<number, CountedOrder>) {
  const byUser = new Map<number, Parameters<typeof addToFigures>[1][number]>();
  for (const order of orders) {
    const was = before.get(order.id);
    const isCancelled = order.status === 'cancelled' && was?.status !== 'cancelled';
    const refundFen = (order.refund_fen ?? 0) - (was?.refund_fen ?? 0);
    if (was && !isCancelled && refundFen === 0) continue;
    const { app_user_id: userId } = order;
    const sum = byUser.get(userId) ?? { userId, orders: 0, paidFen: 0, refundFen: 0, cancelled: 0, lastAt: null };
    const paidAt = was ? null : new Date(order.paid_at);
    byUser.set(userId, {
      userId,
      orders: sum.orders + (was ? 0 : 1),
      paidFen: sum.paidFen + (was ? 0 : order.paid_fen),
      refundFen: sum.refundFen + refundFen,
      cancelled: sum.cancelled + (isCancelled ? 1 : 0),
      lastAt: paidAt && (sum.lastAt === null || paidAt > sum.lastAt) ? paidAt : sum.lastAt,
    });
  }
  return [...byUser.values()];
}

/**
 * Writes new orders and changes of existing orders, and updates their users' figures.
 *
 * @param before the previous state of existing orders, by id
 */
export async function saveOrders(
  db: Db,
  orders: readonly OrderRow[],
  before: ReadonlyMap<number, CountedOrder>,
): Promise<void> {
  if (orders.length === 0) return;
  const names = sql.join(COLUMNS.map((column) => sql.ref(column)));
  const values = sql.join(
    COLUMNS.map((column) => {
      if (column === 'cost_snapshot') return sql`(cost_snapshot #>> '{}')::jsonb`;
      if (column === 'refund_fen' || column === 'balance_fen') return sql`coalesce(${sql.ref(column)}, 0)`;
      return sql.ref(column);
    }),
  );
  const changes = sql.join(CHANGING.map((column) => sql`${sql.ref(column)} = excluded.${sql.ref(column)}`));
  await sql`
    insert into customer_order (${names})
    select ${values} from json_populate_recordset(null::customer_order, ${JSON.stringify(orders)}::json)
    on conflict (team_id, id) do update set ${changes}`.execute(db);
  await addToFigures(db, figuresOf(orders, before));
}
