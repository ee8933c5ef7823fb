import type { ColumnType, JSONColumnType } from 'kysely';
import type { PayeeChannel } from '../../../../contract/payee';
import type { WithdrawApplicant, WithdrawChannel } from '../../../../contract/withdraw.settings';
import type { PayoutState, RiskTag, WithdrawState } from '../../../../contract/withdraw.states';

/** Payee accounts, withdrawal applications and payouts (migration 0070). Owned by server/modules/withdraw. */
export interface WithdrawTables {
  payee_account: PayeeAccountTable;
  withdraw_apply: WithdrawApplyTable;
  payout: PayoutTable;
}

type Defaulted<T> = ColumnType<T, T | undefined, T>;

/** An account that receives withdrawals (收款账户). */
interface PayeeAccountTable {
  id: number;
  owner_type: WithdrawApplicant;
  owner_id: number;
  channel: PayeeChannel;
  /** Encrypted account number, bound to the place `payee_account.account_no.<id>` (additional authenticated data). */
  account_no: Buffer;
  last4: string;
  name: string;
  bank_name: string | null;
  /** Only for WeChat: id of the payee in the application `app_id`. */
  open_id: string | null;
  app_id: string | null;
  verified_at: Date | null;
  changed_at: Date;
  status: Defaulted<'active' | 'replaced'>;
  /** Id of the account that entered the payee. `null` means another system. `verified_by` is the account that verified the payee. */
  changed_by: Defaulted<number | null>;
  verified_by: Defaulted<number | null>;
}

/** A withdrawal application (提现申请). */
interface WithdrawApplyTable {
  id: number;
  version: Defaulted<number>;
  created_at: Date;
  no: string;
  subject_type: WithdrawApplicant;
  subject_id: number;
  subject_name: string;
  /** Id of the station, or of the rider's or merchant's station. `null` for a franchisee. */
  team_id: number | null;
  amount_fen: number;
  fee_fen: number;
  net_fen: number;
  fee_free: boolean;
  fee_mode: 'deduct' | 'platform';
  config_version: number;
  /** Whether the payer and the reviewer must be different accounts. */
  is_dual: boolean;
  channel: WithdrawChannel;
  payee_id: number;
  payee_name: string;
  risk_tags: JSONColumnType<RiskTag[], string, string>;
  balance_after_fen: number;
  state: WithdrawState;
  /** Id of the account that submitted the application. 0 means that the applicant's own app submitted it. */
  maker_id: Defaulted<number>;
  maker_name: string;
  checker_id: number | null;
  checker_name: string | null;
  decided_at: Date | null;
  payer_id: number | null;
  payer_name: string | null;
  pay_started_at: Date | null;
  finished_at: Date | null;
  /** Reason why the application was rejected, failed or was returned. */
  note: string | null;
}

/** A payout (打款单). Its number is determined before the call to the channel. */
interface PayoutTable {
  id: number;
  created_at: Date;
  po_no: string;
  apply_id: number;
  attempt: number;
  channel: WithdrawChannel;
  merchant_number_id: number;
  amount_fen: number;
  state: PayoutState;
  /** Callback URL in the request to the channel. A retry must send the same value. */
  notify_url: string | null;
  channel_no: string | null;
  /** Text that opens the confirmation in the payee's app. */
  package_info: string | null;
  error_code: string | null;
  error_text: string | null;
  /** Time of the next query to the channel. */
  query_at: Date | null;
  tries: Defaulted<number>;
  sent_at: Date | null;
  finished_at: Date | null;
  voucher_id: number | null;
  /** Bill of the payout. `null` for payouts of earlier versions, which did not create the bill before the payment. */
  bill_id: number | null;
}
