import type { ColumnType, JSONColumnType } from 'kysely';

/** Changes that need the approval of a second user (four eyes, 4E). Owned by the module approval. */
export interface ApprovalTables {
  proposal: ProposalTable;
}

interface ProposalTable {
  id: number;
  version: ColumnType<number, number | undefined, number>;
  created_at: Date;
  expire_at: Date;
  /** Address of the called endpoint: its URL path without `/api/`. `payload` is the decoded input. */
  address: string;
  payload: JSONColumnType<Record<string, unknown>>;
  /** Permission ids. An account with any of them may approve. An empty list means that only the owner may approve. */
  rules: JSONColumnType<number[]>;
  /** Station that the change concerns. 0 means the platform itself, and `null` means that the change concerns no station. */
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
