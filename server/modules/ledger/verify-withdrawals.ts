import { type RawBuilder, sql } from 'kysely';
import { FROZEN_WITHDRAWALS } from '../../../contract/withdraw.states';

/** A query that finds breaches of an invariant (DOMAIN §4.3). */
export interface Check {
  readonly invariant: number;
  /** Builds the query. @param from first accounting day to check; `null` checks all days. Some checks ignore `from` and check all days. */
  sql(from: string | null): RawBuilder<unknown>;
}

/** Compares withdrawal applications and payouts with the books (invariants 6 and 10). */
export const WITHDRAW_CHECKS: readonly Check[] = [
  {
    invariant: 6,
    // This check covers only owners with applications. A check in `verify.ts` compares the frozen balances of all owners.
    sql: () => sql`
      select d.owner as where, 'frozen ' || d.frozen || ', open applications ' || d.open as text
      from (
        select w.subject_type || ':' || w.subject_id as owner,
          coalesce((select sum(a.balance_fen) from ledger_account a
            where a.code = upper(w.subject_type) || '_FROZEN' and a.owner_id = w.subject_id), 0) as frozen,
          coalesce(sum(w.amount_fen) filter (where w.state = any(${sql.val([...FROZEN_WITHDRAWALS])}::text[])), 0) as open
        from withdraw_apply w group by w.subject_type, w.subject_id
      ) d where d.frozen <> d.open`,
  },
  {
    invariant: 10,
    // A paid or returned application has exactly one successful payout; other applications have none. The payout's amount is posted from
    // the merchant number of the payout.
    sql: () => sql`
      select w.no as where, 'state ' || w.state || ', payouts in success ' || count(p.id) || ', paid out '
        || coalesce(max(paid.fen), 0) as text
      from withdraw_apply w
      left join payout p on p.apply_id = w.id and p.state = 'success'
      left join lateral (
        select sum(o.amount_fen) as fen from ledger_txn_key t
        join ledger_posting o on o.team_id = t.team_id and o.txn_id = t.txn_id
        join ledger_account a on a.id = o.account_id and a.code = 'CHANNEL' and a.owner_id = p.merchant_number_id
        where t.team_id = coalesce(w.team_id, 0) and t.biz_no = w.no and t.biz_type = 'WITHDRAW_PAY'
      ) paid on true
      group by w.id, w.no, w.state
      having count(p.id) <> case when w.state in ('paid', 'returned') then 1 else 0 end
        or coalesce(max(paid.fen), 0) <> coalesce(max(p.amount_fen), 0)`,
  },
];
