import type { ColumnType, JSONColumnType } from 'kysely';
import type { AccountCode, BillStatus, CounterType, ReconState, SettleLineState } from '../../../../contract/ledger';
import type { EntryType } from '../../../../contract/ledger.entries';

/** Tables of the ledger (DOMAIN §5.4). The module ledger and database triggers write them. */
export interface LedgerTables {
  ledger_account: LedgerAccountTable;
  ledger_txn: LedgerTxnTable;
  ledger_posting: LedgerPostingTable;
  ledger_key: LedgerKeyTable;
  ledger_txn_key: LedgerKeyTable;
  bill: BillTable;
  bill_number: BillNumberTable;
  bill_recon: BillReconTable;
  bill_day: BillDayTable;
  bill_day_total: BillDayTotalTable;
  bill_day_band: BillDayBandTable;
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
  ledger_new_flow: LedgerFlowTable & { readonly from_id: number };
  ledger_counted: LedgerCountedTable;
  ledger_month: LedgerMonthTable;
  ledger_month_balance: LedgerMonthBalanceTable;
}

type Defaulted<T> = ColumnType<T, T | undefined, T>;
/** A column that is never updated. */
type Fixed<T> = ColumnType<T, T, never>;

interface LedgerAccountTable {
  id: number;
  code: AccountCode;
  owner_id: number;
  /** Station, if the platform's account is divided by station. 0 for an account that is not divided. */
  team_id: number;
  currency: Defaulted<string>;
  side: 'A' | 'L';
  /** Balance in fen. Only postings change it. */
  balance_fen: ColumnType<number, never, never>;
  /** Minimum balance. `null` means that the balance has no minimum. */
  floor_fen: number | null;
  last_seq: ColumnType<number, never, never>;
  frozen: Defaulted<boolean>;
  opened_at: Date;
}

/** A ledger transaction (账本交易). Append-only. */
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
  /** Hash of the content. A second transaction with the same key but different content is refused. */
  content: Fixed<string>;
  /** Time when the transaction was posted. `at` is the time when the event happened. */
  posted_at: Fixed<Date>;
}

/**
 * Unique keys of transactions over all months (docs/decisions/0081). Triggers write this table. Read the view `ledger_txn_key` instead. It
 * has the keys of all transactions, even while a job is still writing the keys of earlier transactions.
 */
interface LedgerKeyTable {
  team_id: Fixed<number>;
  biz_type: Fixed<EntryType>;
  biz_no: Fixed<string>;
  step: Fixed<number>;
  txn_id: Fixed<number>;
  tx_no: Fixed<string>;
  reverses_id: Fixed<number | null>;
}

/** A posting of a ledger transaction (分录). Append-only. */
interface LedgerPostingTable {
  account_id: Fixed<number>;
  /** Sequence number within the account, starting at 1 without gaps. */
  seq: Fixed<number>;
  team_id: Fixed<number>;
  txn_id: Fixed<number>;
  day: Fixed<string>;
  at: Fixed<Date>;
  dc: Fixed<'D' | 'C'>;
  amount_fen: Fixed<number>;
  balance_after_fen: Fixed<number>;
}

/** A bill (账单): the business record of a money movement. It may be created before its ledger transaction. */
interface BillTable {
  id: number;
  team_id: number;
  bill_no: string;
  /** `null` when the outcome is unknown or no money moved. */
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
  /** The payment platform's refund number. `channel_trade_no` then contains our own number. */
  channel_refund_no: Defaulted<string | null>;
  status: BillStatus;
  /** Initial reconciliation state, or `none` after the payment failed or was closed. Other states are stored in `bill_recon`. */
  recon_state: ReconState;
  at: Date;
  /** Accounting day of a bill that was created before its transaction. Other bills have the day of their transaction. */
  opened_day: Defaulted<string | null>;
}

/** Sums of bills by the day of `bill.at`. Bills that were created before their money moved are excluded. */
interface BillDayTable {
  team_id: number;
  day: string;
  type: EntryType;
  direction: 'in' | 'out';
  net_fen: number;
  fee_fen: number;
  bills: number;
}

/** Sums of all stations by channel and merchant number. Bills without these values have the empty channel or the merchant number 0. */
interface BillDayTotalTable extends Omit<BillDayTable, 'team_id'> {
  channel: string;
  merchant_number_id: number;
}

/** Sums of all stations by amount range. `band` is the smallest amount of the range, in fen. */
interface BillDayBandTable extends Omit<BillDayTable, 'team_id'> {
  band: number;
  channel: string;
}

/**
 * Limit of the sums in `bill_day`: they include the bills with ids below `until_id`, by the days of `time_zone`. The table has a single
 * row.
 */
interface BillCountedTable {
  id: Defaulted<number>;
  until_id: number;
  time_zone: string;
}

/** Payment platform numbers that only one bill may have (docs/decisions/0080). Triggers of the bills write this table. */
interface BillNumberTable {
  merchant_number_id: Fixed<number>;
  type: Fixed<EntryType>;
  number: Fixed<string>;
  bill_id: Fixed<number>;
}

/** Reconciliation states that a statement or a member of staff has set. */
interface BillReconTable {
  bill_id: number;
  state: ReconState;
}

/** A pending line (待结算明细): a station's share of an order, which becomes available at `due_at`. */
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

/** An accounting day that is over, with its figures and its closing (日结). */
interface DayCloseTable {
  day: string;
  debit_fen: number;
  credit_fen: number;
  diff_fen: number;
  open_items: Defaulted<number>;
  state: 'open' | 'closed';
  /** Id of the account that last closed or reopened the day. 0 means the nightly job. `null` for a day that was never closed. */
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

/** Sums of a day's postings by entry type and account code. A reversal is deducted from the entry type that it reverses. */
interface LedgerFlowTable {
  team_id: number;
  day: string;
  biz_type: EntryType;
  code: AccountCode;
  debit_fen: number;
  credit_fen: number;
  /** Number of debit postings. `credits` is the number of credit postings. */
  debits: number;
  credits: number;
}

interface LedgerCheckTable {
  id: number;
  at: Date;
  /** First day of the checked transactions. `null` means that all days were checked. */
  from_day: string | null;
  offences: JSONColumnType<{ invariant: number; where: string; text: string }[]>;
  cost_ms: number;
  /** Whether the check found no offences, or only money left in escrow. */
  passed: Defaulted<boolean>;
}

/** Last closed day. All earlier days are also closed (DOMAIN §9 decision 17). The table has a single row. */
interface LedgerWatermarkTable {
  id: Defaulted<number>;
  /** `null` means that no day is closed. */
  closed_until: string | null;
  /** Time from which the checks of transaction times and refunds apply. Earlier transactions followed other rules. */
  strict_since: Date;
}

/** A reopening of closed days. */
interface LedgerReopeningTable {
  id: number;
  from_day: string;
  /** Last day that was closed before the reopening. */
  until_day: string;
  at: Date;
  by_id: number;
  reason: string;
  /** Seal (digest) of the newest sealed month. Set only when the reopening removed this seal. */
  seal: ColumnType<string | null, string | null | undefined, never>;
}

/** A closed month and its digest (docs/decisions/0073). */
interface LedgerMonthTable {
  /** First day of the month. */
  month: Fixed<string>;
  transactions: Fixed<number>;
  postings: Fixed<number>;
  /** Digests of the days with postings, by day. */
  days: JSONColumnType<Record<string, string>, string, never>;
  /** Digest of the month's rows in `ledger_month_balance`. */
  balances: Fixed<string>;
  /** Digest of the previous month. Empty for the first month. */
  previous: Fixed<string>;
  digest: Fixed<string>;
  sealed_at: Fixed<Date>;
  /** Time when the month's postings were last verified. */
  checked_at: Date;
}

/** An account's balance in fen at the end of a month. Only months with postings of the account have a row. */
interface LedgerMonthBalanceTable {
  account_id: Fixed<number>;
  month: Fixed<string>;
  balance_fen: Fixed<number>;
}

/**
 * The sums of open days in `ledger_open_flow` and `ledger_open_total` include the transactions below `until_id`. Later transactions are
 * included only in `ledger_new_flow`. The table has one row.
 */
interface LedgerCountedTable {
  id: Defaulted<number>;
  until_id: number;
}
