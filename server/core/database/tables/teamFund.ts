import type { ColumnType, JSONColumnType } from 'kysely';
import type { AdjustCategory, AdjustState } from '../../../../contract/teamFund.states';

/** Funds of stations (DOMAIN §5.4; migrations 0021, 0056). Owned by server/modules/teamFund. The ledger has the balances. */
export interface TeamFundTables {
  team_fund: TeamFundTable;
  fund_adjust: FundAdjustTable;
  fund_deposit: FundDepositTable;
  fund_total: FundTotalTable;
  fund_hold: FundHoldTable;
}

/** Money of a station that finance staff have put on hold. The station's sum of `left_fen` equals the balance of its account TEAM_HELD. */
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
  /** Time when a job listed the hold as expired. The job does not release the hold. */
  expired_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  tx_no: string;
}

type Defaulted<T> = ColumnType<T, T | undefined, T>;

/** Version and freeze reason of a station's funds. A missing row means version 1. The ledger stores whether a station is frozen. */
interface TeamFundTable {
  team_id: number;
  version: Defaulted<number>;
  /** Reason of the freeze. `null` when the station is not frozen. */
  state_reason: string | null;
  updated_at: Date;
  updated_by: Defaulted<number>;
  updated_by_name: Defaulted<string>;
}

/** An adjustment of a station's balance (资金调整). */
interface FundAdjustTable {
  id: number;
  version: Defaulted<number>;
  created_at: Date;
  expire_at: Date;
  no: string;
  account_code: 'TEAM_AVAILABLE' | 'TEAM_DEPOSIT';
  /** Id of the station. */
  owner_id: number;
  direction: 'in' | 'out';
  amount_fen: number;
  category: AdjustCategory;
  related_no: string | null;
  reason: string;
  /** Ids of stored files. */
  evidence: JSONColumnType<number[], string, string>;
  maker_id: number;
  maker_name: string;
  maker_is_owner: boolean;
  state: AdjustState;
  checker_id: number | null;
  checker_name: string | null;
  decided_at: Date | null;
  note: string | null;
  /** Number of the posted transaction. Set after the approval. */
  tx_no: string | null;
}

/** A payment into or out of a station's reserve outside the product. `evidence` contains ids of stored files. */
interface FundDepositTable {
  /** Time when the bill of the payment was reversed. The voucher may then be recorded again. */
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

/** Total income, withdrawals and fees of an account, up to its posting `seq`. */
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
