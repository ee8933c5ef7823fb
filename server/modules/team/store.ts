import { type Insertable, type Kysely, sql, type Updateable } from 'kysely';
import type { TeamFeeField } from '../../../contract/team.fields';
import { type TeamAction, type TeamState, teamLifecycle } from '../../../contract/team.states';
import { idIn } from '../../core/database/id-in';
import { beginning } from '../../core/database/like';
import { PREPARED } from '../../core/database/prepared-statements';
import type { Database } from '../../core/database/schema';
import type { HourRange } from '../../core/database/tables/station';
import { refuse } from '../../core/http/refusal';
import type { Ids } from '../../core/ids';
import { INSERT_BATCH, type Writer } from './log-store';

/** This module contains the SQL queries for stations. They select columns explicitly and name them as the API does. */

type Db = Kysely<Database>;

/** Selects the columns of `team` that make up a station record. Deleted stations are left out. */
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

/** Reads a station. Returns `null` when it does not exist or was deleted. */
export async function findTeam(db: Db, id: number) {
  return (await wholeTeams(db).where('team.id', '=', id).modifyEnd(PREPARED).executeTakeFirst()) ?? null;
}

/** Locks the existing stations among these ids until the transaction ends, in id order to avoid deadlocks. */
export function lockTeams(db: Db, ids: readonly number[]): Promise<TeamRecord[]> {
  return wholeTeams(db).where(idIn('team.id', ids)).orderBy('team.id').forNoKeyUpdate().execute();
}
export type TeamRecord = NonNullable<Awaited<ReturnType<typeof findTeam>>>;

export type FeeChanges = Partial<Record<TeamFeeField, string | number | null>>;

/** Reads the planned change of a station's financial terms. Returns `null` when no change is planned. */
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

/** Lists the fields (name, code) whose values another station already has. Drafts and deleted stations are left out. */
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

/** Lists the station codes that begin with these letters, including codes of drafts. */
export async function codesWith(db: Db, letters: string): Promise<string[]> {
  const rows = await db
    .selectFrom('team')
    .where('team.code', 'like', beginning(letters))
    .select('team.code as code')
    .execute();
  return rows.map(({ code }) => code);
}

export async function insertTeam(db: Db, row: Insertable<Database['team']>): Promise<void> {
  await db.insertInto('team').values(row).execute();
}

/**
 * Updates a station if it still has this version and one of these states. The update raises the version.
 *
 * @returns the new version, or `null` when the version or the state is different
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

/** Changes the state of many locked stations. Each station has its own reason and resumption moment. */
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

/** Returns the columns that a state change sets or clears (DOMAIN §3.3). */
export function stateColumns(action: TeamAction, at: Date): Updateable<Database['team']> {
  const { to } = teamLifecycle.transition(action);
  return {
    status: to,
    pause_at: null,
    resume_at: null,
    ...(to === 'closed' && { closed_at: at }),
  };
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

/**
 * Plans a change of financial terms for each of these stations. If a station already has a planned change, both are merged. The caller
 * checks that both have the same moment.
 */
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

/**
 * Updates a station whatever its version is. Raises the version, so that a form that was opened earlier gets a conflict.
 * @returns the new version
 */
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

/** Does the work of {@link touchTeam} for many stations in one statement. */
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

/**
 * Reads the state of a station that another system reports about. Closed stations are found, removed drafts are not.
 *
 * @throws Refusal 40401 when the station does not exist
 */
export async function reportedTeam(db: Db, id: number): Promise<TeamState> {
  const team = await db
    .selectFrom('team')
    .select('status')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!team) throw refuse(40401);
  return team.status;
}

/** Reads station names by id. Deleted stations are included. */
export async function teamNames(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom('team').select(['team.id', 'team.name']).where('team.id', 'in', ids).execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Reads station codes by id. Deleted stations are included. */
export async function teamCodes(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  const rows = await db.selectFrom('team').select(['id', 'code']).where(idIn('id', ids)).execute();
  return new Map(rows.map(({ id, code }) => [id, code]));
}

/** Counts the station drafts that a person has not submitted. */
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

/** Moves one person's station drafts to another person. @returns the number of moved drafts */
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
