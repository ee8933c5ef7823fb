import type { ColumnType, JSONColumnType } from 'kysely';

/** Changes that await a second person (4E). Owned by the module approval. */
export interface ApprovalTables {
  proposal: ProposalTable;
}

interface ProposalTable {
  id: number;
  version: ColumnType<number, number | undefined, number>;
  created_at: Date;
  expire_at: Date;
  /** Address of the endpoint, and its decoded input. */
  address: string;
  payload: JSONColumnType<Record<string, unknown>>;
  /** An account with one of these rules may approve; empty: the owner only. */
  rules: JSONColumnType<number[]>;
  /** The station that the change concerns; null: none, 0: the platform itself. */
  team_id: number | null;
  state_hash: string;
  object_id: number | null;
  object_no: string;
  before: JSONColumnType<Record<string, unknown>> | null;
  after: JSONColumnType<Record<string, unknown>> | null;
  maker_id: number;
  maker_name: string;
  status: 'pending' | 'approved' | 'rejected' | 'withdrawn' | 'expired';
  decided_by: number | null;
  decided_name: string | null;
  decided_at: Date | null;
  note: ColumnType<string, string | undefined, string>;
}
