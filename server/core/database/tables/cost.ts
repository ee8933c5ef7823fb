import type { ColumnType, JSONColumnType } from 'kysely';
import type {
  ChargeState,
  CostKind,
  CostRuleState,
  CostScope,
  CostTarget,
  CostTerms,
  ServiceType,
  WhatIfState,
} from '../../../../contract/cost.states';
import type { AccountCode } from '../../../../contract/ledger';

/** Fee rules, fee charges and what-ifs (migration 0080). Owned by server/modules/cost. The ledger writes the charges of orders. */
export interface CostTables {
  cost_rule: CostRuleTable;
  cost_charge: CostChargeTable;
  cost_what_if: CostWhatIfTable;
}

type Defaulted<T> = ColumnType<T, T | undefined, T>;

/** A version of a fee rule (费用规则). */
interface CostRuleTable {
  id: number;
  version: Defaulted<number>;
  created_at: Date;
  rule_no: string;
  revision: number;
  name: string;
  kind: CostKind;
  target: CostTarget;
  scope_type: CostScope;
  /** Station ids or region codes, according to `scope_type`. Empty for other scopes. */
  scope_ids: JSONColumnType<readonly string[], string, string>;
  /** Service types to which the rule applies. An empty list means all types. */
  service_types: JSONColumnType<readonly ServiceType[], string, string>;
  terms: JSONColumnType<CostTerms, string, string>;
  priority: number;
  effective_from: Date;
  /**
   * End of the validity, exclusive. Disabling a version ends it immediately, or at its start if it is not yet in force. `null` means that
   * there is no end.
   */
  effective_to: Date | null;
  state: CostRuleState;
  remark: Defaulted<string>;
  /** Station of a rule that is limited to a single station. `null` for all other rules. */
  team_id: number | null;
  /** Account id of the draft's author. After the submission, account id of the submitter. */
  maker_id: number;
  maker_name: string;
  checker_id: number | null;
  checker_name: string | null;
  decided_at: Date | null;
  note: string | null;
  updated_at: Date;
  updated_by: number;
  updated_by_name: string;
}

/** A fee that was charged or is still owed (扣费记录). */
interface CostChargeTable {
  id: number;
  version: Defaulted<number>;
  created_at: Date;
  no: string;
  rule_id: number;
  rule_no: string;
  revision: number;
  kind: CostKind;
  target: CostTarget;
  target_id: number;
  team_id: number;
  /** What the fee was charged for: the number of an order, or the month or year of a periodic fee. */
  biz_no: string;
  base_fen: number | null;
  rate_bp: number | null;
  amount_fen: number;
  /** Ledger account that receives the fee. */
  account: AccountCode;
  /** Ledger account from which the fee is deducted, or will be deducted while it is owed. */
  deducted_from: AccountCode;
  state: ChargeState;
  tx_no: string | null;
  /** Reason why the charge was waived. */
  note: string | null;
}

/** A what-if (历史试算): the changes that a fee rule would have made in the past. */
interface CostWhatIfTable {
  id: number;
  created_at: Date;
  rule_id: number;
  rule: JSONColumnType<object, string, string>;
  from_day: string;
  to_day: string;
  state: WhatIfState;
  total: Defaulted<number>;
  done: Defaulted<number>;
  result: JSONColumnType<object | null, string | null | undefined, string | null>;
  /** Stations in the requester's data scope. `null` means all stations. */
  scope: JSONColumnType<{ readonly teamIds: readonly number[] | null }, string, string>;
  created_by: number;
  created_by_name: string;
  finished_at: Date | null;
}
