import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { ReconState } from '../../../contract/ledger';
import type { Database } from '../../core/database/schema';

/** What the reconciliation asks of the ledger and writes into it. */

type Db = Kysely<Database>;

/**
 * The state of a bill in the reconciliation: as a statement or a person set it, or its first one.
 *
 * @param bill name of the bill in the statement
 */
export const reconStateOf = (bill: string): RawBuilder<ReconState> => sql<ReconState>`coalesce(
  (select r.state from bill_recon r where r.bill_id = ${sql.ref(`${bill}.id`)}), ${sql.ref(`${bill}.recon_state`)})`;

/** Bills in one of these states, for a list: the few rows beside it are looked for once, not for each bill. */
export const inReconState = (states: readonly ReconState[]): RawBuilder<SqlBool> => {
  const wanted = sql`any(${sql.val([...states])}::text[])`;
  const row = sql`select from bill_recon r where r.bill_id = bill.id`;
  return sql<SqlBool>`(exists (${row} and r.state = ${wanted})
    or bill.recon_state = ${wanted} and not exists (${row}))`;
};

/** What a bill becomes: it begins as `none` or `pending`. */
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

/** What was booked as a platform's fees under a number, by station, and how many entries there are. */
export async function bookedFees(db: Db, bizNo: string): Promise<Map<number, { fen: number; entries: number }>> {
  const { rows } = await sql<{ teamId: number; fen: number; entries: number }>`
    select t.team_id as "teamId", count(distinct t.id)::int as entries,
      coalesce(sum(case p.dc when 'C' then p.amount_fen else -p.amount_fen end) filter (where a.code = 'CHANNEL'), 0)::bigint as fen
    from ledger_txn t join ledger_posting p on p.txn_id = t.id join ledger_account a on a.id = p.account_id
    where t.biz_type = 'CHANNEL_FEE' and t.biz_no = ${bizNo} group by 1`.execute(db);
  return new Map(rows.map(({ teamId, ...fees }) => [teamId, fees]));
}
