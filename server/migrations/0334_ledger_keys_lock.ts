/**
 * Replaces `use_ledger_keys` in databases in which an earlier version of migration 0313 created it with a `lock table` statement. Before
 * PostgreSQL 17, the owner of an append-only table cannot execute this statement. `alter table` takes the same lock.
 */
export const statements: readonly string[] = [
  `create or replace function use_ledger_keys() returns void language plpgsql as $$
  begin
    perform set_config('lock_timeout', '500ms', true);
    alter table ledger_txn drop constraint if exists ledger_txn_biz, drop constraint if exists ledger_txn_no;
    drop index if exists ledger_txn_reverses;
    create or replace view ledger_txn_key as select team_id, biz_type, biz_no, step, txn_id, tx_no, reverses_id from ledger_key;
  end $$`,
];
