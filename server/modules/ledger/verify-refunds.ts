import { sql } from 'kysely';
import { EARNING_TYPES } from './earned';
import type { Check } from './verify-withdrawals';

/** Account codes of each party that bears refunds (DOMAIN §9 decision 19). */
const PARTIES = sql`(values ('merchant', 'MERCHANT_PAYABLE'), ('rider', 'RIDER_AVAILABLE'), ('station', 'TEAM_PENDING'),
  ('station', 'TEAM_AVAILABLE'), ('station', 'TEAM_DEPOSIT'), ('station', 'RECEIVABLE'), ('commission', 'COMMISSION'), ('commission', 'FRANCHISEE_AVAILABLE'),
  ('franchisee', 'FRANCHISEE_AVAILABLE')) as party(name, code)`;

/**
 * Finds refunds after settlement that took more from a party than the party earned. Skips refunds that were posted before `strict_since`,
 * because another rule applied to them.
 */
export const REFUND_CHECKS: readonly Check[] = [
  {
    invariant: 8,
    sql: (from) => sql`
      with touched as materialized (
        select distinct t.team_id, t.biz_no from ledger_txn t
        where t.biz_type = 'REFUND_AFTER_SETTLE' and t.posted_at >= (select strict_since from ledger_watermark)
          and ${from === null ? sql`true` : sql`t.day >= ${from}::date`}
      )
      select max(t.tx_no) filter (where t.biz_type = 'REFUND_AFTER_SETTLE') as where,
        'order ' || t.biz_no || ' took ' || -sum(case p.dc when 'C' then p.amount_fen else -p.amount_fen end) || ' more from '
          || party.name || ' than it had brought' as text
      from touched
      join ledger_txn_key k on k.team_id = touched.team_id and k.biz_no = touched.biz_no
        and k.biz_type = any(${sql.val([...EARNING_TYPES])}::text[])
      join ledger_txn t on t.team_id = k.team_id and t.id = k.txn_id and t.biz_no = k.biz_no and t.biz_type = k.biz_type
      join ledger_posting p on p.team_id = t.team_id and p.txn_id = t.id
      join ledger_account a on a.id = p.account_id
      join ${PARTIES} on party.code = a.code
      where not exists (select from ledger_txn_key r where r.team_id = t.team_id and r.reverses_id = t.id)
      group by t.team_id, t.biz_no, party.name
      having sum(case p.dc when 'C' then p.amount_fen else -p.amount_fen end) < 0
        and bool_or(t.biz_type = 'REFUND_AFTER_SETTLE' and p.dc = 'D')`,
  },
];
