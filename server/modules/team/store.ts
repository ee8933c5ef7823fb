import { type Insertable, type Kysely, type RawBuilder, type SqlBool, sql, type Updateable } from 'kysely';
import type { LngLat } from '../../../contract/hexagon';
import { LIST_LIMITS } from '../../../contract/limits';
import { RULE } from '../../../contract/rule-ids';
import type { SwitchKey } from '../../../contract/switches';
import type { TeamFeeField } from '../../../contract/team.fields';
import {
  TEAM_ORDER,
  type TeamAction,
  type TeamState,
  type TeamWait,
  teamLifecycle,
} from '../../../contract/team.states';
import { phonePattern, seesPhones } from '../../core/access/phones';
import type { Actor, DataScope } from '../../core/actor';
import { idIn } from '../../core/database/id-in';
import { beginning, containing } from '../../core/database/like';
import { PREPARED } from '../../core/database/prepared-statements';
import { coalesceQuery } from '../../core/database/query-coalescing';
import type { Database } from '../../core/database/schema';
import type { HourRange } from '../../core/database/tables/station';
import type { Ids } from '../../core/ids';
import { orderFigures } from '../order';
import type { Box } from './geometry';
import { scopeTeams, visibleTeams } from './scope';

/** SQL of the stations module: explicit columns, API names in the answers. */

type Db = Kysely<Database>;

/* ---- lists ---- */

export interface TeamFilter {
  readonly keyword?: string | undefined;
  readonly region?: readonly string[] | undefined;
  readonly type?: readonly ('self' | 'franchise' | 'partner')[] | undefined;
  readonly status?: readonly TeamState[] | undefined;
  readonly franchiseeId?: readonly number[] | undefined;
  readonly teamIds?: readonly number[] | undefined;
  readonly hourToReach?: boolean | undefined;
  readonly waitsFor?: { readonly kind: TeamWait; readonly at: Date } | undefined;
  /** First moment and the moment after the last one. */
  readonly openedFrom?: Date | undefined;
  readonly openedTo?: Date | undefined;
}

/** Whether a station waits for this: the one definition, for the list and for counts. */
export function waits(kind: TeamWait, now: Date): RawBuilder<SqlBool> {
  if (kind === 'resume') return sql<SqlBool>`(team.status = 'paused' and team.resume_at < ${now})`;
  // A list that is made once: asked at each station, the accounts would be looked through as often.
  const staffed = sql<SqlBool>`team.id in (
    select station.id::bigint from account, jsonb_array_elements_text(account.team_ids) as station (id)
    where account.status = 'active' and account.deleted_at is null)`;
  return sql<SqlBool>`(team.status = 'preparing' and ${kind === 'start' ? staffed : sql`not ${staffed}`})`;
}

/** Showing masked data of stations. */
export const UNMASK_RULE = RULE['team.list.unmask'];

/** Stations that a person may see and that a filter leaves; selects nothing yet. */
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

type TeamSort = 'work' | 'createdAt' | 'code' | 'name' | 'ordersToday' | 'gmv30dFen' | 'openedAt' | 'updatedAt';

/** The order in which lists of stations open, descending: by how much work a station brings ({@link TEAM_ORDER}). */
export const byWork = sql<number>`array_position(array[${sql.join([...TEAM_ORDER].reverse())}]::varchar[], team.status)`;

const SORT_COLUMNS = {
  work: byWork,
  createdAt: 'team.created_at',
  code: 'team.code',
  name: 'team.name',
  updatedAt: 'team.updated_at',
} as const;

/** One page of ids. Reading ids first keeps deep pages cheap: only they are sorted and skipped. */
export async function teamIdsPage(
  db: Db,
  actor: Actor,
  filter: TeamFilter,
  page: { sortField: TeamSort; sortOrder: 'asc' | 'desc'; offset: number; limit: number; today: string },
): Promise<number[]> {
  const { sortField, sortOrder } = page;
  const base = filtered(db, actor, filter);
  const sorted =
    sortField === 'ordersToday' || sortField === 'gmv30dFen'
      ? base
          .leftJoin(orderFigures(db, page.today).as('figures'), 'figures.teamId', 'team.id')
          .orderBy(
            sql`coalesce(${sql.ref(sortField === 'ordersToday' ? 'figures.ordersToday' : 'figures.gmvMonthFen')}, 0)`,
            sortOrder,
          )
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

/** Ids of all stations that a filter leaves, at most `limit`. */
export async function teamIdsOf(db: Db, actor: Actor, filter: TeamFilter, limit: number): Promise<number[]> {
  const rows = await filtered(db, actor, filter).select('team.id').limit(limit).execute();
  return rows.map(({ id }) => id);
}

/** Stations by state and their orders of today, over the whole filter. */
export async function teamTotals(
  db: Db,
  actor: Actor,
  filter: TeamFilter,
  today: string,
): Promise<{ counts: Map<TeamState, number>; ordersToday: number }> {
  const rows = await coalesceQuery(
    db,
    filtered(db, actor, filter)
      .leftJoin(orderFigures(db, today).as('figures'), 'figures.teamId', 'team.id')
      .groupBy('team.status')
      .select((eb) => [
        'team.status as status',
        eb.fn.countAll<number>().as('teams'),
        eb.fn.coalesce(eb.fn.sum<number>('figures.ordersToday'), sql<number>`0`).as('orders'),
      ]),
  );
  return {
    counts: new Map(rows.map(({ status, teams }) => [status, Number(teams)])),
    ordersToday: rows.reduce((sum, { orders }) => sum + Number(orders), 0),
  };
}

/** What a list row shows; in the order of the ids. */
export async function teamRows(db: Db, ids: readonly number[], today: string) {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('team')
    .leftJoin(orderFigures(db, today).as('figures'), 'figures.teamId', 'team.id')
    .where(idIn('team.id', ids))
    .select([
      'team.id as id',
      'team.version as version',
      'team.code as code',
      'team.name as name',
      'team.logo as logo',
      'team.region_text as regionText',
      'team.team_type as teamType',
      'team.franchisee_id as franchiseeId',
      'team.contact_name as contactName',
      'team.contact_tel as contactTel',
      'team.status as status',
      'team.status_reason as statusReason',
      'team.resume_at as resumeAt',
      'team.fee_plan_id as feePlanId',
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
/** Areas in force of the stations that a filter leaves. */
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

/** The likeliest stations for some words: names that begin so come first. */
export async function teamsNamed(db: Db, actor: Actor, keyword: string, limit: number) {
  return await filtered(db, actor, { keyword })
    .select(['team.id', 'team.name', 'team.code', 'team.status'])
    .orderBy(sql`team.name not ilike ${beginning(keyword)} and team.code <> ${keyword.toUpperCase()}`)
    .orderBy('team.name')
    .orderBy('team.id')
    .limit(limit)
    .execute();
}

/** Stations for a select: id and name, without drafts, at most 200. */
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

/** Hours and today's special day of stations, for telling whether they are open. */
export async function hoursOf(db: Db, ids: readonly number[], fromDay: string | null) {
  const week = new Map<number, { weekday: number; ranges: HourRange[] }[]>();
  const holidays = new Map<number, { date: string; closed: boolean; ranges: HourRange[] }[]>();
  if (ids.length === 0) return { week, holidays };
  const days = await db
    .selectFrom('team_hours')
    .where(idIn('team_hours.team_id', ids))
    .select(['team_hours.team_id as teamId', 'team_hours.weekday as weekday', 'team_hours.ranges as ranges'])
    .orderBy('team_hours.weekday')
    .modifyEnd(PREPARED)
    .execute();
  for (const { teamId, ...day } of days) week.set(teamId, [...(week.get(teamId) ?? []), day]);
  const special = await db
    .selectFrom('team_holiday')
    .where(idIn('team_holiday.team_id', ids))
    .$if(fromDay !== null, (qb) => qb.where('team_holiday.date', '=', fromDay ?? ''))
    .select([
      'team_holiday.team_id as teamId',
      'team_holiday.date as date',
      'team_holiday.closed as closed',
      'team_holiday.ranges as ranges',
    ])
    .orderBy('team_holiday.date')
    .modifyEnd(PREPARED)
    .execute();
  for (const { teamId, ...day } of special) holidays.set(teamId, [...(holidays.get(teamId) ?? []), day]);
  return { week, holidays };
}

/** Stations (of these) whose master switch is "off". */
export async function closedByHand(db: Db, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectFrom('team_switch')
    .where(idIn('team_switch.team_id', ids))
    .where('team_switch.key', '=', 'acceptOrders')
    .where('team_switch.on', '=', false)
    .select('team_switch.team_id as teamId')
    .modifyEnd(PREPARED)
    .execute();
  return new Set(rows.map(({ teamId }) => teamId));
}

/* ---- one station ---- */

/** Everything about a station that lies in its own row. */
const wholeTeams = (db: Db) =>
  db
    .selectFrom('team')
    .where('team.deleted_at', 'is', null)
    .select([
      'team.id as id',
      'team.version as version',
      'team.created_at as createdAt',
      'team.updated_at as updatedAt',
      'team.created_by as createdBy',
      'team.created_by_name as createdByName',
      'team.updated_by_name as updatedByName',
      'team.code as code',
      'team.name as name',
      'team.logo as logo',
      'team.images as images',
      'team.team_type as teamType',
      'team.franchisee_id as franchiseeId',
      'team.province_code as provinceCode',
      'team.city_code as cityCode',
      'team.district_code as districtCode',
      'team.region_text as regionText',
      'team.address as address',
      'team.address_detail as addressDetail',
      'team.lng as lng',
      'team.lat as lat',
      'team.service_types as serviceTypes',
      'team.book_days as bookDays',
      'team.slot_min as slotMin',
      'team.promise_min as promiseMin',
      'team.max_distance_m as maxDistanceM',
      'team.max_weight_g as maxWeightG',
      'team.settlement_mode as settlementMode',
      'team.fee_plan_id as feePlanId',
      'team.platform_rate_bp as platformRateBp',
      'team.platform_fixed_fen as platformFixedFen',
      'team.rider_share_bp as riderShareBp',
      'team.settle_cycle as settleCycle',
      'team.deposit_fen as depositFen',
      'team.deposit_warn_fen as depositWarnFen',
      'team.credit_limit_fen as creditLimitFen',
      'team.contact_name as contactName',
      'team.contact_tel as contactTel',
      'team.emergency_tel as emergencyTel',
      'team.email as email',
      'team.licence_no as licenceNo',
      'team.licence_file as licenceFile',
      'team.legal_name as legalName',
      'team.admin_account_id as adminAccountId',
      'team.admin_account as adminAccount',
      'team.admin_name as adminName',
      'team.admin_tel as adminTel',
      'team.admin_identity_id as adminIdentityId',
      'team.notify_by_sms as notifyBySms',
      'team.status as status',
      'team.status_reason as statusReason',
      'team.resume_at as resumeAt',
      'team.opened_at as openedAt',
      'team.draft_step as draftStep',
      'team.draft_values as draftValues',
    ]);

/** Null when it does not exist or was deleted. */
export async function findTeam(db: Db, id: number) {
  return (await wholeTeams(db).where('team.id', '=', id).modifyEnd(PREPARED).executeTakeFirst()) ?? null;
}

/** Stations of these ids that exist, each locked until the transaction ends: always in the same order. */
export function lockTeams(db: Db, ids: readonly number[]): Promise<TeamRecord[]> {
  return wholeTeams(db).where(idIn('team.id', ids)).orderBy('team.id').forNoKeyUpdate().execute();
}
export type TeamRecord = NonNullable<Awaited<ReturnType<typeof findTeam>>>;

export interface AreaRecord {
  readonly mode: 'hexagon' | 'polygon' | 'circle' | 'district';
  readonly hexSizeKm: number | null;
  readonly polygon: LngLat[];
  readonly areaKm2: number;
  readonly effectiveFrom: Date;
}

/** The area in force, the one that waits, and the one before. */
export async function areasOf(
  db: Db,
  teamId: number,
): Promise<{ current: AreaRecord | null; next: AreaRecord | null; previous: AreaRecord | null }> {
  const rows = await db
    .selectFrom('team_area')
    .where('team_area.team_id', '=', teamId)
    .select([
      'team_area.phase as phase',
      'team_area.mode as mode',
      'team_area.hex_size_km as hexSizeKm',
      'team_area.polygon as polygon',
      'team_area.area_km2 as areaKm2',
      'team_area.effective_from as effectiveFrom',
    ])
    .orderBy('team_area.effective_from', 'desc')
    .orderBy('team_area.id', 'desc')
    .limit(10)
    .modifyEnd(PREPARED)
    .execute();
  const of = (phase: 'current' | 'next' | 'past') => rows.find((row) => row.phase === phase) ?? null;
  return { current: of('current'), next: of('next'), previous: of('past') };
}

export type FeeChanges = Partial<Record<TeamFeeField, string | number | null>>;

/** Money rules that wait for their moment. */
export async function nextFeeOf(db: Db, teamId: number): Promise<{ changes: FeeChanges; effectiveFrom: Date } | null> {
  const row = await db
    .selectFrom('team_fee_change')
    .where('team_fee_change.team_id', '=', teamId)
    .where('team_fee_change.phase', '=', 'next')
    .select(['team_fee_change.changes as changes', 'team_fee_change.effective_from as effectiveFrom'])
    .modifyEnd(PREPARED)
    .executeTakeFirst();
  return row ? { changes: row.changes as FeeChanges, effectiveFrom: row.effectiveFrom } : null;
}

/** Stations whose area, now or soon, meets a box. Closed ones do not count. */
export async function areasMeeting(db: Db, box: Box, exceptId: number | null) {
  return await db
    .selectFrom('team_area')
    .innerJoin('team', 'team.id', 'team_area.team_id')
    .where('team_area.phase', '<>', 'past')
    .where('team_area.max_lng', '>', box.minLng)
    .where('team_area.min_lng', '<', box.maxLng)
    .where('team_area.max_lat', '>', box.minLat)
    .where('team_area.min_lat', '<', box.maxLat)
    .where('team.status', 'in', ['preparing', 'operating', 'paused', 'frozen'])
    .where('team.deleted_at', 'is', null)
    .$if(exceptId !== null, (qb) => qb.where('team.id', '<>', exceptId ?? 0))
    .select([
      'team.id as id',
      'team.name as name',
      'team.province_code as provinceCode',
      'team.city_code as cityCode',
      'team.district_code as districtCode',
      'team.franchisee_id as franchiseeId',
      'team_area.polygon as polygon',
    ])
    .orderBy('team.id')
    .limit(LIST_LIMITS.filterValues)
    .execute();
}

/** Which of name and code another station (not a draft) has already. */
export async function takenFields(
  db: Db,
  wanted: { name?: string | undefined; code?: string | undefined },
  exceptId: number | null,
): Promise<('name' | 'code')[]> {
  const rows = await db
    .selectFrom('team')
    .where('team.status', 'not in', ['draft', 'deleted'])
    .where((eb) => eb.or([eb('team.name', '=', wanted.name ?? ''), eb('team.code', '=', wanted.code ?? '')]))
    .$if(exceptId !== null, (qb) => qb.where('team.id', '<>', exceptId ?? 0))
    .select(['team.name as name', 'team.code as code'])
    .execute();
  const taken: ('name' | 'code')[] = [];
  if (wanted.name && rows.some(({ name }) => name === wanted.name)) taken.push('name');
  if (wanted.code && rows.some(({ code }) => code === wanted.code)) taken.push('code');
  return taken;
}

/** Codes that begin with these letters, also those of drafts. */
export async function codesWith(db: Db, letters: string): Promise<string[]> {
  const rows = await db
    .selectFrom('team')
    .where('team.code', 'like', beginning(letters))
    .select('team.code as code')
    .execute();
  return rows.map(({ code }) => code);
}

/* ---- writing ---- */

/** Who writes, for the common columns and the history. */
export interface Writer {
  readonly id: number;
  readonly name: string;
  readonly at: Date;
}

export async function insertTeam(db: Db, row: Insertable<Database['team']>): Promise<void> {
  await db.insertInto('team').values(row).execute();
}

/**
 * Writes a station when it still has this version and one of these states; raises the version.
 *
 * @returns the new version, or null when another call was faster or the state does not fit
 */
export async function updateTeam(
  db: Db,
  guard: { id: number; version: number; from: readonly TeamState[] },
  set: Updateable<Database['team']>,
  writer: Writer,
): Promise<number | null> {
  const row = await db
    .updateTable('team')
    .set({
      ...set,
      version: guard.version + 1,
      updated_at: writer.at,
      updated_by: writer.id,
      updated_by_name: writer.name,
    })
    .where('id', '=', guard.id)
    .where('version', '=', guard.version)
    .where('status', 'in', [...guard.from])
    .where('deleted_at', 'is', null)
    .returning('version')
    .executeTakeFirst();
  return row?.version ?? null;
}

/** Takes stations that are locked into another state; each with its own reason and moment of resuming. */
export async function updateLocked(
  db: Db,
  wanted: readonly { readonly id: number; readonly reason: string | null; readonly resumeAt: Date | null }[],
  set: Updateable<Database['team']>,
  writer: Writer,
): Promise<void> {
  const each = sql<{ id: number; reason: string | null; resume_at: Date | null }>`unnest(
    ${sql.val(wanted.map(({ id }) => id))}::bigint[],
    ${sql.val(wanted.map(({ reason }) => reason))}::text[],
    ${sql.val(wanted.map(({ resumeAt }) => resumeAt?.toISOString() ?? null))}::timestamptz[])`;
  await db
    .updateTable('team')
    .from(each.as<'each'>(sql`each (id, reason, resume_at)`))
    .set((eb) => ({
      ...set,
      status_reason: eb.ref('each.reason'),
      resume_at: eb.ref('each.resume_at'),
      version: sql<number>`team.version + 1`,
      updated_at: writer.at,
      updated_by: writer.id,
      updated_by_name: writer.name,
    }))
    .whereRef('team.id', '=', 'each.id')
    .execute();
}

/** What a state needs and what it ends (DOMAIN §3.3): columns that follow every change of state. */
export function stateColumns(action: TeamAction, at: Date): Updateable<Database['team']> {
  const { to } = teamLifecycle.transition(action);
  return {
    status: to,
    pause_at: null,
    resume_at: null,
    ...(to === 'closed' && { closed_at: at }),
  };
}

export async function insertArea(
  db: Db,
  area: {
    id: number;
    teamId: number;
    mode: AreaRecord['mode'];
    hexSizeKm: number | null;
    polygon: readonly LngLat[];
    areaKm2: number;
    box: Box;
    phase: 'current' | 'next';
    effectiveFrom: Date;
  },
  writer: Writer,
): Promise<void> {
  // A newer plan takes the place of the one that waits; the area in force becomes history.
  if (area.phase === 'next') {
    await db.deleteFrom('team_area').where('team_id', '=', area.teamId).where('phase', '=', 'next').execute();
  } else {
    await db
      .updateTable('team_area')
      .set({ phase: 'past', effective_to: area.effectiveFrom })
      .where('team_id', '=', area.teamId)
      .where('phase', '=', 'current')
      .execute();
  }
  await db
    .insertInto('team_area')
    .values({
      id: area.id,
      team_id: area.teamId,
      mode: area.mode,
      hex_size_km: area.hexSizeKm,
      polygon: JSON.stringify(area.polygon),
      area_km2: area.areaKm2,
      min_lng: area.box.minLng,
      min_lat: area.box.minLat,
      max_lng: area.box.maxLng,
      max_lat: area.box.maxLat,
      phase: area.phase,
      effective_from: area.effectiveFrom,
      created_at: writer.at,
      created_by: writer.id,
    })
    .execute();
}

export async function replaceHours(
  db: Db,
  teamId: number,
  week: readonly { weekday: number; ranges: readonly HourRange[] }[],
): Promise<void> {
  await db.deleteFrom('team_hours').where('team_id', '=', teamId).execute();
  await db
    .insertInto('team_hours')
    .values(week.map(({ weekday, ranges }) => ({ team_id: teamId, weekday, ranges: JSON.stringify(ranges) })))
    .execute();
}

export async function replaceHolidays(
  db: Db,
  teamId: number,
  holidays: readonly { date: string; closed: boolean; ranges: readonly HourRange[] }[],
): Promise<void> {
  await db.deleteFrom('team_holiday').where('team_id', '=', teamId).execute();
  if (holidays.length === 0) return;
  await db
    .insertInto('team_holiday')
    .values(
      holidays.map(({ date, closed, ranges }) => ({
        team_id: teamId,
        date,
        closed,
        ranges: JSON.stringify(closed ? [] : ranges),
      })),
    )
    .execute();
}

/** Puts a change of money rules in the queue of each of these stations; it joins the one that waits there already. */
export async function planFeeChanges(
  { db, ids }: { readonly db: Db; readonly ids: Ids },
  teamIds: readonly number[],
  change: { changes: FeeChanges; effectiveFrom: Date },
  writer: Writer,
): Promise<void> {
  if (teamIds.length === 0) return;
  const waiting = await db
    .deleteFrom('team_fee_change')
    .where(idIn('team_id', teamIds))
    .where('phase', '=', 'next')
    .returning(['team_id as teamId', 'changes'])
    .execute();
  const known = new Map(waiting.map(({ teamId, changes }) => [teamId, changes as FeeChanges]));
  for (let from = 0; from < teamIds.length; from += INSERT_BATCH) {
    await db
      .insertInto('team_fee_change')
      .values(
        teamIds.slice(from, from + INSERT_BATCH).map((teamId) => ({
          id: ids.next(),
          team_id: teamId,
          changes: JSON.stringify({ ...known.get(teamId), ...change.changes }),
          phase: 'next' as const,
          effective_from: change.effectiveFrom,
          created_at: writer.at,
          created_by: writer.id,
          created_by_name: writer.name,
        })),
      )
      .execute();
  }
}

/** One line of a station's history. */
interface LogLine {
  readonly teamId: number;
  readonly kind: 'status' | 'switch' | 'area' | 'fee';
  readonly subject: string;
  readonly before: Readonly<Record<string, unknown>>;
  readonly after: Readonly<Record<string, unknown>>;
  readonly reason?: string | null;
}

export function appendLog(db: Db, ids: Ids, line: LogLine, writer: Writer): Promise<void> {
  return appendLogs(db, ids, [line], writer);
}

/** Rows of one statement: writing more rows at once blocks other requests. */
const INSERT_BATCH = 200;

export async function appendLogs(db: Db, ids: Ids, lines: readonly LogLine[], writer: Writer): Promise<void> {
  for (let from = 0; from < lines.length; from += INSERT_BATCH) {
    await db
      .insertInto('team_log')
      .values(
        lines.slice(from, from + INSERT_BATCH).map((line) => ({
          id: ids.next(),
          team_id: line.teamId,
          kind: line.kind,
          subject: line.subject,
          old_value: JSON.stringify(line.before),
          new_value: JSON.stringify(line.after),
          reason: line.reason ?? null,
          by_id: writer.id,
          by_name: writer.name,
          at: writer.at,
        })),
      )
      .execute();
  }
}

interface LogFilter {
  readonly teamIds: readonly number[] | null;
  readonly kinds: readonly LogLine['kind'][];
  readonly subjects?: readonly SwitchKey[] | undefined;
  readonly scope?: DataScope;
}

interface LogSlice {
  readonly offset: number;
  readonly limit: number;
  readonly sortOrder: 'asc' | 'desc';
}

function logged(db: Db, filter: LogFilter) {
  let query = db.selectFrom('team_log').innerJoin('team', 'team.id', 'team_log.team_id');
  if (filter.teamIds) query = query.where(idIn('team_log.team_id', filter.teamIds));
  if (filter.kinds.length > 0) query = query.where('team_log.kind', 'in', [...filter.kinds]);
  if (filter.subjects?.length) query = query.where('team_log.subject', 'in', [...filter.subjects]);
  return filter.scope ? scopeTeams(query, filter.scope) : query;
}

/** A slice of the history, newest first unless asked otherwise. */
export async function logRows(db: Db, filter: LogFilter, page: LogSlice) {
  return await logged(db, filter)
    .select([
      'team_log.id as id',
      'team_log.team_id as teamId',
      'team.name as teamName',
      'team_log.kind as kind',
      'team_log.subject as subject',
      'team_log.old_value as before',
      'team_log.new_value as after',
      'team_log.reason as reason',
      'team_log.by_id as byId',
      'team_log.by_name as byName',
      'team_log.at as at',
    ])
    .orderBy('team_log.at', page.sortOrder)
    .orderBy('team_log.id', page.sortOrder)
    .offset(page.offset)
    .limit(page.limit)
    .execute();
}
export type LogRecord = Awaited<ReturnType<typeof logRows>>[number];

/** A page of the history; `total` counts at most one more than the cap. */
export async function logPage(db: Db, filter: LogFilter, page: LogSlice) {
  const rows = await logRows(db, filter, page);
  const counted = await db
    .selectFrom(
      logged(db, filter)
        .select('team_log.id')
        .limit(LIST_LIMITS.countCap + 1)
        .as('some'),
    )
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return { rows, total: Number(counted.total) };
}

export async function insertConsoleTicket(
  db: Db,
  ticket: { id: number; teamId: number; accountId: number; hash: string; expiresAt: Date; at: Date },
): Promise<void> {
  await db
    .insertInto('team_console_ticket')
    .values({
      id: ticket.id,
      team_id: ticket.teamId,
      account_id: ticket.accountId,
      ticket_hash: ticket.hash,
      expires_at: ticket.expiresAt,
      created_at: ticket.at,
    })
    .execute();
}

/* ---- jobs ---- */

/** Stations whose planned pause or resumption has come. */
export async function dueStates(db: Db, now: Date) {
  return await db
    .selectFrom('team')
    .where('team.deleted_at', 'is', null)
    .where((eb) =>
      eb.or([
        eb.and([eb('team.status', '=', 'operating'), eb('team.pause_at', '<=', now)]),
        eb.and([eb('team.status', '=', 'paused'), eb('team.resume_at', '<=', now)]),
      ]),
    )
    .select(['team.id as id', 'team.name as name', 'team.version as version', 'team.status as status'])
    .orderBy('team.id')
    .execute();
}

export async function dueAreas(db: Db, now: Date): Promise<{ id: number; teamId: number; effectiveFrom: Date }[]> {
  return await db
    .selectFrom('team_area')
    .where('team_area.phase', '=', 'next')
    .where('team_area.effective_from', '<=', now)
    .select(['team_area.id as id', 'team_area.team_id as teamId', 'team_area.effective_from as effectiveFrom'])
    .orderBy('team_area.id')
    .execute();
}

/** Puts the waiting area in force. */
export async function startArea(db: Db, area: { id: number; teamId: number; effectiveFrom: Date }): Promise<void> {
  await db
    .updateTable('team_area')
    .set({ phase: 'past', effective_to: area.effectiveFrom })
    .where('team_id', '=', area.teamId)
    .where('phase', '=', 'current')
    .execute();
  await db.updateTable('team_area').set({ phase: 'current' }).where('id', '=', area.id).execute();
}

export async function dueFees(db: Db, now: Date): Promise<{ id: number; teamId: number; changes: FeeChanges }[]> {
  const rows = await db
    .selectFrom('team_fee_change')
    .where('team_fee_change.phase', '=', 'next')
    .where('team_fee_change.effective_from', '<=', now)
    .select(['team_fee_change.id as id', 'team_fee_change.team_id as teamId', 'team_fee_change.changes as changes'])
    .orderBy('team_fee_change.id')
    .execute();
  return rows.map((row) => ({ ...row, changes: row.changes as FeeChanges }));
}

export async function endFeeChange(db: Db, id: number): Promise<void> {
  await db.updateTable('team_fee_change').set({ phase: 'past' }).where('id', '=', id).execute();
}

/** Writes a station without a guard; raises the version so that open forms notice. Answers the new one. */
export async function touchTeam(
  db: Db,
  id: number,
  set: Updateable<Database['team']>,
  writer: Writer,
): Promise<number> {
  const [version] = await touchTeams(db, [id], set, writer);
  if (version === undefined) throw new Error(`there is no station ${id}`);
  return version;
}

/** The same at many at once. */
async function touchTeams(
  db: Db,
  ids: readonly number[],
  set: Updateable<Database['team']>,
  writer: Writer,
): Promise<number[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .updateTable('team')
    .set((eb) => ({
      ...set,
      version: eb('version', '+', 1),
      updated_at: writer.at,
      updated_by: writer.id,
      updated_by_name: writer.name,
    }))
    .where(idIn('id', ids))
    .returning('version')
    .execute();
  return rows.map(({ version }) => version);
}

/** Switches whose time is over. */
export async function dueSwitches(db: Db, now: Date) {
  return await db
    .selectFrom('team_switch')
    .where('team_switch.until', '<=', now)
    .select([
      'team_switch.id as id',
      'team_switch.team_id as teamId',
      'team_switch.key as key',
      'team_switch.on as on',
      'team_switch.params as params',
    ])
    .orderBy('team_switch.id')
    .execute();
}

export async function endSwitch(db: Db, id: number, on: boolean, at: Date): Promise<void> {
  await db
    .updateTable('team_switch')
    .set((eb) => ({
      on,
      until: null,
      reason: null,
      version: eb('version', '+', 1),
      updated_at: at,
      updated_by: 0,
      updated_by_name: '',
    }))
    .where('id', '=', id)
    .execute();
}

/** Names of stations by id, for lists of what belongs to a person. */
export async function teamNames(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom('team').select(['team.id', 'team.name']).where('team.id', 'in', ids).execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Codes of stations by id. */
export async function teamCodes(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  const rows = await db.selectFrom('team').select(['id', 'code']).where(idIn('id', ids)).execute();
  return new Map(rows.map(({ id, code }) => [id, code]));
}

/** How many drafts of stations a person has begun and not submitted. */
export async function countStationDrafts(db: Db, accountId: number): Promise<number> {
  const { count } = await db
    .selectFrom('team')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('team.status', '=', 'draft')
    .where('team.created_by', '=', accountId)
    .where('team.deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}

/** Gives the drafts of one person to another; answers how many. */
export async function moveStationDrafts(db: Db, fromId: number, toId: number, at: Date): Promise<number> {
  const rows = await db
    .updateTable('team')
    .set((eb) => ({ created_by: toId, updated_at: at, version: eb('version', '+', 1) }))
    .where('team.status', '=', 'draft')
    .where('team.created_by', '=', fromId)
    .where('team.deleted_at', 'is', null)
    .returning('team.id')
    .execute();
  return rows.length;
}
