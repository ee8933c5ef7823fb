/**
 * The ledger by accounting day (docs/decisions/0024). The postings of an account and the lists of transactions get indexes by day and
 * time. These indexes replace indexes by day only or by time only.
 */
export const statements: readonly string[] = [
  'create index ledger_posting_account_day on ledger_posting (account_id, day, at)',
  'drop index ledger_posting_account_at',
  'create index ledger_txn_day_at on ledger_txn (day, at, id)',
  'drop index ledger_txn_day',
  'create index ledger_txn_team_day on ledger_txn (team_id, day, at, id)',
  'drop index ledger_txn_team_at',
];
