import { type Kysely, sql } from 'kysely';
import type { Database } from '../../core/database/schema';

type Db = Kysely<Database>;

/** Replaces one day's sums by entry type and account, for each station and in total. It runs when the day is closed. */
export async function rollUpFlows(db: Db, day: string): Promise<void> {
  await db.deleteFrom('ledger_flow').where('ledger_flow.day', '=', day).execute();
  await sql`
    insert into ledger_flow (team_id, day, biz_type, code, debit_fen, credit_fen, debits, credits)
    ${flowsOf(sql`p.day = ${day}::date`)}`.execute(db);
  await db.deleteFrom('ledger_flow_total').where('ledger_flow_total.day', '=', day).execute();
  await sql`
    insert into ledger_flow_total (day, biz_type, code, debit_fen, credit_fen, debits, credits)
    select day, biz_type, code, sum(debit_fen), sum(credit_fen), sum(debits), sum(credits) from ledger_flow
    where day = ${day}::date group by 1, 2, 3`.execute(db);
}

/** Selects postings as rows of `ledger_flow`. Roll-ups, sums of reopened days and the checks share this query, so that their sums agree. */
export const flowsOf = (where: ReturnType<typeof sql>) => sql`
  select p.team_id, p.day, coalesce(o.biz_type, t.biz_type) as biz_type, a.code,
    coalesce(sum(p.amount_fen) filter (where p.dc = 'D'), 0) as debit_fen,
    coalesce(sum(p.amount_fen) filter (where p.dc = 'C'), 0) as credit_fen,
    count(*) filter (where p.dc = 'D') as debits, count(*) filter (where p.dc = 'C') as credits
  from ledger_posting p
  join ledger_account a on a.id = p.account_id
  join ledger_txn t on t.team_id = p.team_id and t.id = p.txn_id
  left join ledger_txn o on o.team_id = t.team_id and o.id = t.reverses_id
  where ${where}
  group by 1, 2, 3, 4`;
