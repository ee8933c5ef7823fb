import { sql } from 'kysely';
import type { Check } from './verify-withdrawals';

/** Compares receivables with the books (invariant 7): open amounts with balances, collected and waived amounts with postings. */
export const RECEIVABLE_CHECKS: readonly Check[] = [
  {
    invariant: 7,
    sql: () => sql`
      select 'RECEIVABLE:' || team_id as where, 'owes ' || sum(owed) || ', the account holds ' || sum(held) as text
      from (
        select team_id, left_fen as owed, 0 as held from receivable
        union all select owner_id, 0, balance_fen from ledger_account where code = 'RECEIVABLE'
      ) both_sides group by team_id having sum(owed) <> sum(held)`,
  },
  {
    invariant: 7,
    sql: () => sql`
      select r.no as where, 'collected ' || r.collected_fen || ', waived ' || r.waived_fen || ', posted '
        || coalesce(p.collected, 0) || ' and ' || coalesce(p.waived, 0) as text
      from receivable r
      left join lateral (
        select sum(o.amount_fen) filter (where t.biz_type = 'RECEIVABLE_COLLECT') as collected,
          sum(o.amount_fen) filter (where t.biz_type = 'RECEIVABLE_WAIVE') as waived
        from ledger_txn_key t join ledger_posting o on o.team_id = t.team_id and o.txn_id = t.txn_id and o.dc = 'C'
        where t.team_id = r.team_id and t.biz_no = r.no and t.biz_type in ('RECEIVABLE_COLLECT', 'RECEIVABLE_WAIVE')
      ) p on true
      where coalesce(p.collected, 0) <> r.collected_fen or coalesce(p.waived, 0) <> r.waived_fen`,
  },
];
