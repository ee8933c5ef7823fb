import { type Insertable, type Kysely, type Selectable, sql } from 'kysely';
import type { Database } from '../../core/database/schema';
import type { Holding } from './rules';

/** SQL queries for franchisees and their contracts. */

type Db = Kysely<Database>;
export type ContractRow = Selectable<Database['franchise_contract']>;

/**
 * Reads the territories that are not free. They belong to franchisees with a current or next contract, or to signed contracts that wait for
 * payment.
 *
 * @param except application or franchisee whose own territory is ignored
 */
export async function holdings(
  db: Db,
  except: { readonly applyId?: number; readonly franchiseeId?: number } = {},
): Promise<(Holding & { readonly id: number | null; readonly no: string })[]> {
  const { rows } = await sql<Holding & { id: number | null; no: string }>`
    select id, no, name, territory, is_exclusive as "isExclusive" from franchisee
    where id <> ${except.franchiseeId ?? 0} and (status not in ('terminated', 'expired')
      or status = 'expired' and exists (select 1 from franchise_contract next where next.franchisee_id = franchisee.id
        and next.ended_on is null and next.starts_on > franchisee.contract_to))
    union all
    select null, contract_no, company, territory, is_exclusive from franchise_contract
    where franchisee_id is null and ended_on is null and apply_id is distinct from ${except.applyId ?? 0}
    order by 3`.execute(db);
  return rows;
}

export async function insertContract(db: Db, row: Insertable<Database['franchise_contract']>): Promise<void> {
  await db.insertInto('franchise_contract').values(row).execute();
}

export const contractOfApply = (db: Db, applyId: number): Promise<ContractRow | undefined> =>
  db.selectFrom('franchise_contract').selectAll().where('apply_id', '=', applyId).executeTakeFirst();

export async function isContractNoTaken(db: Db, contractNo: string): Promise<boolean> {
  const found = db.selectFrom('franchise_contract').select('id').where('contract_no', '=', contractNo);
  return (await found.executeTakeFirst()) !== undefined;
}

/** Checks whether a payment is already booked for another contract. */
export async function isPaymentTaken(db: Db, merchantNumberId: number, tradeNo: string): Promise<boolean> {
  const found = db.selectFrom('franchise_contract').select('id').where('merchant_number_id', '=', merchantNumberId);
  return (await found.where('trade_no', '=', tradeNo).executeTakeFirst()) !== undefined;
}

export async function changeContract(
  db: Db,
  id: number,
  set: Partial<Omit<ContractRow, 'id' | 'territory'>>,
): Promise<void> {
  await db.updateTable('franchise_contract').set(set).where('id', '=', id).execute();
}

export async function insertFranchisee(db: Db, row: Insertable<Database['franchisee']>): Promise<void> {
  await db.insertInto('franchisee').values(row).execute();
}

/** Reads the contracts of a franchisee. The newest contract is the first. @param isLocked locks them until the transaction ends */
export const contractsOf = (db: Db, franchiseeId: number, isLocked = false): Promise<ContractRow[]> =>
  db
    .selectFrom('franchise_contract')
    .selectAll()
    .where('franchisee_id', '=', franchiseeId)
    .orderBy('starts_on', 'desc')
    .orderBy('id', 'desc')
    .$if(isLocked, (query) => query.forUpdate())
    .execute();

/** Reads the paid contracts whose fee is not fully recognised as revenue, except contracts that ended early. */
export const unrecognised = (db: Db): Promise<ContractRow[]> =>
  db
    .selectFrom('franchise_contract')
    .selectAll()
    .where('paid_at', 'is not', null)
    .where('ended_on', 'is', null)
    .whereRef('recognised_fen', '<', 'fee_fen')
    .orderBy('id')
    .execute();

export const lockContract = (db: Db, id: number): Promise<ContractRow | undefined> =>
  db.selectFrom('franchise_contract').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

/** Finds franchisees with a contract that has begun by this day but is not in force yet. */
export async function withBegunContract(db: Db, today: string): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from franchisee
    where status = 'upcoming' and contract_from <= ${today}
      or status <> 'terminated' and exists (select from franchise_contract next where next.franchisee_id = franchisee.id
        and next.paid_at is not null and next.ended_on is null
        and next.starts_on > franchisee.contract_to and next.starts_on <= ${today})
    order by id`.execute(db);
  return rows.map(({ id }) => id);
}
