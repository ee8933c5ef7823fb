/** Partitions the ledger by the month of a transaction's id (docs/decisions/0081). A job partitions tables that already have rows. */
export const statements: readonly string[] = [
  `select partition_if_empty('ledger_txn', 'id', '{}')`,
  `select partition_if_empty('ledger_posting', 'txn_id', '{}')`,
];
