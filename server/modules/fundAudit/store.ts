import { type Insertable, type Kysely, type Selectable, type SqlBool, sql } from 'kysely';
import type { FundAuditState } from '../../../contract/fundAudit.states';
import type { DataScope } from '../../core/actor';
import { idIn } from '../../core/database/id-in';
import type { Database } from '../../core/database/schema';
import { caseTable } from '../case';
import { scopeTeams } from '../team';

/** SQL queries for single entries and for debts of the rider fund audit. Decided entries are never deleted. */

type Db = Kysely<Database>;
export type EntryRow = Selectable<Database['rider_fund_audit']>;

export const ENTRY_TABLE = caseTable('rider_fund_audit', { expiryIsUndated: true });

/** Inserts an entry. @throws the violation of `rider_fund_audit_same` or `rider_fund_audit_appealed` */
export async function insertEntry(db: Db, row: Insertable<Database['rider_fund_audit']>): Promise<void> {
  await db.insertInto('rider_fund_audit').values(row).execute();
}

export function findEntry(db: Db, id: number): Promise<EntryRow | undefined> {
  return db.selectFrom('rider_fund_audit').selectAll().where('id', '=', id).executeTakeFirst();
}

export function findEntryByNo(db: Db, no: string): Promise<EntryRow | undefined> {
  return db.selectFrom('rider_fund_audit').selectAll().where('no', '=', no).executeTakeFirst();
}

/** Finds the appeals against these entries, except withdrawn and expired ones. @returns the appeal by the id of the original entry */
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

/** Stores the state, the collected amount and the transaction numbers of a locked debt. @throws Error the debt has changed */
export async function collectDebt(
  db: Db,
  { id, version }: Pick<EntryRow, 'id' | 'version'>,
  change: { readonly state: FundAuditState; readonly collectedFen: number; readonly txNos: readonly string[] },
): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('rider_fund_audit')
    .set({
      state: change.state,
      collected_fen: change.collectedFen,
      tx_nos: JSON.stringify(change.txNos),
      version: sql`version + 1`,
    })
    .where('id', '=', id)
    .where('state', '=', 'owing')
    .where('version', '=', version)
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) throw new Error(`entry ${id} changed though it was locked`);
}

/** Finds the ids of riders with debts, in ascending order. */
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

/** Finds a rider's debts and locks them until the transaction ends. The oldest debt is the first. */
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

/** Adds up the amounts collected from a rider, by the day of the income. */
export async function takenByDay(db: Db, riderId: number, fromDay: string): Promise<Map<string, number>> {
  const { rows } = await sql<{ day: string; fen: number }>`
    select income_day as day, sum(amount_fen)::bigint as fen from case_step
    where rider_id = ${riderId} and income_day >= ${fromDay}::date group by 1`.execute(db);
  return new Map(rows.map(({ day, fen }) => [day, fen]));
}

/** Adds up the amounts that riders still owe, by rider id. */
export async function owedByRider(db: Db, riderIds: readonly number[]): Promise<Map<number, number>> {
  if (riderIds.length === 0) return new Map();
  const { rows } = await sql<{ id: number; fen: number }>`
    select rider_id as id, sum(amount_fen - collected_fen)::bigint as fen from rider_fund_audit
    where state = 'owing' and rider_id = any(${sql.val([...riderIds])}::bigint[]) group by 1`.execute(db);
  return new Map(rows.map(({ id, fen }) => [id, fen]));
}

/** Sums the amounts of entries in fen. */
export async function sumEntries(db: Db, ids: readonly number[]): Promise<number> {
  const { sum } = await db
    .selectFrom('rider_fund_audit')
    .where(idIn('id', ids))
    .select(sql<number>`coalesce(sum(amount_fen), 0)::bigint`.as('sum'))
    .executeTakeFirstOrThrow();
  return sum;
}

/** Adds up the amounts of those entries that are pending and in the data scope. */
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
