import type { ColumnType } from 'kysely';
import type { ReceivableKind, ReceivableState } from '../../../../contract/receivable.states';

/** What stations owe (migration 0150). Written by server/modules/ledger. */
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
  /** Number and step of the entry that booked it. */
  biz_no: string;
  step: number;
  amount_fen: number;
  /** Taken back by a reversal or a revised decision. */
  reduced_fen: Defaulted<number>;
  collected_fen: Defaulted<number>;
  waived_fen: Defaulted<number>;
  left_fen: ColumnType<number, never, never>;
  /** Entries since it was booked; the next one's step. */
  changes: Defaulted<number>;
  state: Defaulted<ReceivableState>;
  /** Of the booking. */
  tx_no: string;
  /** Why it was waived. */
  note: string | null;
  closed_at: Date | null;
}
