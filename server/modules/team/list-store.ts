import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import { LIST_LIMITS } from '../../../contract/limits';
import { RULE } from '../../../contract/rule-ids';
import { TEAM_ORDER, type TeamState, type TeamWait } from '../../../contract/team.states';
import { phonePattern, seesPhones } from '../../core/access/phones';
import type { Actor, DataScope } from '../../core/actor';
import { idIn } from '../../core/database/id-in';
import { beginning, containing } from '../../core/database/like';
import { PREPARED } from '../../core/database/prepared-statements';
import { coalesceQuery } from '../../core/database/query-coalescing';
import type { Database } from '../../core/database/schema';
import type { HourRange } from '../../core/database/tables/station';
import { joinOrdersToday, orderFigures } from '../order';
import { namesOf } from '../reference';
import type { Box } from './geometry';
import { scopeTeams, visibleTeams } from './scope';

/** This module contains the SQL queries for lists, maps and selects of stations, and for the data that list rows show. */

type Db = Kysely<Database>;

/** Id of the permission to see unmasked data of stations. */
export const UNMASK_RULE = RULE['team.list.unmask'];

export type TeamSort = 'work' | 'createdAt' | 'code' | 'name' | 'ordersToday' | 'gmv30dFen' | 'openedAt' | 'updatedAt';

export interface TeamFilter {
  readonly keyword?: string | undefined;
  readonly region?: readonly string[] | undefined;
  readonly type?: readonly ('self' | 'franchise' | 'partner')[] | undefined;
  readonly status?: readonly TeamState[] | undefined;
  readonly franchiseeId?: readonly number[] | undefined;
  readonly teamIds?: readonly number[] | undefined;
  readonly hourToReach?: boolean | undefined;
  readonly waitsFor?: { readonly kind: TeamWait; readonly at: Date } | undefined;
  /** Start of the period in which the station opened, inclusive. `openedTo` is the period's end, exclusive. */
  readonly openedFrom?: Date | undefined;
  readonly openedTo?: Date | undefined;
}

/** Builds the condition for stations with a to-do of this kind. The list and the counts share this condition. */
export function waits(kind: TeamWait, now: Date): RawBuilder<SqlBool> {
  if (kind === 'resume') return sql<SqlBool>`(team.status = 'paused' and team.resume_at < ${now})`;
  // An uncorrelated subquery runs only once. A correlated subquery would scan the accounts for each station.
  const staffed = sql<SqlBool>`team.id in (
    select station.id::bigint from account, jsonb_array_elements_text(account.team_ids) as station (id)
    where account.status = 'active' and account.deleted_at is null)`;
  return sql<SqlBool>`(team.status = 'preparing' and ${kind === 'start' ? staffed : sql`not ${staffed}`})`;
}

/** Builds a query for the stations that the actor may see and that match the filter. The caller selects the columns. */
export function filtered(db: Db, actor: Actor, filter: TeamFilter) {
  let query = visibleTeams(db.selectFrom('team'), actor);
  const { keyword } = filter;
  if (keyword) {
    query = query.where((eb) =>
      eb.or([
        eb('team.name', 'ilike', containing(keyword)),
        eb('team.code', 'like', beginning(keyword.toUpperCase())),
        eb('team.contact_tel', 'like', phonePattern(keyword, seesPhones(actor, UNMASK_RULE))),
      ]),
    );
  }
  if (filter.region?.length) query = scopeTeams(query, { kind: 'regions', codes: filter.region });
  if (filter.type?.length) query = query.where('team.team_type', 'in', [...filter.type]);
  if (filter.status?.length) query = query.where('team.status', 'in', [...filter.status]);
  if (filter.franchiseeId?.length) query = query.where(idIn('team.franchisee_id', filter.franchiseeId));
  if (filter.teamIds?.length) query = query.where(idIn('team.id', filter.teamIds));
  if (filter.openedFrom) query = query.where('team.opened_at', '>=', filter.openedFrom);
  if (filter.openedTo) query = query.where('team.opened_at', '<', filter.openedTo);
  if (filter.hourToReach !== undefined) {
    const on = sql<SqlBool>`exists (select 1 from team_switch where team_switch.team_id = team.id
      and team_switch.key = 'hourToReach' and team_switch."on")`;
    query = query.where(filter.hourToReach ? on : sql<SqlBool>`not ${on}`);
  }
  if (filter.waitsFor) query = query.where(waits(filter.waitsFor.kind, filter.waitsFor.at));
  return query;
}

/**
 * Sort key that orders station lists by state ({@link TEAM_ORDER}). The default is descending order, with operating stations first.
 * PostgreSQL uses the index `team_by_work` only for the expression of the index, so the states are literals and not parameters.
 */
export const byWork = sql<number>`array_position(array[${sql.join([...TEAM_ORDER].reverse().map((state) => sql.lit(state)))}]::varchar[], team.status)`;

const SORT_COLUMNS = {
  work: byWork,
  createdAt: 'team.created_at',
  code: 'team.code',
  name: 'team.name',
  updatedAt: 'team.updated_at',
} as const;

interface Page {
  readonly sortOrder: 'asc' | 'desc';
  readonly offset: number;
  readonly limit: number;
  /** `yyyy-MM-dd` in the platform's time zone. */
  readonly today: string;
}

/** Reads the ids of one page. Only ids are sorted and skipped, so pages far down the list stay fast. */
export async function teamIdsPage(
  db: Db,
  actor: Actor,
  filter: TeamFilter,
  page: Page & { readonly sortField: TeamSort },
): Promise<number[]> {
  const { sortField, sortOrder } = page;
  if (sortField === 'ordersToday') return idsByOrdersToday(db, actor, filter, page);
  const base = filtered(db, actor, filter);
  const sorted =
    sortField === 'gmv30dFen'
      ? base
          .leftJoin(orderFigures(db, page.today).as('figures'), 'figures.teamId', 'team.id')
          .orderBy(sql`coalesce(${sql.ref('figures.gmvMonthFen')}, 0)`, sortOrder)
      : sortField === 'openedAt'
        ? base.orderBy('team.opened_at', (order) => (sortOrder === 'asc' ? order.asc() : order.desc()).nullsLast())
        : base.orderBy(SORT_COLUMNS[sortField], sortOrder);
  const rows = await sorted
    .select('team.id')
    .orderBy('team.id', sortOrder)
    .offset(page.offset)
    .limit(page.limit)
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Reads one page in the order of today's orders. Stations with orders are read in the order of the index `order_team_by_orders`, and the
 * other stations by id. Each part stops at the end of the page, so the database does not sort all stations.
 */
async function idsByOrdersToday(
  db: Db,
  actor: Actor,
  filter: TeamFilter,
  { sortOrder, offset, limit, today }: Page,
): Promise<number[]> {
  const withOrders = filtered(db, actor, filter)
    .innerJoin('order_team', (join) => joinOrdersToday(join, today))
    .select(['team.id', 'order_team.orders_today as orders'])
    .orderBy('order_team.orders_today', sortOrder)
    .orderBy('order_team.team_id', sortOrder)
    .limit(offset + limit);
  const withoutOrders = filtered(db, actor, filter)
    .leftJoin('order_team', (join) => joinOrdersToday(join, today))
    .where('order_team.team_id', 'is', null)
    .select(['team.id', sql<number>`0`.as('orders')])
    .orderBy('team.id', sortOrder)
    .limit(offset + limit);
  const order = sql.raw(sortOrder);
  const { rows } = await sql<{ id: number }>`
    select id from (${withOrders} union all ${withoutOrders}) parts
    order by orders ${order}, id ${order} offset ${offset} limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Lists the ids of stations that match a filter, at most `limit`. */
export async function teamIdsOf(db: Db, actor: Actor, filter: TeamFilter, limit: number): Promise<number[]> {
  const rows = await filtered(db, actor, filter).select('team.id').limit(limit).execute();
  return rows.map(({ id }) => id);
}

/** Counts the stations per state and sums today's orders over all stations that match the filter. */
export async function teamTotals(
  db: Db,
  actor: Actor,
  filter: TeamFilter,
  today: string,
): Promise<{ counts: Map<TeamState, number>; ordersToday: number }> {
  const rows = await coalesceQuery(
    db,
    filtered(db, actor, filter)
      .leftJoin('order_team', (join) => joinOrdersToday(join, today))
      .groupBy('team.status')
      .select((eb) => [
        'team.status as status',
        eb.fn.countAll<number>().as('teams'),
        eb.fn.coalesce(eb.fn.sum<number>('order_team.orders_today'), sql<number>`0`).as('orders'),
      ]),
  );
  return {
    counts: new Map(rows.map(({ status, teams }) => [status, Number(teams)])),
    ordersToday: rows.reduce((sum, { orders }) => sum + Number(orders), 0),
  };
}

/** Reads the data of list rows, in the order of the ids. */
export async function teamRows(db: Db, ids: readonly number[], today: string) {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('team')
    .leftJoin(orderFigures(db, today).as('figures'), 'figures.teamId', 'team.id')
    .leftJoin(namesOf(db, 'franchisee').as('owner'), 'owner.id', 'team.franchisee_id')
    .leftJoin(namesOf(db, 'fee_plan').as('plan'), 'plan.id', 'team.fee_plan_id')
    .where(idIn('team.id', ids))
    .select([
      'team.id as id',
      'team.version as version',
      'team.code as code',
      'team.name as name',
      'team.logo as logo',
      'team.region_text as regionText',
      'team.team_type as teamType',
      'owner.name as franchiseeName',
      'team.contact_name as contactName',
      'team.contact_tel as contactTel',
      'team.status as status',
      'team.status_reason as statusReason',
      'team.resume_at as resumeAt',
      'plan.name as feePlanName',
      'team.opened_at as openedAt',
      'team.updated_at as updatedAt',
      'team.draft_step as draftStep',
      'team.created_by as createdBy',
      'figures.ordersToday as ordersToday',
      'figures.gmvMonthFen as gmvFen',
    ])
    .modifyEnd(PREPARED)
    .execute();
  const place = new Map(ids.map((id, index) => [id, index]));
  return rows.sort((one, other) => (place.get(one.id) ?? 0) - (place.get(other.id) ?? 0));
}
/** Reads the areas in force of the stations that match a filter. `bbox` limits them to a map section. */
export async function mapAreas(db: Db, actor: Actor, filter: TeamFilter, options: { bbox: Box | null; today: string }) {
  let query = filtered(db, actor, filter)
    .innerJoin('team_area', (join) =>
      join.onRef('team_area.team_id', '=', 'team.id').on('team_area.phase', '=', 'current'),
    )
    .leftJoin(orderFigures(db, options.today).as('figures'), 'figures.teamId', 'team.id');
  const { bbox } = options;
  if (bbox) {
    query = query
      .where('team_area.max_lng', '>=', bbox.minLng)
      .where('team_area.min_lng', '<=', bbox.maxLng)
      .where('team_area.max_lat', '>=', bbox.minLat)
      .where('team_area.min_lat', '<=', bbox.maxLat);
  }
  return await query
    .select([
      'team.id as id',
      'team.name as name',
      'team.code as code',
      'team.status as status',
      'team.lng as lng',
      'team.lat as lat',
      'team_area.polygon as polygon',
      'team_area.area_km2 as areaKm2',
      'figures.ordersToday as ordersToday',
    ])
    .orderBy('team.id')
    .limit(LIST_LIMITS.countCap)
    .execute();
}

/**
 * Finds stations by part of the name, by the beginning of the code, or by phone. Names that begin with the keyword, and the station
 * with exactly this code, come first.
 */
export async function teamsNamed(db: Db, actor: Actor, keyword: string, limit: number) {
  return await filtered(db, actor, { keyword })
    .select(['team.id', 'team.name', 'team.code', 'team.status'])
    .orderBy(sql`team.name not ilike ${beginning(keyword)} and team.code <> ${keyword.toUpperCase()}`)
    .orderBy('team.name')
    .orderBy('team.id')
    .limit(limit)
    .execute();
}

/** Lists stations for a select, at most 200. Drafts are left out; closed stations are disabled. */
export async function teamOptions(
  db: Db,
  scope: DataScope,
  keyword?: string,
): Promise<{ value: number; label: string; disabled?: boolean }[]> {
  const rows = await scopeTeams(db.selectFrom('team'), scope)
    .where('team.deleted_at', 'is', null)
    .where('team.status', 'not in', ['draft', 'deleted'])
    .$if(Boolean(keyword?.trim()), (qb) => {
      const text = keyword?.trim() ?? '';
      return qb.where((eb) =>
        eb.or([eb('team.name', 'ilike', containing(text)), eb('team.code', 'like', beginning(text.toUpperCase()))]),
      );
    })
    .select(['team.id as id', 'team.name as name', 'team.status as status'])
    .orderBy('team.name')
    .orderBy('team.id')
    .limit(LIST_LIMITS.filterValues)
    .execute();
  return rows.map(({ id, name, status }) => ({
    value: id,
    label: name,
    ...(status === 'closed' && { disabled: true }),
  }));
}

/**
 * Reads stations' business hours and special days, and which stations have the master switch "off". One statement reads all three, because
 * lists and details need them in each request.
 *
 * @param fromDay reads only the special day of this date (`yyyy-MM-dd`); `null` reads all special days
 */
export async function hoursOf(db: Db, ids: readonly number[], fromDay: string | null) {
  const week = new Map<number, { weekday: number; ranges: HourRange[] }[]>();
  const holidays = new Map<number, { date: string; closed: boolean; ranges: HourRange[] }[]>();
  const closedByHand = new Set<number>();
  if (ids.length === 0) return { week, holidays, closedByHand };
  const { rows } = await sql<{
    teamId: number;
    /** `null` for a special day, which has a `date`. `weekday` and `date` are both `null` for a master switch. */
    weekday: number | null;
    date: string | null;
    closed: boolean;
    ranges: HourRange[] | null;
  }>`
    select team_id as "teamId", weekday, null::date as date, false as closed, ranges
      from team_hours where ${idIn('team_id', ids)}
    union all
    select team_id, null, date, closed, ranges
      from team_holiday where ${idIn('team_id', ids)} ${fromDay === null ? sql`` : sql`and date = ${fromDay}`}
    union all
    select team_id, null, null, true, null from team_switch where ${idIn('team_id', ids)} and key = 'acceptOrders' and not "on"
    order by weekday, date ${PREPARED}`.execute(db);
  for (const { teamId, weekday, date, closed, ranges } of rows) {
    if (ranges === null) closedByHand.add(teamId);
    else if (weekday !== null) week.set(teamId, [...(week.get(teamId) ?? []), { weekday, ranges }]);
    else if (date !== null) holidays.set(teamId, [...(holidays.get(teamId) ?? []), { date, closed, ranges }]);
  }
  return { week, holidays, closedByHand };
}
