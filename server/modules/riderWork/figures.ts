import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import { RIDER } from '../../../contract/riderWork.states';
import type { Clock } from '../../core/clock';
import { idIn } from '../../core/database/id-in';
import type { Database } from '../../core/database/schema';
import { inTransaction, withTransaction } from '../../core/database/transaction';
import { askedFilters } from '../../core/list/query';
import { dayNumberColumn } from '../../core/money/bands';
import { addDays, dayNumber, wholeDays } from '../../core/money/days';
import { coverState, insuredRiders, isCovered, isUninsured, uninsuredRiders } from '../insurance';
import { isRiderOf, onlineSince, ridersWhere, WORKING_STATES } from '../people';
import { filteredRiders, IS_TRAINED, isExpiring, REAL_NAME_STATE, type RiderFilter } from './store';

/**
 * Figures of the riders that match a filter (docs/decisions/0079). For few riders, the figures are exact. For many riders, most figures
 * are the counts that a job stored.
 */

type Db = Kysely<Database>;

export interface RiderSums {
  readonly all: number;
  readonly working: number;
  readonly online: number;
  readonly toReview: number;
  readonly expiring: number;
  readonly expired: number;
  readonly insured: number;
  readonly uninsured: number;
  readonly suspended: number;
  readonly fatigue: number;
}

/** The times that the figures depend on. */
type Present = Pick<RiderFilter, 'now' | 'today'>;
type PresentInZone = Present & Pick<RiderFilter, 'timeZone'>;

/** Up to this number of riders in the filter, the figures are summed exactly. */
const SUMMED = 2_000;
/** Up to this total number of riders, the job stores no counts, because exact sums take only about 10 ms. */
const COUNTED_FROM = 10_000;
/** Number of riders whose order counts are written in one transaction. */
const WRITTEN_AT_ONCE = 1_000;

const isWorking = sql<SqlBool>`rider.status = any(${sql.val([...WORKING_STATES])}::text[])`;
const isOnline = (now: Date) => sql<SqlBool>`(${isWorking} and rider.heartbeat_at > ${onlineSince(now)})`;
const IS_EXPIRED = sql<SqlBool>`rider.health_state = 'expired'`;
const IS_PROMPTED = sql<SqlBool>`rider_fatigue.prompts <> '[]'`;
const counted = (which: RawBuilder<unknown>) => sql<number>`(count(*) filter (where ${which}))::int`;

/**
 * Computes the figures of all riders that match the filter. Above `summed` riders, the figures come from today's stored counts if
 * counts are stored for the filter.
 *
 * @param summed maximum number of riders for exact sums
 */
export async function riderSums(db: Db, filter: RiderFilter, summed = SUMMED): Promise<RiderSums> {
  const {
    teamIds,
    seesPhones: _sees,
    nameParts: _parts,
    today: _today,
    now: _now,
    timeZone: _zone,
    ...others
  } = filter;
  const asked = askedFilters(others);
  const isOfTeams = asked.length === 0;
  const groups = asked.every((key) => GROUPED.has(key)) ? groupsOf(filter) : rangeOf(filter, asked);
  const counts = groups && (await countedSums(db, filter, groups));
  if (!counts || counts.all <= summed) {
    return isOfTeams ? sumsOfTeams(db, filter, teamIds ?? null) : sumsOfRows(db, filter);
  }
  // The to-dos use the figures of `waitingSums`, so these figures must be exact.
  return isOfTeams ? { ...counts, ...(await waitingSums(db, filter, teamIds ?? null)) } : counts;
}

const among = (column: RawBuilder<unknown>, values: readonly string[] | null | undefined) =>
  values ? sql`${column} = any(${sql.val([...values])}::text[])` : sql`true`;

/** Filters that `rider_figure` has a column for. */
const GROUPED = new Set(['status', 'insured', 'realNameState', 'riderType', 'healthState', 'trained']);

function groupsOf({ teamIds, realNameState, riderType, healthState, trained }: RiderFilter): RawBuilder<unknown> {
  return sql`rider_figure where ${teamIds ? idIn('team_id', teamIds) : sql`true`} and ${among(sql`real_name_state`, realNameState)}
    and ${among(sql`rider_type`, riderType)} and ${among(sql`health_state`, healthState)}
    and ${trained == null ? sql`true` : sql`is_trained = ${trained}`}`;
}

/** Filters by a number range, and their `kind` in `rider_range_figure`. */
const RANGES = [
  { kind: 'safety', min: 'safetyScoreMin', max: 'safetyScoreMax' },
  { kind: 'certificate', min: 'certDaysMin', max: 'certDaysMax' },
] as const;
/** Larger than any value of a range. */
const NO_LIMIT = 1_000_000;

/**
 * Selects the counts for a filter at all stations by one number range or by joining days. The filter may also contain states and cover.
 *
 * @returns `null` for any other filter
 */
function rangeOf(filter: RiderFilter, asked: readonly string[]): RawBuilder<unknown> | null {
  if (filter.teamIds) return null;
  const ranged = asked.filter((key) => key !== 'status' && key !== 'insured');
  if (ranged.every((key) => key === 'joinedAt')) return joinedDays(filter);
  const range = RANGES.find(({ min, max }) => ranged.every((key) => key === min || key === max));
  if (!range) return null;
  // Without a minimum in the filter, use 0: the days of an expired certificate are negative and have no counts.
  return rangeFigure(range.kind, filter[range.min] ?? 0, filter[range.max] ?? NO_LIMIT);
}

/** Selects counts by joining day (days since 1970). @returns `null` if the range does not consist of whole days */
function joinedDays({ joinedAt, timeZone }: RiderFilter): RawBuilder<unknown> | null {
  const days = joinedAt ? wholeDays(joinedAt, timeZone) : null;
  return days && rangeFigure('joined', dayNumber(days.from), dayNumber(days.to) - 1);
}

/** Selects the counts of one kind in a range of values. @param most inclusive */
const rangeFigure = (kind: string, least: number, most: number) =>
  sql`rider_range_figure where kind = ${kind} and value between ${Math.min(least, NO_LIMIT)} and ${Math.min(most, NO_LIMIT)}`;

/** Sums today's counts, restricted by state and cover. @returns `null` if no counts exist */
async function countedSums(
  db: Db,
  { status, insured, today }: RiderFilter,
  groups: RawBuilder<unknown>,
): Promise<RiderSums | null> {
  const { rows } = await sql<RiderSums & { readonly groups: number }>`
    with own as (select * from ${groups} and day = ${today} and ${among(sql`status`, status)} and ${among(sql`cover`, insured)})
    select count(*)::int as groups, ${sumOf(sql`riders`)} as "all", ${sumOf(sql`riders`, sql`status = any(${sql.val([...WORKING_STATES])}::text[])`)} as working,
      ${sumOf(sql`online`)} as online, ${sumOf(sql`riders`, sql`status = 'applying'`)} as "toReview",
      ${sumOf(sql`expiring`)} as expiring, ${sumOf(sql`expired`)} as expired, ${sumOf(sql`riders`, sql`cover = 'covered'`)} as insured,
      ${sumOf(sql`uninsured`)} as uninsured, ${sumOf(sql`riders`, sql`status = 'suspended'`)} as suspended,
      ${sumOf(sql`fatigue`)} as fatigue
    from own`.execute(db);
  const { groups: found = 0, ...sums } = rows[0] ?? {};
  return found === 0 ? null : (sums as RiderSums);
}

const sumOf = (column: RawBuilder<unknown>, which: RawBuilder<unknown> = sql`true`) =>
  sql<number>`coalesce(sum(${column}) filter (where ${which}), 0)::int`;

/** Figures that need only the state, station and last heartbeat. The index `rider_team` contains these columns. */
const figuresByState = (now: Date) =>
  [
    sql<number>`count(*)::int`.as('all'),
    counted(isWorking).as('working'),
    counted(isOnline(now)).as('online'),
    counted(sql`rider.status = 'applying'`).as('toReview'),
    counted(sql`rider.status = 'suspended'`).as('suspended'),
  ] as const;

/** Selects the figures that few riders match. Each figure is read from its own index. */
const fewOfTeams = ({ today, now }: Present, teamIds: readonly number[] | null) => sql`
  ${ridersWhere(isExpiring(today), teamIds)} as expiring, ${ridersWhere(IS_EXPIRED, teamIds)} as expired,
  ${uninsuredRiders(now, teamIds)} as uninsured,
  (select count(*)::int from rider_fatigue join rider on rider.id = rider_fatigue.rider_id
    where day = ${today} and ${IS_PROMPTED} and ${isRiderOf(teamIds)}) as fatigue`;

type WaitingSums = Pick<RiderSums, 'toReview' | 'suspended' | 'expiring' | 'expired' | 'uninsured' | 'fatigue'>;

/** Counts exactly the riders for whom staff must do something. */
async function waitingSums(db: Db, present: Present, teamIds: readonly number[] | null): Promise<WaitingSums> {
  const { rows } = await sql<WaitingSums>`
    select ${ridersWhere(sql`rider.status = 'applying'`, teamIds)} as "toReview",
      ${ridersWhere(sql`rider.status = 'suspended'`, teamIds)} as suspended, ${fewOfTeams(present, teamIds)}`.execute(
    db,
  );
  return rows[0] as WaitingSums;
}

/** Computes the figures of all riders at these stations. The queries read indexes instead of the riders' rows. */
async function sumsOfTeams(db: Db, present: Present, teamIds: readonly number[] | null): Promise<RiderSums> {
  const { rows } = await sql<RiderSums>`
    select ${sql.join(figuresByState(present.now))}, ${fewOfTeams(present, teamIds)},
      ${insuredRiders(present.now, teamIds)} as insured
    from rider where ${isRiderOf(teamIds)}`.execute(db);
  return rows[0] as RiderSums;
}

/**
 * Finds the filter's riders once, with only the columns that the figures need. Figures from other tables are counted in separate
 * subselects. PostgreSQL can then join those tables with the found riders, instead of looking into three tables for each rider.
 */
async function sumsOfRows(db: Db, filter: RiderFilter): Promise<RiderSums> {
  const { now, today, insured } = filter;
  const found = filteredRiders(db, filter).select([
    'rider.id',
    'rider.status',
    'rider.heartbeat_at',
    isExpiring(today).as('is_expiring'),
    IS_EXPIRED.as('is_expired'),
  ]);
  const those = (which: RawBuilder<SqlBool>) => sql`(select count(*)::int from found rider where ${which})`;
  const isAll = insured?.length === 1 && insured[0] === 'covered';
  const isNone = insured != null && !insured.includes('covered');
  const { rows: sums } = await sql<Omit<RiderSums, 'insured'> & { insured: number | null }>`
    with found as materialized (${found})
    select of_rows.*, ${isAll || isNone ? sql`null` : those(isCovered(now))} as insured, ${those(isUninsured(now))} as uninsured,
      ${those(sql`rider.id in (select rider_id from rider_fatigue where day = ${today} and ${IS_PROMPTED})`)} as fatigue
    from (select ${sql.join([
      ...figuresByState(now),
      counted(sql`rider.is_expiring`).as('expiring'),
      counted(sql`rider.is_expired`).as('expired'),
    ])} from found rider) of_rows`.execute(db);
  const only = sums[0] as (typeof sums)[number];
  return { ...only, insured: isNone ? 0 : (only.insured ?? only.all) };
}

/**
 * Counts all riders by station and the list's filters: state, cover, real-name state, type, certificate and training. For all stations
 * together, also counts riders by safety score, by days until the certificate ends and by joining day.
 *
 * @param from a platform with at most this many riders is not counted
 */
export async function countRiderFigures(
  db: Db,
  { now, today, timeZone }: PresentInZone,
  from = COUNTED_FROM,
): Promise<void> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from (select 1 from rider limit ${from + 1}) as found`.execute(db);
  if ((rows[0]?.n ?? 0) <= from) return;
  const counts = sql`count(*), count(*) filter (where is_online), count(*) filter (where is_expiring), count(*) filter (where is_expired),
    count(*) filter (where is_uninsured), count(*) filter (where is_prompted), ${today}::date`;
  const names = sql`riders, online, expiring, expired, uninsured, fatigue, day`;
  await withTransaction(db, async (own) => {
    await sql`set local statement_timeout = 0`.execute(own);
    await sql`delete from rider_figure`.execute(own);
    await sql`delete from rider_range_figure`.execute(own);
    await sql`
      with found as materialized (
        select rider.team_id, rider.status, ${coverState(now)} as cover, ${REAL_NAME_STATE} as real_name_state, rider.rider_type,
          rider.health_state, ${IS_TRAINED} as is_trained, rider.safety_score,
          case when rider.health_state = 'valid' then rider.health_valid_to - ${today}::date end as days,
          ${dayNumberColumn('rider.joined_at', timeZone)} as joined, ${isOnline(now)} as is_online,
          ${isExpiring(today)} as is_expiring, ${IS_EXPIRED} as is_expired, ${isUninsured(now)} as is_uninsured,
          coalesce(${IS_PROMPTED}, false) as is_prompted
        from rider left join rider_fatigue on rider_fatigue.rider_id = rider.id and rider_fatigue.day = ${today}
      ), ranges as (
        insert into rider_range_figure (kind, value, status, cover, ${names})
        select kind, value, status, cover, ${counts}
        from found, lateral (values ('safety', safety_score), ('certificate', days), ('joined', joined)) range (kind, value)
        where value >= 0 group by 1, 2, 3, 4
      )
      insert into rider_figure (team_id, status, cover, real_name_state, rider_type, health_state, is_trained, ${names})
      select team_id, status, cover, real_name_state, rider_type, health_state, is_trained, ${counts}
      from found group by 1, 2, 3, 4, 5, 6, 7`.execute(own);
  });
}

/** Updates the number of orders that each rider delivered today and on the 30 days before (`RIDER.orderDays`). */
export async function countRecentOrders(
  tools: { readonly db: Db; readonly clock: Clock },
  today: string,
): Promise<void> {
  const since = addDays(today, -RIDER.orderDays);
  const { rows } = await inTransaction(tools, async ({ db: own }) => {
    // On a large platform, `rider_day` has millions of rows.
    await sql`set local statement_timeout = 0`.execute(own);
    return sql<{ id: number; orders: number }>`
      select rider.id, coalesce(recent.orders, 0)::int as orders
      from rider left join (select rider_id, sum(delivered) as orders from rider_day where day >= ${since} group by 1) recent
        on recent.rider_id = rider.id
      where rider.recent_orders <> coalesce(recent.orders, 0) order by rider.id`.execute(own);
  });
  for (let done = 0; done < rows.length; done += WRITTEN_AT_ONCE) {
    const some = rows.slice(done, done + WRITTEN_AT_ONCE);
    await inTransaction(tools, ({ db: own }) =>
      sql`
        update rider set recent_orders = counted.orders
        from unnest(${sql.val(some.map(({ id }) => id))}::bigint[], ${sql.val(some.map(({ orders }) => orders))}::int[]) counted (id, orders)
        where rider.id = counted.id`.execute(own),
    );
  }
}
