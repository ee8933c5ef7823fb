import type { ColumnType, JSONColumnType } from 'kysely';
import type { StatementFaultKey } from '../../../../contract/recon.faults';
import type { BatchState, ItemState, ItemType, ReconKind } from '../../../../contract/recon.states';
import type { LineKind, LineStatus } from '../../statements/statement';

/** Reconciliation of bills with platform statements (migration 0085). Owned by server/modules/recon. */
export interface ReconTables {
  recon_batch: ReconBatchTable;
  statement_line: StatementLineTable;
  recon_item: ReconItemTable;
}

type Defaulted<T> = ColumnType<T, T | undefined, T>;

/** Reason why a statement could not be read. */
export interface StoredFault {
  readonly key: StatementFaultKey;
  readonly params: Readonly<Record<string, string | number>>;
}

/** A reconciliation batch (对账批次): sums of the statement and of the books. Incoming and outgoing sums exclude fees. */
interface ReconBatchTable {
  id: number;
  version: Defaulted<number>;
  created_at: Date;
  no: string;
  merchant_number_id: number;
  day: string;
  kind: ReconKind;
  state: BatchState;
  file_name: string | null;
  /** SHA-1 of the unpacked file, as the platform states it. `null` when the platform states none. */
  sha1: string | null;
  channel_count: Defaulted<number>;
  channel_fen: Defaulted<number>;
  in_fen: Defaulted<number>;
  out_fen: Defaulted<number>;
  fee_fen: Defaulted<number>;
  /** Balance at the end of the day. `null` for a trade statement. */
  balance_fen: number | null;
  book_count: Defaulted<number>;
  book_fen: Defaulted<number>;
  book_in_fen: Defaulted<number>;
  book_out_fen: Defaulted<number>;
  matched: Defaulted<number>;
  diff_counts: JSONColumnType<Partial<Record<ItemType, number>>, string | undefined, string>;
  error: JSONColumnType<StoredFault> | null;
  tries: Defaulted<number>;
  /** Time of the next automatic attempt. */
  retry_at: Date | null;
  started_at: Date | null;
  finished_at: Date | null;
  closed_by: number | null;
}

/** A line of a platform's statement (渠道账单行). */
interface StatementLineTable {
  batch_id: number;
  line: number;
  kind: LineKind;
  trade_no: string;
  out_no: string;
  amount_fen: number;
  fee_fen: number;
  status: LineStatus;
  at: Date;
  bill_id: number | null;
}

/** A difference (对账差异) with the values of the platform and of the books when the difference was found. */
interface ReconItemTable {
  id: number;
  version: Defaulted<number>;
  created_at: Date;
  no: string;
  batch_id: number;
  merchant_number_id: number;
  day: string;
  type: ItemType;
  line: number | null;
  line_kind: LineKind | null;
  trade_no: string | null;
  out_no: string | null;
  channel_fen: number | null;
  channel_fee_fen: number | null;
  channel_status: LineStatus | null;
  channel_at: Date | null;
  bill_id: number | null;
  bill_no: string | null;
  bill_type: string | null;
  team_id: number | null;
  book_fen: number | null;
  book_fee_fen: number | null;
  book_status: string | null;
  book_at: Date | null;
  /**
   * Amount at the platform minus amount in the books. A payment that did not succeed counts as 0. For a duplicate: amount at the platform.
   * For a fee difference: fee in the books minus fee at the platform.
   */
  gap_fen: number;
  state: ItemState;
  action: string | null;
  /** Last day whose statement is searched for the missing entry. */
  timing_until: string | null;
  /** Day of the later statement that contained the entry. */
  found_again_day: string | null;
  evidence: JSONColumnType<number[], string | undefined, string>;
  handler_id: number | null;
  handler_name: string | null;
  maker_id: Defaulted<number>;
  checker_id: number | null;
  checker_name: string | null;
  decided_at: Date | null;
  note: string | null;
  tx_no: string | null;
}
