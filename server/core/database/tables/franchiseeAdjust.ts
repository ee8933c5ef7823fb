import type { ColumnType, Generated, JSONColumnType } from 'kysely';
import type { FranchiseeAdjustState } from '../../../../contract/franchiseeAdjust.states';
import type { AdjustCategory } from '../../../../contract/teamFund.states';

/** Adjustments of franchisees' share balances (migration 0245). Owned by server/modules/franchisee. */
export interface FranchiseeAdjustTables {
  franchisee_adjust: FranchiseeAdjustTable;
}

type Optional<T> = ColumnType<T | null, T | null | undefined, T | null>;

/** An adjustment of a franchisee's balance (加盟商调账). */
interface FranchiseeAdjustTable {
  id: number;
  version: Generated<number>;
  created_at: Date;
  expire_at: Date;
  no: string;
  franchisee_id: number;
  team_id: Optional<number>;
  direction: 'in' | 'out';
  amount_fen: number;
  category: AdjustCategory;
  related_no: Optional<string>;
  reason: string;
  /** Ids of stored files. */
  evidence: JSONColumnType<number[]>;
  maker_id: number;
  maker_name: string;
  maker_is_owner: boolean;
  state: FranchiseeAdjustState;
  checker_id: Optional<number>;
  checker_name: Optional<string>;
  decided_at: Optional<Date>;
  note: Optional<string>;
  tx_no: Optional<string>;
}
