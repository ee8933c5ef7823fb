import { USE_LEDGER_KEYS } from './0313_ledger_keys';

/**
 * Replaces `use_ledger_keys` in databases in which an earlier version of migration 0313 created it with a `lock table` statement. Before
 * PostgreSQL 17, the owner of an append-only table cannot execute this statement. `alter table` takes the same lock.
 */
export const statements: readonly string[] = [USE_LEDGER_KEYS];
