import type { ColumnType, JSONColumnType } from 'kysely';
import type { WithdrawApplicant, WithdrawChannel } from '../../../../contract/withdraw.settings';
import type { PayoutState, RiskTag, WithdrawState } from '../../../../contract/withdraw.states';

/** Withdrawals (migration 0070). Owned by server/modules/withdraw. */
export interface WithdrawTables {
  payee_account: PayeeAccountTable;
  withdraw_apply: WithdrawApplyTable;
  payout: PayoutTable;
}

type Defaulted<T> = ColumnType<T, T | undefined, T>;

/** 收款账户. */
interface PayeeAccountTable {
  id: number;
  owner_type: WithdrawApplicant;
  owner_id: number;
  channel: 'wechat' | 'alipay' | 'bank';
  /** Sealed; the place is `payee_account.account_no.<id>`. */
  account_no: Buffer;
  last4: string;
  name: string;
  bank_name: string | null;
  /** Of WeChat: the payee in the application `app_id`. */
  open_id: string | null;
  app_id: string | null;
  verified_at: Date | null;
  changed_at: Date;
  status: Defaulted<'active' | 'replaced'>;
}

/** 提现申请. */
interface WithdrawApplyTable {
  id: number;
  version: Defaulted<number>;
  created_at: Date;
  no: string;
  subject_type: WithdrawApplicant;
  subject_id: number;
  subject_name: string;
  /** The station itself, or that of the rider or merchant; null for a franchisee. */
  team_id: number | null;
  amount_fen: number;
  fee_fen: number;
  net_fen: number;
  fee_free: boolean;
  fee_mode: 'deduct' | 'platform';
  config_version: number;
  /** The payer must be another person than the reviewer. */
  is_dual: boolean;
  channel: WithdrawChannel;
  payee_id: number;
  payee_name: string;
  risk_tags: JSONColumnType<RiskTag[], string, string>;
  balance_after_fen: number;
  state: WithdrawState;
  /** Account that applied; 0: the rider's app. */
  maker_id: Defaulted<number>;
  maker_name: string;
  checker_id: number | null;
  checker_name: string | null;
  decided_at: Date | null;
  payer_id: number | null;
  payer_name: string | null;
  pay_started_at: Date | null;
  finished_at: Date | null;
  /** Why it was rejected, failed or came back. */
  note: string | null;
}

/** 打款单. The number is fixed before the channel is called. */
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
  /** Part of what was asked of the channel: a repetition must be the same. */
  notify_url: string | null;
  channel_no: string | null;
  /** What the payee's app opens the confirmation with. */
  package_info: string | null;
  error_code: string | null;
  error_text: string | null;
  /** When the channel is asked next. */
  query_at: Date | null;
  tries: Defaulted<number>;
  sent_at: Date | null;
  finished_at: Date | null;
  voucher_id: number | null;
  /** Null: of a payout from before bills were opened before the money. */
  bill_id: number | null;
}
