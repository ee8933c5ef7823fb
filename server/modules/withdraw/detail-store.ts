import { type Kysely, sql } from 'kysely';
import type { AccountCode } from '../../../contract/ledger';
import type { EntryType } from '../../../contract/ledger.entries';
import type { Database } from '../../core/database/schema';

/** This module contains the SQL queries for the details of one application. */

type Db = Kysely<Database>;

/** Sums an account's income since a moment, in fen. Amounts that withdrawals returned are left out. */
export async function incomeSince(db: Db, code: AccountCode, ownerId: number, since: Date): Promise<number> {
  const { rows } = await sql<{ fen: number }>`
    select coalesce(sum(p.amount_fen), 0)::bigint as fen
    from ledger_account a
    join ledger_posting p on p.account_id = a.id and p.at > ${since} and p.dc = 'C'
    join ledger_txn t on t.team_id = p.team_id and t.id = p.txn_id
    where a.code = ${code} and a.owner_id = ${ownerId} and t.biz_type not like 'WITHDRAW%'`.execute(db);
  return rows[0]?.fen ?? 0;
}

interface TransactionRow {
  readonly id: number;
  readonly txNo: string;
  readonly bizType: EntryType;
  readonly at: Date;
  readonly amountFen: number;
}

/** Lists the transactions of an application, oldest first. */
export async function transactionsOf(db: Db, teamId: number, no: string): Promise<TransactionRow[]> {
  const { rows } = await sql<TransactionRow>`
    select t.id, t.tx_no as "txNo", t.biz_type as "bizType", t.at, sum(p.amount_fen) filter (where p.dc = 'D')::bigint as "amountFen"
    from ledger_txn_key k
    join ledger_txn t on t.team_id = k.team_id and t.id = k.txn_id
    join ledger_posting p on p.team_id = k.team_id and p.txn_id = k.txn_id
    where k.team_id = ${teamId} and k.biz_no = ${no} and k.biz_type like 'WITHDRAW%'
    group by t.team_id, t.id order by t.at, t.id`.execute(db);
  return rows;
}

/** Reads a text for each merchant number, by id: its name followed by the number. */
export async function numberNames(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom('merchant_number')
    .select(['id', 'name', 'mch_no'])
    .where('id', 'in', [...ids, 0])
    .execute();
  return new Map(rows.map(({ id, name, mch_no: mchNo }) => [id, `${name} ${mchNo}`]));
}

/** Reads the encrypted account numbers and the banks of payees, by payee id. */
export async function bankFacts(
  db: Db,
  payeeIds: readonly number[],
): Promise<Map<number, { readonly accountNo: Buffer; readonly bankName: string | null }>> {
  const rows = await db
    .selectFrom('payee_account')
    .select(['id', 'account_no as accountNo', 'bank_name as bankName'])
    .where('id', 'in', [...payeeIds, 0])
    .execute();
  return new Map(rows.map(({ id, ...facts }) => [id, facts]));
}
