import { type Kysely, sql } from 'kysely';
import type { Database } from '../../core/database/schema';

/** `column = any(ids)`: one parameter, however many ids there are. */
export function among(column: string, ids: readonly number[]) {
  return sql<boolean>`${sql.ref(column)} = any(${sql.val([...ids])}::bigint[])`;
}

/**
 * Orders paid from `dayStart` up to `now`, by station; stations without any are in the answer with 0. Exact, from the
 * orders themselves; a list takes {@link orderFigures}.
 */
export async function ordersToday(
  db: Kysely<Database>,
  teamIds: readonly number[],
  dayStart: Date,
  now: Date,
): Promise<Map<number, number>> {
  const counts = new Map(teamIds.map((id) => [id, 0]));
  const rows = await db
    .selectFrom('customer_order')
    .where(among('customer_order.team_id', teamIds))
    .where('customer_order.paid_at', '>=', dayStart)
    .where('customer_order.paid_at', '<=', now)
    .groupBy('customer_order.team_id')
    .select((eb) => ['customer_order.team_id as teamId', eb.fn.countAll<number>().as('orders')])
    .execute();
  for (const { teamId, orders } of rows) counts.set(teamId, orders);
  return counts;
}

/**
 * Sum of paid amounts (fen, before refunds) by station from a day on, from the roll-ups.
 *
 * @param from `yyyy-MM-dd` in the platform's time zone
 */
export async function gmvSince(
  db: Kysely<Database>,
  teamIds: readonly number[],
  from: string,
): Promise<Map<number, number>> {
  const sums = new Map(teamIds.map((id) => [id, 0]));
  const rows = await db
    .selectFrom('order_day')
    .where(among('order_day.team_id', teamIds))
    .where('order_day.day', '>=', from)
    .groupBy('order_day.team_id')
    .select((eb) => ['order_day.team_id as teamId', eb.fn.sum<number>('order_day.gmv_fen').as('gmvFen')])
    .execute();
  for (const { teamId, gmvFen } of rows) sums.set(teamId, gmvFen);
  return sums;
}

/**
 * What the station list shows and sorts by, one row a station that ever had an order, as a subquery to join:
 * `teamId`, `ordersToday`, `gmv30dFen` (30 days, today included).
 *
 * @param today `yyyy-MM-dd` in the platform's time zone; older counts read as 0
 */
export function orderFigures(db: Kysely<Database>, today: string) {
  return db
    .selectFrom('order_team')
    .select((eb) => [
      'order_team.team_id as teamId',
      eb.case().when('order_team.day', '=', today).then(eb.ref('order_team.orders_today')).else(0).end().as('ordersToday'),
      'order_team.gmv_30d_fen as gmvMonthFen',
    ]);
}

/** Orders that are neither delivered nor cancelled, by station. */
export async function runningOrders(db: Kysely<Database>, teamIds: readonly number[]): Promise<Map<number, number>> {
  const counts = new Map(teamIds.map((id) => [id, 0]));
  const rows = await db
    .selectFrom('customer_order')
    .where(among('customer_order.team_id', teamIds))
    .where('customer_order.status', 'in', ['paid', 'accepted'])
    .groupBy('customer_order.team_id')
    .select((eb) => ['customer_order.team_id as teamId', eb.fn.countAll<number>().as('orders')])
    .execute();
  for (const { teamId, orders } of rows) counts.set(teamId, orders);
  return counts;
}

export interface Capacity {
  /** Orders paid today. */
  readonly ordersToday: number;
  /** Paid, and no rider has accepted yet. */
  readonly ordersUnassigned: number;
  /** Minutes from payment to acceptance, mean over today's accepted orders; null without any. */
  readonly averageWaitMin: number | null;
}

/** Today's capacity of one station (DOMAIN §3.3 "today's capacity"); orders a rider = `ordersToday` / riders online. */
export async function capacityToday(
  db: Kysely<Database>,
  teamId: number,
  dayStart: Date,
  now: Date,
): Promise<Capacity> {
  const row = await db
    .selectFrom('customer_order')
    .where('customer_order.team_id', '=', teamId)
    .where('customer_order.paid_at', '>=', dayStart)
    .where('customer_order.paid_at', '<=', now)
    .select((eb) => [
      eb.fn.countAll<number>().as('ordersToday'),
      sql<number | null>`round(avg(extract(epoch from accepted_at - paid_at)) / 60, 1)`.as('averageWaitMin'),
    ])
    .executeTakeFirstOrThrow();
  const unassigned = await db
    .selectFrom('customer_order')
    .where('customer_order.team_id', '=', teamId)
    .where('customer_order.status', '=', 'paid')
    .select((eb) => eb.fn.countAll<number>().as('orders'))
    .executeTakeFirstOrThrow();
  return { ...row, ordersUnassigned: unassigned.orders };
}
