import { type Kysely, type SelectQueryBuilder, sql } from 'kysely';
import { SERVICE_TYPE_TEXT } from '../../../contract/cost.states';
import { ORDER_STATUS_TEXT } from '../../../contract/finance';
import { idIn } from '../../core/database/id-in';
import { idFloor } from '../../core/database/partitions';
import type { Database } from '../../core/database/schema';
import type { OrderStatus } from '../../core/database/tables/orders';
import type { ActorContext } from '../../core/http/context';

/** Queries for the orders of one user or one rider. */

type Db = Kysely<Database>;

/** Counts a user's orders that are neither delivered nor cancelled. */
export async function runningOrdersOf(db: Db, userId: number): Promise<number> {
  const row = await db
    .selectFrom('customer_order')
    .where('app_user_id', '=', userId)
    .where('status', 'in', ['paid', 'accepted'])
    .select((eb) => eb.fn.countAll<number>().as('orders'))
    .executeTakeFirstOrThrow();
  return row.orders;
}

/** Stations that a reader may see. `null` means all stations. */
type Seen = readonly number[] | null;

/** A selection of orders: one user's orders at the stations of a reader, or one rider's orders at one station. */
export type OrdersOf =
  | { readonly userId: number; readonly teamIds: Seen }
  | { readonly riderId: number; readonly teamId: number };

/** A filter of orders by state and by a range of payment times. */
interface Which {
  readonly status?: OrderStatus | undefined;
  readonly range?: { readonly from: Date; readonly to: Date } | null;
}
type WhichPage = Which & { readonly offset?: number; readonly limit: number };

const whichOrders =
  ({ status, range = null }: Which) =>
  <O>(orders: SelectQueryBuilder<Database, 'customer_order', O>) =>
    orders
      .$if(status !== undefined, (qb) => qb.where('status', '=', status as OrderStatus))
      .$if(range !== null, (qb) =>
        qb
          .where('paid_at', '>=', range?.from as Date)
          .where('paid_at', '<', range?.to as Date)
          .where('id', '>=', idFloor(range?.from as Date)),
      );

function ofPerson(db: Db, of: OrdersOf) {
  const orders = db.selectFrom('customer_order');
  if ('riderId' in of) return orders.where('team_id', '=', of.teamId).where('rider_id', '=', of.riderId);
  const own = orders.where('app_user_id', '=', of.userId);
  return of.teamIds === null ? own : own.where(idIn('customer_order.team_id', of.teamIds));
}

/** Reads one page of a person's orders, newest first. */
export async function ordersOf(db: Db, of: OrdersOf, { offset = 0, limit, ...which }: WhichPage) {
  return await ofPerson(db, of)
    .$call(whichOrders(which))
    .select([
      'order_no as orderNo',
      'team_id as teamId',
      'rider_id as riderId',
      'type',
      'paid_fen as paidFen',
      'refund_fen as refundFen',
      'status',
      'paid_at as at',
    ])
    .orderBy('paid_at', 'desc')
    .orderBy('id', 'desc')
    .offset(offset)
    .limit(limit)
    .execute();
}

/** Counts a user's orders at the stations that the reader may not see. */
export async function ordersElsewhere(db: Db, userId: number, seen: Seen, which: Which): Promise<number> {
  if (seen === null) return 0;
  const { orders } = await db
    .selectFrom('customer_order')
    .where('app_user_id', '=', userId)
    .where(sql<boolean>`not (${idIn('customer_order.team_id', seen)})`)
    .$call(whichOrders(which))
    .select((eb) => eb.fn.countAll<number>().as('orders'))
    .executeTakeFirstOrThrow();
  return orders;
}

/** Finds which of these order numbers belong to the user and to the reader's stations. */
export async function orderNosSeen(
  db: Db,
  { userId, teamIds }: { readonly userId: number; readonly teamIds: readonly number[] },
  orderNos: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await ofPerson(db, { userId, teamIds })
    .where(sql<boolean>`order_no = any(${sql.val([...orderNos])}::text[])`)
    .select('order_no as orderNo')
    .execute();
  return new Set(rows.map(({ orderNo }) => orderNo));
}

/** Converts an order of {@link ordersOf} to a list row. */
export const orderLine = (
  { t }: Pick<ActorContext, 't'>,
  { riderId: _riderId, type, at, ...order }: Awaited<ReturnType<typeof ordersOf>>[number],
) => ({
  ...order,
  at: at.toISOString(),
  typeText: t(SERVICE_TYPE_TEXT[type]),
  statusText: t(ORDER_STATUS_TEXT[order.status]),
});

/** Sums a user's orders and payments by month (`yyyy-MM`). Months without orders are missing. @param from earliest payment time */
export async function monthsOf(db: Db, userId: number, from: Date, timeZone: string) {
  const { rows } = await sql<{ month: string; orders: number; paidFen: number }>`
    select to_char(paid_at at time zone ${timeZone}, 'YYYY-MM') as month, count(*)::int as orders, sum(paid_fen)::bigint as "paidFen"
    from customer_order where app_user_id = ${userId} and paid_at >= ${from} and id >= ${idFloor(from)} group by 1 order by 1`.execute(
    db,
  );
  return rows;
}

/** Finds a user's most frequent station and hour of the day since a moment. Without orders, both are `null`. */
export async function habitsOf(db: Db, userId: number, from: Date, timeZone: string) {
  const { rows } = await sql<{ teamId: number | null; hour: number | null }>`
    select mode() within group (order by team_id) as "teamId",
      (mode() within group (order by extract(hour from paid_at at time zone ${timeZone})))::int as hour
    from customer_order where app_user_id = ${userId} and paid_at >= ${from} and id >= ${idFloor(from)}`.execute(db);
  return rows[0] ?? { teamId: null, hour: null };
}
