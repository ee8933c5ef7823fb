import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { ReconState } from '../../../contract/ledger';
import type { Database } from '../../core/database/schema';

/** Queries and updates of reconciliation data in the ledger. */

type Db = Kysely<Database>;

/**
 * Selects the reconciliation state of a bill. The state that a statement or a user set has priority over the initial state.
 *
 * @param bill alias of the bill in the SQL statement
 */
export const reconStateOf = (bill: string): RawBuilder<ReconState> => sql<ReconState>`coalesce(
  (select r.state from bill_recon r where r.bill_id = ${sql.ref(`${bill}.id`)}), ${sql.ref(`${bill}.recon_state`)})`;

/** Restricts a list to bills in these states. PostgreSQL reads the few rows of `bill_recon` once instead of once per bill. */
export const inReconState = (states: readonly ReconState[]): RawBuilder<SqlBool> => {
  const wanted = sql`any(${sql.val([...states])}::text[])`;
  const row = sql`select from bill_recon r where r.bill_id = bill.id`;
  return sql<SqlBool>`(exists (${row} and r.state = ${wanted})
    or bill.recon_state = ${wanted} and not exists (${row}))`;
};

/** States that `bill_recon` can have. `none` is only an initial state. */
type Mark = Exclude<ReconState, 'none'>;

/**
 * Sets the reconciliation state of bills.
 *
 * @param ids a select of the bill ids
 * @param from Changes only bills whose `bill_recon` row has this state. Without it, changes all bills in `ids`.
 */
export async function markBills(db: Db, state: Mark, ids: RawBuilder<unknown>, from?: Mark): Promise<void> {
  await (from === undefined
    ? sql`
        insert into bill_recon (bill_id, state) select distinct m.bill_id, ${state} from (${ids}) m(bill_id)
        on conflict (bill_id) do update set state = excluded.state where bill_recon.state <> excluded.state`
    : sql`update bill_recon set state = ${state} where bill_id in (${ids}) and state = ${from}`
  ).execute(db);
}

/** Sums the payment platform's fees with this business number, and counts their entries, by station. */
export async function bookedFees(db: Db, bizNo: string): Promise<Map<number, { fen: number; entries: number }>> {
  const { rows } = await sql<{ teamId: number; fen: number; entries: number }>`
    select k.team_id as "teamId", count(distinct k.txn_id)::int as entries,
      coalesce(sum(case p.dc when 'C' then p.amount_fen else -p.amount_fen end) filter (where a.code = 'CHANNEL'), 0)::bigint as fen
    from ledger_txn_key k join ledger_posting p on p.team_id = k.team_id and p.txn_id = k.txn_id join ledger_account a on a.id = p.account_id
    where k.biz_type = 'CHANNEL_FEE' and k.biz_no = ${bizNo} group by 1`.execute(db);
  return new Map(rows.map(({ teamId, ...fees }) => [teamId, fees]));
}
