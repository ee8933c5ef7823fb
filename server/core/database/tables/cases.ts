import type { ColumnType } from 'kysely';

/** The history of documents that staff decide (migration 0045). Append-only. Owned by the module case. */
export interface CaseTables {
  case_step: CaseStepTable;
}

interface CaseStepTable {
  /** Key of the declaration (contract/case.ts) and id of the document. */
  case_type: string;
  case_id: number;
  id: number;
  step: string;
  at: Date;
  /** 0: the system. */
  by_id: ColumnType<number, number | undefined, number>;
  by_name: ColumnType<string, string | undefined, string>;
  note: string | null;
  /** The amount that moved or was requested. */
  amount_fen: number | null;
  tx_no: string | null;
  /** The rider whose income an instalment was taken from. */
  rider_id: number | null;
  /** The day of the income that the instalment was taken from. */
  income_day: string | null;
}
