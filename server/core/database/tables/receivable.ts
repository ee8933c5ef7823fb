import type { ColumnType } from 'kysely';
import type { ReceivableKind, ReceivableState } from '../../../../contract/receivable.states';

/** Receivables from stations (站点应收, migration 0150). Written by server/modules/ledger. */
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
  /** Business number of the ledger entry that created the receivable. `step` is the step of that entry. */
  biz_no: string;
  step: number;
  amount_fen: number;
  /** Amount by which reversals and revised decisions have reduced the receivable. */
  reduced_fen: Defaulted<number>;
  collected_fen: Defaulted<number>;
  waived_fen: Defaulted<number>;
  left_fen: ColumnType<number, never, never>;
  /** Number of the receivable's ledger entries after the one that created it. The next entry has this number plus 1 as its step. */
  changes: Defaulted<number>;
  state: Defaulted<ReceivableState>;
  /** Number of the transaction that created the receivable. */
  tx_no: string;
  /** Reason why the receivable was waived. */
  note: string | null;
  closed_at: Date | null;
}
