import { type Insertable, type Kysely, type Selectable, type SqlBool, sql } from 'kysely';
import { type AuditStep, type FundAuditState, fundAuditLifecycle } from '../../../contract/fundAudit.states';
import type { DataScope } from '../../core/actor';
import type { Database } from '../../core/database/schema';
import { addSteps as addCaseSteps, stepsOf as caseSteps } from '../case';
import { scopeTeams } from '../team';

/** SQL that writes entries of the rider fund audit, and locks them. Decisions are never deleted. */

type Db = Kysely<Database>;
export type EntryRow = Selectable<Database['rider_fund_audit']>;
type Step = Insertable<Database['case_step']> & { readonly step: AuditStep };

/** @throws a violation of `rider_fund_audit_same` or `rider_fund_audit_appealed` */
export async function insertEntry(db: Db, row: Insertable<Database['rider_fund_audit']>): Promise<void> {
  await db.insertInto('rider_fund_audit').values(row).execute();
}

export async function addSteps(db: Db, steps: readonly Step[]): Promise<void> {
  await addCaseSteps(db, steps);
}

/** One entry, locked until the transaction ends. */
export function lockEntry(db: Db, id: number): Promise<EntryRow | undefined> {
  return db.selectFrom('rider_fund_audit').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

export function findEntry(db: Db, id: number): Promise<EntryRow | undefined> {
  return db.selectFrom('rider_fund_audit').selectAll().where('id', '=', id).executeTakeFirst();
}

export function findEntryByNo(db: Db, no: string): Promise<EntryRow | undefined> {
  return db.selectFrom('rider_fund_audit').selectAll().where('no', '=', no).executeTakeFirst();
}

/** The appeals against entries that still count, by the entry. */
export async function appealsOf(
  db: Db,
  ids: readonly number[],
): Promise<Map<number, Pick<EntryRow, 'id' | 'no' | 'state' | 'expire_at'>>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('rider_fund_audit')
    .select(['id', 'no', 'state', 'expire_at', 'appeal_of_id'])
    .where(sql<SqlBool>`appeal_of_id = any(${sql.val([...ids])}::bigint[])`)
    .where('state', 'not in', ['withdrawn', 'expired'])
    .execute();
  return new Map(rows.map(({ appeal_of_id: of, ...row }) => [of ?? 0, row]));
}

type Change = Partial<Omit<EntryRow, 'id' | 'version' | 'evidence' | 'tx_nos'>> & {
  readonly state: FundAuditState;
  readonly evidence?: string;
  readonly tx_nos?: string;
};

/** Changes an entry that still is what the caller saw. @returns its new version; null: it is not */
export async function changeEntry(
  db: Db,
  { id, state, version }: Pick<EntryRow, 'id' | 'state' | 'version'>,
  change: Change,
): Promise<number | null> {
  const row = await db
    .updateTable('rider_fund_audit')
    .set({ ...change, version: sql`version + 1` })
    .where('id', '=', id)
    .where('state', '=', state)
    .where('version', '=', version)
    .returning('version')
    .executeTakeFirst();
  return row?.version ?? null;
}

/** Ends pending entries whose days are over. */
export async function expireEntries(db: Db, now: Date) {
  return await db
    .updateTable('rider_fund_audit')
    .set({ state: 'expired', version: sql`version + 1` })
    .where('state', '=', 'pending')
    .where('expire_at', '<=', now)
    .returning(['id', 'no', 'rider_id as riderId', 'maker_id as makerId', 'amount_fen as amountFen'])
    .execute();
}

/** Ends the pending entry of the same thing if its days are over: it stands in nobody's way. */
export async function expireSame(
  db: Db,
  same: { readonly riderId: number; readonly relatedNo: string; readonly kind: EntryRow['kind'] },
  now: Date,
): Promise<{ readonly id: number } | undefined> {
  return await db
    .updateTable('rider_fund_audit')
    .set({ state: 'expired', version: sql`version + 1` })
    .where('rider_id', '=', same.riderId)
    .where('related_no', '=', same.relatedNo)
    .where('kind', '=', same.kind)
    .where('state', '=', 'pending')
    .where('expire_at', '<=', now)
    .returning('id')
    .executeTakeFirst();
}

/** Riders who owe something, in one order. */
export async function owingRiders(db: Db): Promise<number[]> {
  const rows = await db
    .selectFrom('rider_fund_audit')
    .select('rider_id as id')
    .distinct()
    .where('state', '=', 'owing')
    .orderBy('rider_id')
    .execute();
  return rows.map(({ id }) => id);
}

/** What a rider owes, oldest first, locked until the transaction ends. */
export async function lockDebts(db: Db, riderId: number): Promise<EntryRow[]> {
  const rows = await db
    .selectFrom('rider_fund_audit')
    .selectAll()
    .where('rider_id', '=', riderId)
    .where('state', '=', 'owing')
    .orderBy('id')
    .forUpdate()
    .execute();
  return rows.sort((one, other) => (one.decided_at?.getTime() ?? 0) - (other.decided_at?.getTime() ?? 0));
}

/** What was taken of each day's income of a rider. */
export async function takenByDay(db: Db, riderId: number, fromDay: string): Promise<Map<string, number>> {
  const { rows } = await sql<{ day: string; fen: number }>`
    select income_day as day, sum(amount_fen)::bigint as fen from case_step
    where rider_id = ${riderId} and income_day >= ${fromDay}::date group by 1`.execute(db);
  return new Map(rows.map(({ day, fen }) => [day, fen]));
}

/** What riders still owe, by rider. */
export async function owedByRider(db: Db, riderIds: readonly number[]): Promise<Map<number, number>> {
  if (riderIds.length === 0) return new Map();
  const { rows } = await sql<{ id: number; fen: number }>`
    select rider_id as id, sum(amount_fen - collected_fen)::bigint as fen from rider_fund_audit
    where state = 'owing' and rider_id = any(${sql.val([...riderIds])}::bigint[]) group by 1`.execute(db);
  return new Map(rows.map(({ id, fen }) => [id, fen]));
}

/** How much the pending ones among these entries move together, in scope. */
export async function pendingFen(db: Db, scope: DataScope, ids: readonly number[], now: Date): Promise<number> {
  const row = await scopeTeams(db.selectFrom('team'), scope)
    .innerJoin('rider_fund_audit as e', 'e.team_id', 'team.id')
    .where(sql<SqlBool>`e.id = any(${sql.val([...ids])}::bigint[])`)
    .where('e.state', '=', 'pending')
    .where('e.expire_at', '>', now)
    .select(sql<number>`coalesce(sum(e.amount_fen), 0)::bigint`.as('fen'))
    .executeTakeFirstOrThrow();
  return row.fen;
}

/**
 * How many entries wait at the stations in scope.
 *
 * @param chosen some of those stations; null: all of them
 */
export async function pendingFundAudits(
  db: Db,
  scope: DataScope,
  now: Date,
  chosen: readonly number[] | null = null,
): Promise<number> {
  const { n } = await scopeTeams(db.selectFrom('team'), scope)
    .innerJoin('rider_fund_audit as e', 'e.team_id', 'team.id')
    .where('e.state', '=', 'pending')
    .where('e.expire_at', '>', now)
    .$if(chosen !== null, (qb) => qb.where('e.team_id', 'in', [...(chosen ?? [])]))
    .select(sql<number>`count(*)`.as('n'))
    .executeTakeFirstOrThrow();
  return n;
}

/** The lines of an entry's history, oldest first. */
export async function stepsOf(db: Db, entryId: number) {
  const steps = await caseSteps(db, fundAuditLifecycle.entity, entryId);
  return steps.map((line) => ({ ...line, step: line.step as AuditStep }));
}
