import { sql } from 'kysely';
import type { Check } from './verify-withdrawals';

/** Policies beside the books: what is owed to an insurer are the premiums that were neither refunded nor remitted. */
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
      ) p on p.insurer_id = i.id
      where coalesce(a.fen, 0) <> coalesce(p.fen, 0)`,
  },
  {
    invariant: 6,
    // Each premium was posted once under its policy's number, and so was its refund.
    sql: () => sql`
      select p.no as where, 'premium ' || p.premium_fen || ', posted ' || coalesce(t.fen, 0) || ' as ' || coalesce(t.n, 0)
        || ' transactions' as text
      from insure_policy p
      left join lateral (
        select count(distinct t.id) filter (where t.biz_type = 'INSURE_PREMIUM') as n,
          sum(o.amount_fen) filter (where t.biz_type = 'INSURE_PREMIUM' and o.dc = 'C') as fen,
          sum(o.amount_fen) filter (where t.biz_type = 'INSURE_REFUND' and o.dc = 'D') as back
        from ledger_txn t join ledger_posting o on o.team_id = t.team_id and o.txn_id = t.id
        where t.team_id = p.team_id and t.biz_no = p.no and t.biz_type in ('INSURE_PREMIUM', 'INSURE_REFUND')
      ) t on true
      where coalesce(t.fen, 0) <> case when p.tx_no is null then 0 else p.premium_fen end
        or coalesce(t.back, 0) <> case when p.refund_tx_no is null then 0 else p.premium_fen end
        or coalesce(t.n, 0) <> (p.tx_no is not null)::int`,
  },
];
