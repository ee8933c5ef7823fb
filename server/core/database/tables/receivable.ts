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
  /** Number and step of the entry that created it. */
  biz_no: string;
  step: number;
  amount_fen: number;
  /** Reduced by a reversal or a revised decision. */
  reduced_fen: Defaulted<number>;
  collected_fen: Defaulted<number>;
  waived_fen: Defaulted<number>;
  left_fen: ColumnType<number, never, never>;
  /** Number of entries since its creation: the step of the next entry. */
  changes: Defaulted<number>;
  state: Defaulted<ReceivableState>;
  /** Transaction number of its creation. */
  tx_no: string;
  /** Reason of a waiver. */
  note: string | null;
  closed_at: Date | null;
}
