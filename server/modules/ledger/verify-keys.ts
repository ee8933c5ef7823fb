import { sql } from 'kysely';
import type { Check } from './verify-withdrawals';

/** Checks the keys of transactions: unique indexes and trigger exist, and keys match transactions (invariant 10, docs/decisions/0081). */
export const KEY_CHECKS: readonly Check[] = [
  {
    invariant: 10,
    sql: () => sql`
      select name as where, 'nothing keeps an entry, a number or a reversal from being posted twice' as text
      from unnest(case when exists (select from key_fill where table_name = 'ledger_txn')
        then array['ledger_txn_biz', 'ledger_txn_no', 'ledger_txn_reverses'] else array['ledger_key_pkey', 'ledger_key_no', 'ledger_key_reverses'] end) name
      where not exists (select from pg_index where indexrelid = to_regclass(name) and indisunique and indisvalid)
      union all
      select 'ledger_txn_keyed', 'new transactions get no key'
      where not exists (select from pg_trigger where tgrelid = to_regclass('ledger_txn') and tgname = 'ledger_txn_keyed' and tgenabled in ('O', 'A'))`,
  },
  {
    invariant: 10,
    sql: (from) => sql`
      select t.tx_no as where, 'has no key, or the key of another entry' as text
      from ledger_txn t
      where ${from === null ? sql`true` : sql`t.day >= ${from}::date`} and not exists (select from ledger_txn_key k
        where k.team_id = t.team_id and k.biz_type = t.biz_type and k.biz_no = t.biz_no and k.step = t.step and k.txn_id = t.id
          and k.tx_no = t.tx_no and k.reverses_id is not distinct from t.reverses_id)
      order by t.id`,
  },
  {
    invariant: 10,
    sql: (from) => sql`
      select k.tx_no as where, 'has a key, but is not there' as text from ledger_key k
      where ${from === null ? sql`true` : sql`false`} and not exists (select from ledger_txn t where t.team_id = k.team_id and t.id = k.txn_id)`,
  },
];
