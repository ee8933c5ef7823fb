import { type Kysely, type RawBuilder, sql } from 'kysely';
import { idIn } from '../../core/database/id-in';
import { GENERIC_PLAN, PREPARED } from '../../core/database/prepared-statements';
import type { Database } from '../../core/database/schema';
import { momentOf, wallTime } from '../../core/money/days';
import type { Figures, MinutesCount, OrderSource } from './rules';
import { eventsBetween, figureColumns, minutesBetween } from './store';

/** Stations to sum. `null` sums all stations; their roll-ups are stored under team 0. */
export type TeamFilter = readonly number[] | null;

/** A period from the start of a day (inclusive) to a moment (exclusive). */
interface Period {
  /** `yyyy-MM-dd` in the platform's time zone. */
  readonly fromDay: string;
  readonly to: Date;
}

/** Reads the moment up to which the roll-ups are complete, and their time zone. @returns `null` before the first run */
export async function rollUpState(db: Kysely<Database>): Promise<{ asOf: Date; timeZone: string } | null> {
  const row = await db
    .selectFrom('order_roll_up')
    .select(['order_roll_up.as_of as asOf', 'order_roll_up.time_zone as timeZone'])
    .modifyEnd(PREPARED)
    .executeTakeFirst();
  return row ?? null;
}

type FigureRow = Omit<Figures, 'sources'> & Record<OrderSource, number>;

/** Sums the columns and names them like {@link FigureRow}. */
const sums: RawBuilder<FigureRow> = sql`
  coalesce(sum(orders), 0)::int as "orders", coalesce(sum(gmv_fen), 0)::bigint as "gmvFen",
  coalesce(sum(delivered), 0)::int as "delivered", coalesce(sum(on_time), 0)::int as "onTime",
  coalesce(sum(cancelled), 0)::int as "cancelled", coalesce(sum(refunds), 0)::int as "refunds",
  coalesce(sum(refund_fen), 0)::bigint as "refundFen", coalesce(sum(exceptions), 0)::int as "exceptions",
  coalesce(sum(new_users), 0)::int as "newUsers", coalesce(sum(active_users), 0)::int as "activeUsers",
  coalesce(sum(from_mini_program), 0)::int as "miniProgram", coalesce(sum(from_app), 0)::int as "app",
  coalesce(sum(from_official_account), 0)::int as "officialAccount",
  coalesce(sum(from_hour_to_reach), 0)::int as "hourToReach",
  coalesce(sum(from_station_entry), 0)::int as "stationEntry"`;

function figuresOf(row: FigureRow): Figures {
  const { miniProgram, app, officialAccount, hourToReach, stationEntry, ...figures } = row;
  return { ...figures, sources: { miniProgram, app, officialAccount, hourToReach, stationEntry } };
}

/**
 * Up to this number of stations, a generic plan finds the orders with the index by station. With more stations, PostgreSQL needs the
 * parameter values to choose a plan.
 */
const FEW_TEAMS = 20;
const isFew = (teams: TeamFilter): boolean => teams !== null && teams.length <= FEW_TEAMS;

const ofTeams = (teams: TeamFilter): RawBuilder<boolean> =>
  teams === null ? sql<boolean>`team_id = 0` : idIn('team_id', teams);

/** A period divided into whole days, whole hours of its last day, and the rest of an hour. */
interface Parts {
  readonly lastDay: string;
  /** Number of whole hours of the last day. 24 if the period ends where the roll-ups end. */
  readonly wholeHours: number;
  /** Start of the incomplete hour. `null` if the period ends at a full hour or where the roll-ups end. */
  readonly restFrom: Date | null;
}

function partsOf(period: Period, asOf: Date, timeZone: string): Parts {
  const { day, minutes } = wallTime(period.to, timeZone);
  // If the period ends where the roll-ups end, their last hour contains exactly the events of the period.
  if (period.to.getTime() === asOf.getTime()) return { lastDay: day, wholeHours: 24, restFrom: null };
  const hour = Math.floor(minutes / 60);
  const restFrom = momentOf(day, hour * 60, timeZone);
  return { lastDay: day, wholeHours: hour, restFrom: restFrom < period.to ? restFrom : null };
}

/**
 * Chooses how PostgreSQL plans the figures of a period. Only the incomplete hour is read from partitions, so only a query with an
 * incomplete hour needs {@link GENERIC_PLAN}.
 */
function choosePlanMark({ restFrom }: Parts, teams: TeamFilter) {
  if (teams !== null && !isFew(teams)) return sql``;
  if (restFrom !== null) return GENERIC_PLAN;
  return teams === null ? sql`` : PREPARED;
}

/** Computes the figures of a period. They are exact to the millisecond if the period does not end after `state.asOf`. */
export async function periodFigures(
  db: Kysely<Database>,
  teams: TeamFilter,
  period: Period,
  state: { readonly asOf: Date; readonly timeZone: string },
): Promise<Figures> {
  const parts = partsOf(period, state.asOf, state.timeZone);
  const columns = sql.join(figureColumns.map((column) => sql.ref(column)));
  const rest =
    parts.restFrom === null
      ? sql``
      : sql`union all select ${columns} from (${eventsBetween(parts.restFrom, period.to, teams, state.timeZone)}) rest`;
  const { rows } = await sql<FigureRow>`
    select ${sums} from (
      select ${columns} from order_day
        where ${ofTeams(teams)} and day >= ${period.fromDay} and day < ${parts.lastDay}
      union all
      select ${columns} from order_hour
        where ${ofTeams(teams)} and day = ${parts.lastDay} and day >= ${period.fromDay} and hour < ${parts.wholeHours}
      ${rest}
    ) parts ${choosePlanMark(parts, teams)}`.execute(db);
  return figuresOf(rows[0] as FigureRow);
}

/**
 * Reads a period's histogram of delivery minutes. A delivery begins when a rider accepts the order. For all stations, the query is planned
 * with its values, because a generic plan would read all days of the roll-up.
 */
export async function periodMinutes(
  db: Kysely<Database>,
  teams: TeamFilter,
  period: Period,
  state: { readonly asOf: Date; readonly timeZone: string },
): Promise<MinutesCount[]> {
  const parts = partsOf(period, state.asOf, state.timeZone);
  const rest =
    parts.restFrom === null
      ? sql``
      : sql`union all select minutes, orders from (${minutesBetween(parts.restFrom, period.to, teams)}) rest`;
  const { rows } = await sql<MinutesCount>`
    select minutes, sum(orders)::int as orders from (
      select minutes, orders from order_minutes
        where ${ofTeams(teams)} and day >= ${period.fromDay}
          and (day < ${parts.lastDay} or day = ${parts.lastDay} and hour < ${parts.wholeHours})
      ${rest}
    ) parts group by minutes ${isFew(teams) ? choosePlanMark(parts, teams) : sql``}`.execute(db);
  return rows;
}

/** Reads figures by day; both days are inclusive. Days without events are missing. */
export async function dailyFigures(
  db: Kysely<Database>,
  teams: TeamFilter,
  fromDay: string,
  toDay: string,
): Promise<Map<string, Figures>> {
  const { rows } = await sql<FigureRow & { day: string }>`
    select day, ${sums} from order_day
    where ${ofTeams(teams)} and day >= ${fromDay} and day <= ${toDay} group by day`.execute(db);
  return new Map(rows.map(({ day, ...row }) => [day, figuresOf(row)]));
}

/** Reads figures of one day by hour (0–23). Hours without events are missing. */
export async function hourlyFigures(
  db: Kysely<Database>,
  teams: TeamFilter,
  day: string,
): Promise<Map<number, Figures>> {
  const { rows } = await sql<FigureRow & { hour: number }>`
    select hour, ${sums} from order_hour where ${ofTeams(teams)} and day = ${day} group by hour`.execute(db);
  return new Map(rows.map(({ hour, ...row }) => [hour, figuresOf(row)]));
}

/** Reads histograms of delivery minutes by day; both days are inclusive. */
export async function dailyMinutes(
  db: Kysely<Database>,
  teams: TeamFilter,
  fromDay: string,
  toDay: string,
): Promise<Map<string, MinutesCount[]>> {
  const { rows } = await sql<MinutesCount & { day: string }>`
    select day, minutes, sum(orders)::int as orders from order_minutes
    where ${ofTeams(teams)} and day >= ${fromDay} and day <= ${toDay} group by day, minutes`.execute(db);
  return grouped(rows, ({ day }) => day);
}

/** Reads histograms of delivery minutes of one day by hour (0–23). */
export async function hourlyMinutes(
  db: Kysely<Database>,
  teams: TeamFilter,
  day: string,
): Promise<Map<number, MinutesCount[]>> {
  const { rows } = await sql<MinutesCount & { hour: number }>`
    select hour, minutes, sum(orders)::int as orders from order_minutes
    where ${ofTeams(teams)} and day = ${day} group by hour, minutes`.execute(db);
  return grouped(rows, ({ hour }) => hour);
}

function grouped<K, R>(rows: readonly R[], keyOf: (row: R) => K): Map<K, R[]> {
  const groups = new Map<K, R[]>();
  for (const row of rows) {
    const group = groups.get(keyOf(row));
    if (group) group.push(row);
    else groups.set(keyOf(row), [row]);
  }
  return groups;
}

interface RankedTeam {
  readonly teamId: number;
  readonly orders: number;
  readonly gmvFen: number;
  readonly delivered: number;
  readonly onTime: number;
}

/** Sums figures by station over days; both days are inclusive. Stations without events are missing. */
export async function teamSums(
  db: Kysely<Database>,
  teams: TeamFilter,
  fromDay: string,
  toDay: string,
): Promise<RankedTeam[]> {
  const filter = teams === null ? sql<boolean>`team_id > 0` : idIn('team_id', teams);
  const { rows } = await sql<RankedTeam>`
    select team_id as "teamId", sum(orders)::int as "orders", sum(gmv_fen)::bigint as "gmvFen",
      sum(delivered)::int as "delivered", sum(on_time)::int as "onTime"
    from order_day where ${filter} and day >= ${fromDay} and day <= ${toDay} group by team_id`.execute(db);
  return rows;
}

interface RankedRider {
  readonly riderId: number;
  readonly delivered: number;
  readonly onTime: number;
  readonly gmvFen: number;
}

/**
 * Sums deliveries by rider over days (both inclusive), and returns the best or worst `limit` riders by one figure.
 *
 * @param order.ids Includes only these riders.
 */
export async function riderSums(
  db: Kysely<Database>,
  teams: TeamFilter,
  days: { readonly fromDay: string; readonly toDay: string },
  order: {
    readonly ids?: readonly number[];
    readonly by: 'delivered' | 'gmvFen' | 'onTimeRate';
    readonly direction: 'top' | 'bottom';
    readonly limit: number;
  },
): Promise<RankedRider[]> {
  const own = teams === null ? sql<boolean>`true` : idIn('team_id', teams);
  const filter = order.ids ? sql`${own} and ${idIn('rider_id', order.ids)}` : own;
  const by = {
    delivered: sql`sum(delivered)`,
    gmvFen: sql`sum(gmv_fen)`,
    onTimeRate: sql`sum(on_time)::float8 / sum(delivered)`,
  }[order.by];
  const direction = order.direction === 'top' ? sql`desc` : sql`asc`;
  const { rows } = await sql<RankedRider>`
    select rider_id as "riderId", sum(delivered)::int as "delivered", sum(on_time)::int as "onTime",
      sum(gmv_fen)::bigint as "gmvFen"
    from rider_day where ${filter} and day >= ${days.fromDay} and day <= ${days.toDay}
    group by rider_id order by ${by} ${direction}, sum(delivered) desc, rider_id limit ${order.limit}`.execute(db);
  return rows;
}
