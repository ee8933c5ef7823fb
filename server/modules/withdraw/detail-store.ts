import { type Kysely, sql } from 'kysely';
import type { AccountCode } from '../../../contract/ledger';
import type { EntryType } from '../../../contract/ledger.entries';
import type { Database } from '../../core/database/schema';

/** SQL for the details of one application. */

type Db = Kysely<Database>;

/** Income of an account since a moment in fen, without amounts that withdrawals returned. */
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

/** The transactions of an application, oldest first. */
export async function transactionsOf(db: Db, teamId: number, no: string): Promise<TransactionRow[]> {
  const { rows } = await sql<TransactionRow>`
    select t.id, t.tx_no as "txNo", t.biz_type as "bizType", t.at, sum(p.amount_fen) filter (where p.dc = 'D')::bigint as "amountFen"
    from ledger_txn t join ledger_posting p on p.team_id = t.team_id and p.txn_id = t.id
    where t.team_id = ${teamId} and t.biz_no = ${no} and t.biz_type like 'WITHDRAW%'
    group by t.team_id, t.id order by t.at, t.id`.execute(db);
  return rows;
}

/** Names of merchant numbers by id. */
export async function numberNames(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom('merchant_number')
    .select(['id', 'name', 'mch_no'])
    .where('id', 'in', [...ids, 0])
    .execute();
  return new Map(rows.map(({ id, name, mch_no: mchNo }) => [id, `${name} ${mchNo}`]));
}

/** Encrypted account numbers and banks of payees, by payee id. */
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
