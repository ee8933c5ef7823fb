import { sql } from 'kysely';
import type { Check } from './verify-withdrawals';

/**
 * Checks of food losses (invariant 7): the shares add up to the payment, the insurers' debts equal the accounts INSURER_RECEIVABLE, and the
 * platform's share equals its postings to COMPENSATION.
 */
export const LOSS_CHECKS: readonly Check[] = [
  {
    invariant: 7,
    sql: () => sql`
      select l.no as where, 'paid ' || l.paid_fen || ', borne ' || coalesce(s.borne, 0) as text
      from food_loss l
      left join lateral (
        select sum(borne_fen) as borne from food_loss_share where loss_id = l.id and revision = l.revision
      ) s on true
      where l.state = 'closed' and coalesce(s.borne, 0) <> l.paid_fen`,
  },
  {
    invariant: 7,
    sql: () => sql`
      select 'INSURER_RECEIVABLE:' || insurer_id as where, 'owes ' || sum(owed) || ', the account holds ' || sum(held) as text
      from (
        select insurer_id, insurer_owed_fen as owed, 0 as held from food_loss where insurer_owed_fen > 0
        union all select owner_id, 0, balance_fen from ledger_account where code = 'INSURER_RECEIVABLE'
      ) both_sides group by insurer_id having sum(owed) <> sum(held)`,
  },
  {
    invariant: 7,
    sql: () => sql`
      select l.no as where, 'the platform bore ' || s.platform || ', its expense has ' || coalesce(p.fen, 0) as text
      from food_loss l
      join lateral (
        select sum(case when party = 'rider' then owed_fen when party in ('merchant', 'team') then 0
          when party = 'insurer' then borne_fen - owed_fen else borne_fen end) as platform
        from food_loss_share where loss_id = l.id and revision = l.revision and borne_fen is not null
      ) s on true
      left join lateral (
        select sum(case o.dc when 'D' then o.amount_fen else -o.amount_fen end) as fen
        from ledger_txn_key t
        join ledger_posting o on o.team_id = t.team_id and o.txn_id = t.txn_id
        join ledger_account a on a.id = o.account_id and a.code = 'COMPENSATION'
        where t.team_id = l.team_id and t.tx_no in (select jsonb_array_elements_text(l.tx_nos))
      ) p on true
      where l.state = 'closed' and s.platform is not null and s.platform <> coalesce(p.fen, 0)`,
  },
];
