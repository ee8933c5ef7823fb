import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { ReconState } from '../../../contract/ledger';
import type { Database } from '../../core/database/schema';

/** Reads and writes of the reconciliation in the ledger. */

type Db = Kysely<Database>;

/**
 * Selects the reconciliation state of a bill: the one that a statement or a person set, else its initial one.
 *
 * @param bill alias of the bill in the SQL statement
 */
export const reconStateOf = (bill: string): RawBuilder<ReconState> => sql<ReconState>`coalesce(
  (select r.state from bill_recon r where r.bill_id = ${sql.ref(`${bill}.id`)}), ${sql.ref(`${bill}.recon_state`)})`;

/** Restricts a list to bills in these states. The few rows of `bill_recon` are looked up once, not for each bill. */
export const inReconState = (states: readonly ReconState[]): RawBuilder<SqlBool> => {
  const wanted = sql`any(${sql.val([...states])}::text[])`;
  const row = sql`select from bill_recon r where r.bill_id = bill.id`;
  return sql<SqlBool>`(exists (${row} and r.state = ${wanted})
    or bill.recon_state = ${wanted} and not exists (${row}))`;
};

/** States that a bill can change to; `none` and `pending` are initial states. */
type Mark = Exclude<ReconState, 'none'>;

/**
 * Sets the reconciliation state of bills.
 *
 * @param ids a select of their ids
 * @param from only bills that a statement or a person left in this state
 */
export async function markBills(db: Db, state: Mark, ids: RawBuilder<unknown>, from?: Mark): Promise<void> {
  await (from === undefined
    ? sql`
        insert into bill_recon (bill_id, state) select distinct m.bill_id, ${state} from (${ids}) m(bill_id)
        on conflict (bill_id) do update set state = excluded.state where bill_recon.state <> excluded.state`
    : sql`update bill_recon set state = ${state} where bill_id in (${ids}) and state = ${from}`
  ).execute(db);
}

/** Sums the platform's fees that were booked under a number, by station, with the number of entries. */
export async function bookedFees(db: Db, bizNo: string): Promise<Map<number, { fen: number; entries: number }>> {
  const { rows } = await sql<{ teamId: number; fen: number; entries: number }>`
    select t.team_id as "teamId", count(distinct t.id)::int as entries,
      coalesce(sum(case p.dc when 'C' then p.amount_fen else -p.amount_fen end) filter (where a.code = 'CHANNEL'), 0)::bigint as fen
    from ledger_txn t join ledger_posting p on p.txn_id = t.id join ledger_account a on a.id = p.account_id
    where t.biz_type = 'CHANNEL_FEE' and t.biz_no = ${bizNo} group by 1`.execute(db);
  return new Map(rows.map(({ teamId, ...fees }) => [teamId, fees]));
}
