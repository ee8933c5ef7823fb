import type { ColumnType } from 'kysely';
import type { ReceivableKind, ReceivableState } from '../../../../contract/receivable.states';

/** Debts of stations (migration 0150). Written by server/modules/ledger. */
export interface ReceivableTables {
  receivable: ReceivableTable;
}

type Defaulted<T> = ColumnType<T, T | undefined, T>;

interface ReceivableTable {
  id: number;
  version: Defaulted<number>;
  created_at: Date;
  no: string;
  team_id: number;
  kind: ReceivableKind;
  /** Business number of the ledger entry that created the debt. `step` is the step of that entry. */
  biz_no: string;
  step: number;
  amount_fen: number;
  /** Amount by which reversals and revised decisions have reduced the debt. */
  reduced_fen: Defaulted<number>;
  collected_fen: Defaulted<number>;
  waived_fen: Defaulted<number>;
  left_fen: ColumnType<number, never, never>;
  /** Number of ledger entries after the entry that created the debt. The next entry has this number plus 1 as its step. */
  changes: Defaulted<number>;
  state: Defaulted<ReceivableState>;
  /** Number of the transaction that created the debt. */
  tx_no: string;
  /** Reason why the debt was waived. */
  note: string | null;
  closed_at: Date | null;
}
