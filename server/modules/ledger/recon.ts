import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { ReconState } from '../../../contract/ledger';
import type { Database } from '../../core/database/schema';

/** What the reconciliation asks of the ledger and writes into it. */

type Db = Kysely<Database>;

/**
 * Sets the reconciliation state of bills.
 *
 * @param ids a select of their ids
 * @param from only bills in this state
 */
export async function markBills(db: Db, state: ReconState, ids: RawBuilder<unknown>, from?: ReconState): Promise<void> {
  await sql`
    update bill set recon_state = ${state} where id in (${ids}) and recon_state <> ${state}
      and ${from === undefined ? sql`true` : sql`recon_state = ${from}`}`.execute(db);
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
