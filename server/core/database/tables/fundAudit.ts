import type { ColumnType, JSONColumnType } from 'kysely';
import type {
  AuditDirection,
  AuditKind,
  AuditSource,
  FundAuditState,
  FundedBy,
} from '../../../../contract/fundAudit.states';

/** Tables of the rider fund audit (DOMAIN §5.6; migration 0023). Owned by server/modules/fundAudit. Balances are the ledger's. */
export interface FundAuditTables {
  rider_fund_audit: RiderFundAuditTable;
}

type Defaulted<T> = ColumnType<T, T | undefined, T>;

/** 骑手资金审核. */
interface RiderFundAuditTable {
  id: number;
  version: Defaulted<number>;
  created_at: Date;
  expire_at: Date;
  no: string;
  rider_id: number;
  /** The rider's station when the entry was made. */
  team_id: number;
  kind: AuditKind;
  direction: AuditDirection;
  amount_fen: number;
  /** The part of a deduction that was taken so far. */
  collected_fen: Defaulted<number>;
  funded_by: FundedBy;
  source: AuditSource;
  source_no: string | null;
  appeal_of_id: number | null;
  related_no: string | null;
  reason: string;
  /** File ids. */
  evidence: JSONColumnType<number[], string, string>;
  allow_instalment: boolean;
  maker_id: number;
  maker_name: string;
  state: FundAuditState;
  /** The last reviewer, also of a returned entry. */
  checker_id: number | null;
  checker_name: string | null;
  decided_at: Date | null;
  note: string | null;
  /** Numbers of the postings, oldest first. */
  tx_nos: JSONColumnType<string[], string | undefined, string>;
}
