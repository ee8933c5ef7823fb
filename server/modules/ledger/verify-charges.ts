import { sql } from 'kysely';
import type { Check } from './verify-withdrawals';

/** Compares the fees of fee rules with the books (invariant 7: the shares of an order equal its postings). */
export const CHARGE_CHECKS: readonly Check[] = [
  {
    invariant: 7,
    // One transaction may post several fees to one account, including fees without a rule. The posted sum may therefore exceed the sum of
    // the fees by rules.
    sql: () => sql`
      select c.tx_no as where, 'fees by rules ' || c.fen || ' into ' || c.account || ', posted ' || coalesce(p.fen, 0) as text
      from (
        select team_id, tx_no, account, sum(amount_fen) as fen from cost_charge
        where tx_no is not null group by team_id, tx_no, account
      ) c
      left join lateral (
        select sum(o.amount_fen) as fen from ledger_txn_key k
        join ledger_txn t on t.team_id = k.team_id and t.id = k.txn_id and t.tx_no = k.tx_no
        join ledger_posting o on o.team_id = k.team_id and o.txn_id = k.txn_id and o.dc = 'C'
        join ledger_account a on a.id = o.account_id and a.code = c.account
        where k.team_id = c.team_id and k.tx_no = c.tx_no
      ) p on true
      where coalesce(p.fen, 0) < c.fen`,
  },
  {
    invariant: 7,
    sql: () => sql`
      select c.no as where, 'state ' || c.state || ', its transaction is '
        || case when r.txn_id is null then 'not reversed' else 'reversed' end as text
      from cost_charge c
      join ledger_txn_key t on t.team_id = c.team_id and t.tx_no = c.tx_no
      left join ledger_txn_key r on r.team_id = t.team_id and r.reverses_id = t.txn_id
      where (c.state = 'reversed') <> (r.txn_id is not null)`,
  },
  {
    invariant: 7,
    sql: () => sql`
      select c.no as where, 'state ' || c.state || ', given back ' || coalesce(w.fen, 0) || ' of ' || c.amount_fen as text
      from cost_charge c
      left join lateral (
        select sum(o.amount_fen) as fen from ledger_txn_key k
        join ledger_txn t on t.team_id = k.team_id and t.id = k.txn_id
        join ledger_posting o on o.team_id = k.team_id and o.txn_id = k.txn_id and o.dc = 'D'
        where k.team_id = c.team_id and t.remark like c.no || '%' and (k.biz_type = 'FEE_WAIVE' and k.biz_no = c.biz_no
          or k.biz_type = 'RECEIVABLE_WAIVE' and k.biz_no in (
            select r.no from receivable r where r.team_id = c.team_id and r.kind = 'fee' and r.biz_no = c.rule_no || '-' || c.biz_no))
      ) w on true
      where c.state = 'waived' and coalesce(w.fen, 0) <> case when c.tx_no is null then 0 else c.amount_fen end`,
  },
];
