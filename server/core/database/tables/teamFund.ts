import type { ColumnType, JSONColumnType } from 'kysely';
import type { AdjustCategory, AdjustState } from '../../../../contract/teamFund.states';

/** Tables of stations' money (DOMAIN §5.4; migration 0021). Owned by server/modules/teamFund. The balances are in the ledger. */
export interface TeamFundTables {
  team_fund: TeamFundTable;
  fund_adjust: FundAdjustTable;
  fund_deposit: FundDepositTable;
  fund_total: FundTotalTable;
  fund_hold: FundHoldTable;
}

/** Money that finance holds. The sum of a station's `left_fen` is the balance of its TEAM_HELD. */
interface FundHoldTable {
  id: number;
  team_id: number;
  amount_fen: number;
  left_fen: number;
  reason: string;
  by_id: number;
  by_name: string;
  created_at: Date;
  expire_day: string;
  /** Set by the job that lists expired holds; it releases nothing. */
  expired_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  tx_no: string;
}

type Defaulted<T> = ColumnType<T, T | undefined, T>;

/** Version and freeze reason; no row means version 1. The ledger's accounts decide whether a station is frozen. */
interface TeamFundTable {
  team_id: number;
  version: Defaulted<number>;
  /** Reason of the freeze; null when not frozen. */
  state_reason: string | null;
  updated_at: Date;
  updated_by: Defaulted<number>;
  updated_by_name: Defaulted<string>;
}

/** 资金调整. */
interface FundAdjustTable {
  id: number;
  version: Defaulted<number>;
  created_at: Date;
  expire_at: Date;
  no: string;
  account_code: 'TEAM_AVAILABLE' | 'TEAM_DEPOSIT';
  /** The station. */
  owner_id: number;
  direction: 'in' | 'out';
  amount_fen: number;
  category: AdjustCategory;
  related_no: string | null;
  reason: string;
  /** File ids. */
  evidence: JSONColumnType<number[], string, string>;
  maker_id: number;
  maker_name: string;
  maker_is_owner: boolean;
  state: AdjustState;
  checker_id: number | null;
  checker_name: string | null;
  decided_at: Date | null;
  note: string | null;
  /** Number of the posting, once approved. */
  tx_no: string | null;
}

/** A reserve paid in or back outside of the product, with its proof. */
interface FundDepositTable {
  /** Set when its bill was reversed: the voucher may be recorded again. */
  reversed_at: ColumnType<Date | null, undefined, Date>;
  id: number;
  created_at: Date;
  team_id: number;
  direction: 'in' | 'out';
  amount_fen: number;
  merchant_number_id: number;
  trade_no: string;
  evidence: JSONColumnType<number[], string, string>;
  tx_no: string;
}

/** Total flows of an account up to its posting `seq`. */
interface FundTotalTable {
  account_id: number;
  team_id: number;
  seq: number;
  income_fen: number;
  withdrawn_fen: number;
  fees_fen: number;
  settled_at: Date | null;
  withdrawn_at: Date | null;
}
