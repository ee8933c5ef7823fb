import type { ColumnType, JSONColumnType } from 'kysely';
import type {
  AuditDirection,
  AuditKind,
  AuditSource,
  FundAuditState,
  FundedBy,
} from '../../../../contract/fundAudit.states';

/** Tables of the rider fund audit (DOMAIN §5.6; migration 0023). Owned by server/modules/fundAudit. The ledger has the balances. */
export interface FundAuditTables {
  rider_fund_audit: RiderFundAuditTable;
}

type Defaulted<T> = ColumnType<T, T | undefined, T>;

/** An entry of the rider fund audit (骑手资金审核). */
interface RiderFundAuditTable {
  id: number;
  version: Defaulted<number>;
  created_at: Date;
  expire_at: Date;
  no: string;
  rider_id: number;
  /** The rider's station when the entry was created. */
  team_id: number;
  kind: AuditKind;
  direction: AuditDirection;
  amount_fen: number;
  /** Amount of the deduction that has been collected. */
  collected_fen: Defaulted<number>;
  funded_by: FundedBy;
  source: AuditSource;
  source_no: string | null;
  appeal_of_id: number | null;
  related_no: string | null;
  reason: string;
  /** Ids of stored files. */
  evidence: JSONColumnType<number[], string, string>;
  allow_instalment: boolean;
  maker_id: number;
  maker_name: string;
  state: FundAuditState;
  /** Account id of the last reviewer. A returned entry also has a reviewer. */
  checker_id: number | null;
  checker_name: string | null;
  decided_at: Date | null;
  note: string | null;
  /** Numbers of the posted transactions, oldest first. */
  tx_nos: JSONColumnType<string[], string | undefined, string>;
}
