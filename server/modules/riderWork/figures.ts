import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import { RIDER } from '../../../contract/riderWork.states';
import type { Clock } from '../../core/clock';
import { idIn } from '../../core/database/id-in';
import type { Database } from '../../core/database/schema';
import { inTransaction, withTransaction } from '../../core/database/transaction';
import { askedFilters } from '../../core/list/query';
import { addDays } from '../../core/money/days';
import { coverState, insuredRiders, isCovered, isUninsured, uninsuredRiders } from '../insurance';
import { isRiderOf, onlineSince, ridersWhere, WORKING_STATES } from '../people';
import { filteredRiders, isExpiring, REAL_NAME_STATE, type RiderFilter } from './store';

/** Figures over the riders of a filter: exact for few riders, else partly the job's last counts (docs/decisions/0079). */

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

/** The moments that the figures depend on. */
type Present = Pick<RiderFilter, 'now' | 'today'>;

/** Up to this many riders are summed exactly. */
const SUMMED = 2_000;
/** Up to this many riders in total, the job does not count: exact sums take about 10 ms. */
const COUNTED_FROM = 10_000;
/** Riders whose orders are written in one transaction. */
const WRITTEN_AT_ONCE = 1_000;

const isWorking = sql<SqlBool>`rider.status = any(${sql.val([...WORKING_STATES])}::text[])`;
const isOnline = (now: Date) => sql<SqlBool>`(${isWorking} and rider.heartbeat_at > ${onlineSince(now)})`;
const IS_EXPIRED = sql<SqlBool>`rider.health_state = 'expired'`;
const IS_PROMPTED = sql<SqlBool>`rider_fatigue.prompts <> '[]'`;
const counted = (which: RawBuilder<unknown>) => sql<number>`(count(*) filter (where ${which}))::int`;

/**
 * Figures over the whole filter.
 *
 * @param summed maximum number of riders for exact sums
 */
export async function riderSums(db: Db, filter: RiderFilter, summed = SUMMED): Promise<RiderSums> {
  const { teamIds, seesPhones: _seesPhones, nameParts: _nameParts, today: _today, now: _now, ...others } = filter;
  const { status: _status, insured: _insured, realNameState: _name, ...uncounted } = others;
  const isOfTeams = askedFilters(others).length === 0;
  const counts = askedFilters(uncounted).length === 0 ? await countedSums(db, filter) : null;
  if (!counts || counts.all <= summed) {
    return isOfTeams ? sumsOfTeams(db, filter, teamIds ?? null) : sumsOfRows(db, filter);
  }
  // To-dos are read from these, so they must be exact.
  return isOfTeams ? { ...counts, ...(await waitingSums(db, filter, teamIds ?? null)) } : counts;
}

/** Today's counts for a filter by station, state, cover and state of the name; null: there are none. */
async function countedSums(db: Db, filter: RiderFilter): Promise<RiderSums | null> {
  const { teamIds, status, insured, realNameState, today } = filter;
  const among = (column: RawBuilder<unknown>, values: readonly string[] | null | undefined) =>
    values ? sql`${column} = any(${sql.val([...values])}::text[])` : sql`true`;
  const { rows } = await sql<RiderSums & { readonly groups: number }>`
    with own as (select * from rider_figure where day = ${today} and ${teamIds ? idIn('team_id', teamIds) : sql`true`}
      and ${among(sql`status`, status)} and ${among(sql`cover`, insured)}
      and ${among(sql`real_name_state`, realNameState)})
    select count(*)::int as groups, ${sumOf(sql`riders`)} as "all", ${sumOf(sql`riders`, sql`status = any(${sql.val([...WORKING_STATES])}::text[])`)} as working,
      ${sumOf(sql`online`)} as online, ${sumOf(sql`riders`, sql`status = 'applying'`)} as "toReview",
      ${sumOf(sql`expiring`)} as expiring, ${sumOf(sql`expired`)} as expired, ${sumOf(sql`riders`, sql`cover = 'covered'`)} as insured,
      ${sumOf(sql`uninsured`)} as uninsured, ${sumOf(sql`riders`, sql`status = 'suspended'`)} as suspended,
      ${sumOf(sql`fatigue`)} as fatigue
    from own`.execute(db);
  const { groups = 0, ...sums } = rows[0] ?? {};
  return groups === 0 ? null : (sums as RiderSums);
}

const sumOf = (column: RawBuilder<unknown>, which: RawBuilder<unknown> = sql`true`) =>
  sql<number>`coalesce(sum(${column}) filter (where ${which}), 0)::int`;

/** Figures that depend only on state and station, from one index. */
const figuresByState = (now: Date) =>
  [
    sql<number>`count(*)::int`.as('all'),
    counted(isWorking).as('working'),
    counted(isOnline(now)).as('online'),
    counted(sql`rider.status = 'applying'`).as('toReview'),
    counted(sql`rider.status = 'suspended'`).as('suspended'),
  ] as const;

/** Selects of figures that few riders count for, each from its own index. */
const fewOfTeams = ({ today, now }: Present, teamIds: readonly number[] | null) => sql`
  ${ridersWhere(isExpiring(today), teamIds)} as expiring, ${ridersWhere(IS_EXPIRED, teamIds)} as expired,
  ${uninsuredRiders(now, teamIds)} as uninsured,
  (select count(*)::int from rider_fatigue join rider on rider.id = rider_fatigue.rider_id
    where day = ${today} and ${IS_PROMPTED} and ${isRiderOf(teamIds)}) as fatigue`;

type WaitingSums = Pick<RiderSums, 'toReview' | 'suspended' | 'expiring' | 'expired' | 'uninsured' | 'fatigue'>;

/** The figures that wait for an action, exactly. */
async function waitingSums(db: Db, present: Present, teamIds: readonly number[] | null): Promise<WaitingSums> {
  const { rows } = await sql<WaitingSums>`
    select ${ridersWhere(sql`rider.status = 'applying'`, teamIds)} as "toReview",
      ${ridersWhere(sql`rider.status = 'suspended'`, teamIds)} as suspended, ${fewOfTeams(present, teamIds)}`.execute(
    db,
  );
  return rows[0] as WaitingSums;
}

/** Reads each figure from its own index instead of the rows. */
async function sumsOfTeams(db: Db, present: Present, teamIds: readonly number[] | null): Promise<RiderSums> {
  const { rows } = await sql<RiderSums>`
    select ${sql.join(figuresByState(present.now))}, ${fewOfTeams(present, teamIds)},
      ${insuredRiders(present.now, teamIds)} as insured
    from rider where ${isRiderOf(teamIds)}`.execute(db);
  return rows[0] as RiderSums;
}

/**
 * Counts the rows of the filter once, and what other tables say in selects of their own: the database joins those with the rows, or
 * begins with the few running orders and prompts, instead of looking into three tables for every row.
 */
async function sumsOfRows(db: Db, filter: RiderFilter): Promise<RiderSums> {
  const rows = filteredRiders(db, filter);
  const those = (which: RawBuilder<SqlBool>) => rows.where(which).select(sql<number>`count(*)::int`.as('n'));
  const { insured } = filter;
  const isAll = insured?.length === 1 && insured[0] === 'covered';
  const isNone = insured != null && !insured.includes('covered');
  const { rows: sums } = await sql<Omit<RiderSums, 'insured'> & { insured: number | null }>`
    select of_rows.*, ${isAll || isNone ? sql`null` : sql`(${those(isCovered(filter.now))})`} as insured,
      (${those(isUninsured(filter.now))}) as uninsured, (${those(IS_PROMPTED)}) as fatigue
    from (${rows.select([
      ...figuresByState(filter.now),
      counted(isExpiring(filter.today)).as('expiring'),
      counted(IS_EXPIRED).as('expired'),
    ])}) of_rows`.execute(db);
  const found = sums[0] as (typeof sums)[number];
  return { ...found, insured: isNone ? 0 : (found.insured ?? found.all) };
}

/**
 * Counts all riders by station, state, cover and state of the name.
 *
 * @param from a platform with at most this many riders is not counted
 */
export async function countRiderFigures(db: Db, { now, today }: Present, from = COUNTED_FROM): Promise<void> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from (select 1 from rider limit ${from + 1}) as found`.execute(db);
  if ((rows[0]?.n ?? 0) <= from) return;
  await withTransaction(db, async (own) => {
    await sql`set local statement_timeout = 0`.execute(own);
    await sql`delete from rider_figure`.execute(own);
    await sql`
      insert into rider_figure (team_id, status, cover, real_name_state, riders, online, expiring, expired, uninsured, fatigue, day)
      select rider.team_id, rider.status, ${coverState(now)}, ${REAL_NAME_STATE}, count(*), ${counted(isOnline(now))}, ${counted(isExpiring(today))},
        ${counted(IS_EXPIRED)}, ${counted(isUninsured(now))}, ${counted(IS_PROMPTED)}, ${today}
      from rider left join rider_fatigue on rider_fatigue.rider_id = rider.id and rider_fatigue.day = ${today}
      group by 1, 2, 3, 4`.execute(own);
  });
}

/** Writes the orders that each rider delivered in the last 30 days. */
export async function countRecentOrders(
  tools: { readonly db: Db; readonly clock: Clock },
  today: string,
): Promise<void> {
  const since = addDays(today, -RIDER.orderDays);
  const { rows } = await inTransaction(tools, async ({ db: own }) => {
    // Large platforms have millions of days of riders.
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
