import type { ColumnType, JSONColumnType } from 'kysely';
import type { AccountCode, BillStatus, CounterType, ReconState, SettleLineState } from '../../../../contract/ledger';
import type { EntryType } from '../../../../contract/ledger.entries';

/** Tables of the ledger (DOMAIN §5.4; migrations 0017, 0022). Owned by server/modules/ledger: nothing else writes them. */
export interface LedgerTables {
  ledger_account: LedgerAccountTable;
  ledger_txn: LedgerTxnTable;
  ledger_posting: LedgerPostingTable;
  bill: BillTable;
  bill_recon: BillReconTable;
  bill_day: BillDayTable;
  bill_day_total: BillDayTotalTable;
  bill_counted: BillCountedTable;
  settle_line: SettleLineTable;
  day_close: DayCloseTable;
  ledger_day: LedgerDayTable;
  ledger_flow: LedgerFlowTable;
  ledger_check: LedgerCheckTable;
  ledger_watermark: LedgerWatermarkTable;
  ledger_reopening: LedgerReopeningTable;
  ledger_flow_total: Omit<LedgerFlowTable, 'team_id'>;
  ledger_open_flow: LedgerFlowTable;
  ledger_open_total: Omit<LedgerFlowTable, 'team_id'>;
  ledger_counted: LedgerCountedTable;
  ledger_month: LedgerMonthTable;
  ledger_month_balance: LedgerMonthBalanceTable;
}

type Defaulted<T> = ColumnType<T, T | undefined, T>;
/** Never updated. */
type Fixed<T> = ColumnType<T, T, never>;

interface LedgerAccountTable {
  id: number;
  code: AccountCode;
  owner_id: number;
  /** The station whose part of a platform account this is; 0 = the whole account. */
  team_id: number;
  currency: Defaulted<string>;
  side: 'A' | 'L';
  /** Only `post` writes it. */
  balance_fen: ColumnType<number, never, never>;
  /** Minimum balance; null: no minimum. */
  floor_fen: number | null;
  last_seq: ColumnType<number, never, never>;
  frozen: Defaulted<boolean>;
  opened_at: Date;
}

/** 账本交易. Append-only. */
interface LedgerTxnTable {
  id: Fixed<number>;
  team_id: Fixed<number>;
  tx_no: Fixed<string>;
  biz_type: Fixed<EntryType>;
  biz_no: Fixed<string>;
  step: Fixed<number>;
  /** Accounting day in the platform's time zone. */
  day: Fixed<string>;
  at: Fixed<Date>;
  remark: Fixed<string | null>;
  operator_id: Fixed<number>;
  reverses_id: Fixed<number | null>;
  /** Hash of the posted content: the same key with other content is refused. */
  content: Fixed<string>;
  /** When it was posted; `at` is when it happened. */
  posted_at: Fixed<Date>;
}

/** 分录. Append-only. */
interface LedgerPostingTable {
  account_id: Fixed<number>;
  /** Gap-free per account, from 1. */
  seq: Fixed<number>;
  team_id: Fixed<number>;
  txn_id: Fixed<number>;
  day: Fixed<string>;
  at: Fixed<Date>;
  dc: Fixed<'D' | 'C'>;
  amount_fen: Fixed<number>;
  balance_after_fen: Fixed<number>;
}

/** 账单. */
interface BillTable {
  id: number;
  team_id: number;
  bill_no: string;
  /** Null: the outcome is unknown, or no money moved. */
  txn_id: number | null;
  type: EntryType;
  direction: 'in' | 'out';
  counter_type: CounterType;
  counter_id: number;
  counter_name: string;
  order_no: string | null;
  amount_fen: number;
  fee_fen: number;
  net_fen: number;
  channel: string | null;
  merchant_number_id: number | null;
  channel_trade_no: string | null;
  /** The payment platform's number of a refund; `channel_trade_no` is then our own number. */
  channel_refund_no: Defaulted<string | null>;
  status: BillStatus;
  /** Its initial state; later states are in `bill_recon`. */
  recon_state: ReconState;
  at: Date;
  /** Accounting day of a bill that was created before its transaction. */
  opened_day: Defaulted<string | null>;
}

/** Sums of bills by the day of their time, without those that were opened before their money moved. */
interface BillDayTable {
  team_id: number;
  day: string;
  type: EntryType;
  direction: 'in' | 'out';
  net_fen: number;
  fee_fen: number;
  bills: number;
}

/** Sums of all stations. Channel '' and merchant number 0: the bill names none. */
interface BillDayTotalTable extends Omit<BillDayTable, 'team_id'> {
  channel: string;
  merchant_number_id: number;
}

/** One row: bills with ids below `until_id` are counted, by days of this zone. */
interface BillCountedTable {
  id: Defaulted<number>;
  until_id: number;
  time_zone: string;
}

/** States of bills that a statement or a member of staff has set. */
interface BillReconTable {
  bill_id: number;
  state: ReconState;
}

/** 待结算. */
interface SettleLineTable {
  id: number;
  team_id: number;
  order_no: string;
  amount_fen: number;
  due_at: Date;
  state: SettleLineState;
  held_by: JSONColumnType<{ reason: string }> | null;
  released_at: Date | null;
  created_at: Date;
}

/** 日结. */
interface DayCloseTable {
  day: string;
  debit_fen: number;
  credit_fen: number;
  diff_fen: number;
  open_items: Defaulted<number>;
  state: 'open' | 'closed';
  /** Account id; 0 = the nightly job. */
  by_id: number | null;
  at: Date | null;
}

interface LedgerDayTable {
  team_id: number;
  day: string;
  code: AccountCode;
  debit_fen: number;
  credit_fen: number;
  postings: number;
}

/** Flows of a closed day; a reversal counts against the type of the transaction that it reverses. */
interface LedgerFlowTable {
  team_id: number;
  day: string;
  biz_type: EntryType;
  code: AccountCode;
  debit_fen: number;
  credit_fen: number;
  /** Number of postings on each side. */
  debits: number;
  credits: number;
}

interface LedgerCheckTable {
  id: number;
  at: Date;
  /** First day of the checked transactions; null: all days. */
  from_day: string | null;
  offences: JSONColumnType<{ invariant: number; where: string; text: string }[]>;
  cost_ms: number;
}

/** One row: this day and all earlier days are closed (DOMAIN §9 decision 17). */
interface LedgerWatermarkTable {
  id: Defaulted<number>;
  /** Null: no day is closed. */
  closed_until: string | null;
  /** Limits of `at` apply to later postings only; earlier postings followed other rules. */
  strict_since: Date;
}

/** A reopening of closed days. */
interface LedgerReopeningTable {
  id: number;
  from_day: string;
  /** The last day that was closed before the reopening. */
  until_day: string;
  at: Date;
  by_id: number;
  reason: string;
  /** Digest of the newest sealed month, if the reopening removed it. */
  seal: ColumnType<string | null, string | null | undefined, never>;
}

/** A closed month and its digest (docs/decisions/0073). */
interface LedgerMonthTable {
  /** The month's first day. */
  month: Fixed<string>;
  transactions: Fixed<number>;
  postings: Fixed<number>;
  /** Digest of each day with postings. */
  days: JSONColumnType<Record<string, string>, string, never>;
  /** Digest of the month's rows in `ledger_month_balance`. */
  balances: Fixed<string>;
  /** Digest of the previous month; empty for the first. */
  previous: Fixed<string>;
  digest: Fixed<string>;
  sealed_at: Fixed<Date>;
  /** When its postings were last verified. */
  checked_at: Date;
}

/** Balance at the end of a month in which the account had postings. Fen. */
interface LedgerMonthBalanceTable {
  account_id: Fixed<number>;
  month: Fixed<string>;
  balance_fen: Fixed<number>;
}

/** One row: `ledger_open_flow` and `ledger_open_total` include transactions with lower ids, if their day is open. */
interface LedgerCountedTable {
  id: Defaulted<number>;
  until_id: number;
}
