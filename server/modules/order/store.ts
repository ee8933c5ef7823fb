import { type JoinBuilder, type Kysely, type RawBuilder, sql } from 'kysely';
import { idIn } from '../../core/database/id-in';
import { idFloor } from '../../core/database/partitions';
import { PREPARED } from '../../core/database/prepared-statements';
import type { Database } from '../../core/database/schema';
import { LATE_MINUTES, LONGEST_DELIVERY_MINUTES, SOURCE_COLUMNS, UNASSIGNED_MINUTES } from './rules';

/**
 * Counts the orders paid from `dayStart` up to `now`, by station. Stations without orders have 0. The count is exact; lists use
 * {@link orderFigures} instead.
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
    .where(idIn('customer_order.team_id', teamIds))
    .where('customer_order.paid_at', '>=', dayStart)
    .where('customer_order.paid_at', '<=', now)
    .where('customer_order.id', '>=', idFloor(dayStart))
    .groupBy('customer_order.team_id')
    .select((eb) => ['customer_order.team_id as teamId', eb.fn.countAll<number>().as('orders')])
    .execute();
  for (const { teamId, orders } of rows) counts.set(teamId, orders);
  return counts;
}

/**
 * Sums paid amounts (fen, before refunds) by station from a day on. The sums are read from the roll-ups.
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
    .where(idIn('order_day.team_id', teamIds))
    .where('order_day.day', '>=', from)
    .groupBy('order_day.team_id')
    .select((eb) => ['order_day.team_id as teamId', eb.fn.sum<number>('order_day.gmv_fen').as('gmvFen')])
    .execute();
  for (const { teamId, gmvFen } of rows) sums.set(teamId, gmvFen);
  return sums;
}

/**
 * Builds a subquery with the order figures of the station list: `teamId`, `ordersToday`, `gmvMonthFen` (30 days, including today).
 * It has one row for each station with events in these 30 days.
 *
 * @param today `yyyy-MM-dd` in the platform's time zone; counts of an earlier day are returned as 0
 */
export function orderFigures(db: Kysely<Database>, today: string) {
  return db
    .selectFrom('order_team')
    .select((eb) => [
      'order_team.team_id as teamId',
      eb
        .case()
        .when('order_team.day', '=', today)
        .then(eb.ref('order_team.orders_today'))
        .else(0)
        .end()
        .as('ordersToday'),
      'order_team.gmv_30d_fen as gmvMonthFen',
    ]);
}

/** Joins the order figures of stations that have orders on the day `today` (`yyyy-MM-dd`). */
export const joinOrdersToday = (join: JoinBuilder<Database, 'team' | 'order_team'>, today: string) =>
  join
    .onRef('order_team.team_id', '=', 'team.id')
    .on('order_team.day', '=', sql<string>`${today}`)
    .on('order_team.orders_today', '>', 0);

/** Counts orders that are neither delivered nor cancelled, by station. */
export async function runningOrders(db: Kysely<Database>, teamIds: readonly number[]): Promise<Map<number, number>> {
  const counts = new Map(teamIds.map((id) => [id, 0]));
  const rows = await db
    .selectFrom('customer_order')
    .where(idIn('customer_order.team_id', teamIds))
    .where(sql<boolean>`customer_order.status in ('paid', 'accepted')`)
    .groupBy('customer_order.team_id')
    .select((eb) => ['customer_order.team_id as teamId', eb.fn.countAll<number>().as('orders')])
    .modifyEnd(PREPARED)
    .execute();
  for (const { teamId, orders } of rows) counts.set(teamId, orders);
  return counts;
}

interface Capacity {
  /** Number of orders paid today. */
  readonly ordersToday: number;
  /** Number of paid orders that no rider has accepted. */
  readonly ordersUnassigned: number;
  /** Mean minutes from payment to acceptance of the orders that were paid today. `null` if none of these orders is accepted. */
  readonly averageWaitMin: number | null;
}

/** Reads today's capacity of one station (DOMAIN §3.3 "today's capacity"). The caller divides `ordersToday` by the riders online. */
export async function capacityToday(
  db: Kysely<Database>,
  teamId: number,
  dayStart: Date,
  now: Date,
): Promise<Capacity> {
  const unassigned = db
    .selectFrom('customer_order as waiting')
    .where('waiting.team_id', '=', teamId)
    .where(sql<boolean>`waiting.status = 'paid'`)
    .select((eb) => eb.fn.countAll<number>().as('orders'));
  return await db
    .selectFrom('customer_order')
    .where('customer_order.team_id', '=', teamId)
    .where('customer_order.paid_at', '>=', dayStart)
    .where('customer_order.paid_at', '<=', now)
    .where('customer_order.id', '>=', idFloor(dayStart))
    .select((eb) => [
      eb.fn.countAll<number>().as('ordersToday'),
      sql<number | null>`round(avg(extract(epoch from accepted_at - paid_at)) / 60, 1)`.as('averageWaitMin'),
      sql<number>`${unassigned}`.as('ordersUnassigned'),
    ])
    .modifyEnd(PREPARED)
    .executeTakeFirstOrThrow();
}

/** Columns of figures in the roll-ups by hour and by day, in a fixed order. */
export const figureColumns = [
  'orders',
  'gmv_fen',
  'delivered',
  'on_time',
  'cancelled',
  'refunds',
  'refund_fen',
  'exceptions',
  'new_users',
  'active_users',
  ...Object.values(SOURCE_COLUMNS),
] as const;

const late = sql`interval '${sql.raw(String(LATE_MINUTES))} minutes'`;
const unassigned = sql`interval '${sql.raw(String(UNASSIGNED_MINUTES))} minutes'`;

/**
 * Builds the query that counts the events from `from` up to `to` (exclusive) directly from orders and users. The rows are `day, hour` with
 * the {@link figureColumns}. The roll-ups store the result of this query, so both have the same definition of the figures.
 *
 * @param teams Includes only these stations; `null` includes all. `each` returns one group of rows per station, and a group with
 *   `team_id` 0 for all stations together. Users without a station count in the group with `team_id` 0. They also form a group with
 *   `team_id` null, which the roll-up ignores.
 */
export function eventsBetween(from: Date, to: Date, teams: readonly number[] | null | 'each', timeZone: string) {
  const own = teams === null || teams === 'each' ? sql`` : sql`and ${idIn('team_id', teams)}`;
  const home = teams === null || teams === 'each' ? sql`` : sql`and ${idIn('home_team_id', teams)}`;
  const within = (moment: RawBuilder<unknown>) => sql`${moment} >= ${from} and ${moment} < ${to}`;
  const wall = (moment: RawBuilder<unknown>) => sql`${moment} at time zone ${timeZone}`;
  const event = (kind: string, moment: RawBuilder<unknown>, value: RawBuilder<unknown>, where: RawBuilder<unknown>) =>
    sql`select team_id, ${wall(moment)} as at, ${sql.lit(kind)} as kind, ${value} as value, source
      from customer_order where ${where} ${own}`;
  const person = (kind: string, table: string, moment: RawBuilder<unknown>) =>
    sql`select home_team_id, ${wall(moment)}, ${sql.lit(kind)}, 0, null from ${sql.table(table)}
      where ${within(moment)} ${home}`;
  const count = (kind: string) => sql`count(*) filter (where kind = ${sql.lit(kind)})::int`;
  const sum = (kind: string) => sql`coalesce(sum(value) filter (where kind = ${sql.lit(kind)}), 0)::bigint`;
  const paid = sql.ref('paid_at');
  const delivered = sql.ref('delivered_at');
  const cancelled = sql.ref('cancelled_at');
  const refunded = sql.ref('refunded_at');
  // Each refund counts at its own time. Old orders store only the sum of their refunds and the time of the last refund.
  const isRefund = sql`e.event = 'refunded'`;
  const refunds = sql`
    select team_id, ${wall(sql.ref('at'))}, 'refunded', amount_fen, null from order_event e
      where ${isRefund} and undone_at is null and ${within(sql.ref('at'))} ${own}
    union all ${event(
      'refunded',
      refunded,
      sql.ref('refund_fen'),
      sql`${within(refunded)} and not exists (select from order_event e
        where e.team_id = customer_order.team_id and e.order_no = customer_order.order_no and ${isRefund})`,
    )}`;
  const tooLate = sql`(promised_at + ${late})`;
  const waited = sql`(paid_at + ${unassigned})`;
  return sql`
    select ${teams === 'each' ? sql`case when grouping(team_id) = 1 then 0 else team_id end as team_id,` : sql``}
      at::date as day, extract(hour from at)::smallint as hour,
      ${count('paid')} as orders, ${sum('paid')} as gmv_fen,
      ${count('delivered')} as delivered, ${sum('delivered')}::int as on_time,
      ${count('cancelled')} as cancelled,
      ${count('refunded')} as refunds, ${sum('refunded')} as refund_fen,
      ${count('exception')} as exceptions,
      ${count('new')} as new_users, ${count('active')} as active_users,
      ${sql.join(
        Object.entries(SOURCE_COLUMNS).map(
          ([source, column]) =>
            sql`count(*) filter (where kind = 'paid' and source = ${sql.lit(source)})::int as ${sql.ref(column)}`,
        ),
      )}
    from (
      ${event('paid', paid, sql.ref('paid_fen'), sql`${within(paid)} and id >= ${idFloor(from)}`)}
      union all ${event('delivered', delivered, sql`(delivered_at <= promised_at)::int`, within(delivered))}
      union all ${event('cancelled', cancelled, sql`0`, within(cancelled))}
      union all ${refunds}
      union all ${event(
        'exception',
        tooLate,
        sql`0`,
        sql`promised_at >= ${from}::timestamptz - ${late} and promised_at < ${to}::timestamptz - ${late}
          and (coalesce(delivered_at, cancelled_at) is null
            or coalesce(delivered_at, cancelled_at) - promised_at > interval '30 minutes')`,
      )}
      union all ${event(
        'exception',
        waited,
        sql`0`,
        sql`paid_at >= ${from}::timestamptz - ${unassigned} and paid_at < ${to}::timestamptz - ${unassigned}
          and id >= ${idFloor(from)}
          and (coalesce(accepted_at, cancelled_at) is null
            or coalesce(accepted_at, cancelled_at) - paid_at > interval '10 minutes')`,
      )}
      union all ${person('new', 'app_user', sql.ref('first_login_at'))}
      union all ${person('active', 'app_user_day', sql.ref('first_at'))}
    ) event
    group by ${teams === 'each' ? sql`grouping sets ((team_id, 2, 3), (2, 3))` : sql`1, 2`}`;
}

/** Builds the query for a histogram of delivery minutes, counted from acceptance. The rows are `minutes, orders`. */
export function minutesBetween(from: Date, to: Date, teams: readonly number[] | null) {
  return sql`
    select ${wholeMinutes} as minutes, count(*)::int as orders from customer_order
    where delivered_at >= ${from} and delivered_at < ${to} and accepted_at is not null
      ${teams === null ? sql`` : sql`and ${idIn('team_id', teams)}`}
    group by 1`;
}

const wholeMinutes = sql`least(${sql.lit(LONGEST_DELIVERY_MINUTES)}, greatest(0,
  floor(extract(epoch from delivered_at - accepted_at) / 60)))::smallint`;

/** Builds the query of {@link minutesBetween} by station (0 is all stations together), day and hour, for the roll-up. */
export function minutesOfEach(from: Date, to: Date, timeZone: string) {
  return sql`
    select case when grouping(team_id) = 1 then 0 else team_id end as team_id,
      at::date as day, extract(hour from at)::smallint as hour, minutes, count(*)::int as orders
    from (
      select team_id, delivered_at at time zone ${timeZone} as at, ${wholeMinutes} as minutes from customer_order
      where delivered_at >= ${from} and delivered_at < ${to} and accepted_at is not null
    ) delivery
    group by grouping sets ((team_id, 2, 3, 4), (2, 3, 4))`;
}

/** Builds the query that sums deliveries by day, station and rider, for the roll-up. */
export function ridersOfEach(from: Date, to: Date, timeZone: string) {
  return sql`
    select (delivered_at at time zone ${timeZone})::date as day, team_id, rider_id, count(*)::int as delivered,
      count(*) filter (where delivered_at <= promised_at)::int as on_time, sum(paid_fen)::bigint as gmv_fen
    from customer_order
    where delivered_at >= ${from} and delivered_at < ${to} and rider_id is not null
    group by 1, 2, 3`;
}

/** Numbers of orders that need attention now. */
interface Attention {
  /** Orders that have waited longer than {@link UNASSIGNED_MINUTES} for a rider. */
  readonly unassigned: number;
  /** Running orders whose promised time has passed. */
  readonly late: number;
}

/** Counts the orders that need attention now. @param teams `null` includes all stations */
export async function ordersInNeed(
  db: Kysely<Database>,
  teams: readonly number[] | null,
  now: Date,
): Promise<Attention> {
  const own = teams === null ? sql`` : sql`and ${idIn('team_id', teams)}`;
  const { rows } = await sql<Attention>`
    select count(*) filter (where status = 'paid' and paid_at < ${now}::timestamptz - ${unassigned})::int as "unassigned",
      count(*) filter (where promised_at < ${now})::int as "late"
    from customer_order where status in ('paid', 'accepted') ${own}`.execute(db);
  return rows[0] ?? { unassigned: 0, late: 0 };
}

/**
 * Counts orders without a rider by station. The station with the most is first.
 *
 * @param teams `null` includes all stations
 */
export async function unassignedByTeam(
  db: Kysely<Database>,
  teams: readonly number[] | null,
  limit: number,
): Promise<{ teamId: number; orders: number }[]> {
  return await db
    .selectFrom('customer_order')
    .where('customer_order.status', '=', 'paid')
    .$if(teams !== null, (qb) => qb.where(idIn('customer_order.team_id', teams ?? [])))
    .groupBy('customer_order.team_id')
    .select((eb) => ['customer_order.team_id as teamId', eb.fn.countAll<number>().as('orders')])
    .orderBy('orders', 'desc')
    .orderBy('teamId')
    .limit(limit)
    .execute();
}
