import type { ColumnType } from 'kysely';

/** Steps of cases: documents that staff approve or reject (contract/case.ts, migration 0045). Append-only. Owned by the module case. */
export interface CaseTables {
  case_step: CaseStepTable;
}

interface CaseStepTable {
  /** Key of the case declaration (contract/case.ts). `case_id` is the id of the document. */
  case_type: string;
  case_id: number;
  id: number;
  step: string;
  at: Date;
  /** Account id of the user who performed the step. 0 means the system. */
  by_id: ColumnType<number, number | undefined, number>;
  by_name: ColumnType<string, string | undefined, string>;
  note: string | null;
  /** Amount that was moved or requested. */
  amount_fen: number | null;
  tx_no: string | null;
  /** Id of the rider who paid an instalment from their income. */
  rider_id: number | null;
  /** Day of the income from which the instalment was deducted. */
  income_day: string | null;
}
