import type { ColumnType, JSONColumnType } from 'kysely';
import type { EntryType } from '../../../../contract/ledger.entries';
import type { CorrectionReason, StatementFee, StatementState } from '../../../../contract/statement.states';

/** Monthly statements of stations (migration 0090). Owned by server/modules/statement. */
export interface StatementTables {
  statement: StatementTable;
  statement_revision: StatementRevisionTable;
  statement_progress: StatementProgressTable;
}

type Defaulted<T> = ColumnType<T, T | undefined, T>;

/** A monthly statement (月结单). Each station has at most one row per month. */
interface StatementTable {
  id: number;
  version: Defaulted<number>;
  created_at: Date;
  no: string;
  team_id: number;
  /** Month in the format `yyyy-MM`. */
  month: string;
  /** Number of the latest revision. */
  revision: Defaulted<number>;
  state: StatementState;
  sent_at: Date | null;
  /** Time at which the statement is confirmed automatically. */
  confirm_by: Date | null;
  confirmed_at: Date | null;
  dispute_text: string | null;
  answer_text: string | null;
  maker_id: Defaulted<number>;
  maker_name: Defaulted<string>;
  checker_id: number | null;
  checker_name: string | null;
  decided_at: Date | null;
  note: string | null;
}

/** Itemised figures of a statement revision, in fen. They supplement the columns of `statement_revision`. */
export interface StatementTotals {
  readonly technicalFee: number;
  readonly deliveryFee: number;
  readonly promotionFee: number;
  readonly otherFees: number;
  readonly refunds: number;
  readonly compensation: number;
  readonly adjustments: number;
}
/** Credits minus debits of the station's entries of a type. */
export interface StatementMovement {
  readonly type: EntryType;
  readonly fen: number;
}
/** Line of a statement with the charges of a fee rule. */
export interface StatementFeeLine {
  readonly fee: StatementFee;
  readonly type: EntryType;
  readonly ruleName: string | null;
  readonly ruleFrom: string | null;
  readonly rateBp: number | null;
  readonly fixedFen: number | null;
  readonly entries: number;
  readonly baseFen: number;
  readonly fen: number;
  readonly firstAt: string;
  readonly lastAt: string;
}
/** A later transaction that corrects the month. `fen` is its effect on the station's accounts. */
export interface StatementCorrection {
  readonly txNo: string;
  readonly type: EntryType;
  readonly reason: CorrectionReason;
  readonly day: string;
  readonly fen: number;
}

/** Figures of a statement revision. They do not change after the revision was sent. */
interface StatementRevisionTable {
  statement_id: number;
  revision: number;
  made_at: Date;
  frozen: boolean;
  /** Reason for the revision. Empty for the first revision. */
  reason: Defaulted<string>;
  orders: number;
  goods_fen: number;
  delivery_fen: number;
  payable_fen: number;
  credited_fen: number;
  opening_fen: number;
  closing_fen: number;
  corrected_fen: number;
  totals: JSONColumnType<StatementTotals, string, string>;
  movements: JSONColumnType<StatementMovement[], string, string>;
  fees: JSONColumnType<StatementFeeLine[], string, string>;
  corrections: JSONColumnType<StatementCorrection[], string, string>;
}

interface StatementProgressTable {
  id: number;
  corrected_until: string | null;
  reopening_id: number;
}
