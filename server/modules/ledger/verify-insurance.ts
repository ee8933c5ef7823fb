import { sql } from 'kysely';
import type { Check } from './verify-withdrawals';

/** Compares insurance policies with the books. The debt to an insurer equals premiums and adjustments, less refunds and remittances. */
export const INSURANCE_CHECKS: readonly Check[] = [
  {
    invariant: 6,
    sql: () => sql`
      select 'insurer ' || coalesce(i.id, a.owner_id) as where, 'premiums to remit ' || coalesce(p.fen, 0) || ', payable '
        || coalesce(a.fen, 0) as text
      from insurer i
      full join (
        select owner_id, sum(balance_fen) as fen from ledger_account where code = 'INSURANCE_PAYABLE' group by owner_id
      ) a on a.owner_id = i.id
      left join (
        select insurer_id, sum(premium_fen) as fen from insure_policy
        where tx_no is not null and refund_tx_no is null and remit_id is null group by insurer_id
      ) u on u.insurer_id = i.id
      left join (
        select m.insurer_id, sum(g.adjust_fen) as fen from insure_gap g join insure_month m on m.id = g.month_id
        where g.state = 'adjusted' and g.remit_id is null group by m.insurer_id
      ) g on g.insurer_id = i.id
      cross join lateral (select coalesce(u.fen, 0) + coalesce(g.fen, 0) as fen) p
      where coalesce(a.fen, 0) <> coalesce(p.fen, 0)`,
  },
  {
    invariant: 6,
    // Each premium and each refund is posted exactly once with its policy's number.
    sql: () => sql`
      select p.no as where, 'premium ' || p.premium_fen || ', posted ' || coalesce(t.fen, 0) || ' as ' || coalesce(t.n, 0)
        || ' transactions' as text
      from insure_policy p
      left join lateral (
        select count(distinct t.txn_id) filter (where t.biz_type = 'INSURE_PREMIUM') as n,
          sum(o.amount_fen) filter (where t.biz_type = 'INSURE_PREMIUM' and o.dc = 'C') as fen,
          sum(o.amount_fen) filter (where t.biz_type = 'INSURE_REFUND' and o.dc = 'D') as back
        from ledger_txn_key t join ledger_posting o on o.team_id = t.team_id and o.txn_id = t.txn_id
        where t.team_id = p.team_id and t.biz_no = p.no and t.biz_type in ('INSURE_PREMIUM', 'INSURE_REFUND')
      ) t on true
      where coalesce(t.fen, 0) <> case when p.tx_no is null then 0 else p.premium_fen end
        or coalesce(t.back, 0) <> case when p.refund_tx_no is null then 0 else p.premium_fen end
        or coalesce(t.n, 0) <> (p.tx_no is not null)::int`,
  },
  {
    invariant: 6,
    // Each adjustment is posted exactly once with its own number.
    sql: () => sql`
      select g.adjust_no as where, 'adjusted by ' || g.adjust_fen || ', posted ' || coalesce(t.fen, 0) as text
      from insure_gap g join insure_month m on m.id = g.month_id
      left join lateral (
        select sum(case o.dc when 'C' then o.amount_fen else -o.amount_fen end) as fen
        from ledger_txn_key t join ledger_posting o on o.team_id = t.team_id and o.txn_id = t.txn_id
        join ledger_account a on a.id = o.account_id and a.code = 'INSURANCE_PAYABLE' and a.owner_id = m.insurer_id
        where t.team_id = g.team_id and t.biz_no = g.adjust_no and t.biz_type = 'INSURE_ADJUST'
      ) t on true
      where g.state = 'adjusted' and coalesce(t.fen, 0) <> g.adjust_fen`,
  },
];
