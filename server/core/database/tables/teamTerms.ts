import type { Generated, JSONColumnType } from 'kysely';
import type { TeamFeeField } from '../../../../contract/team.fields';
import type { TeamTermsState } from '../../../../contract/teamTerms.states';

/** Changes of stations' terms (migration 0111). Owned by server/modules/teamTerms. */
export interface TeamTermsTables {
  team_terms: TeamTermsTable;
}

type Values = Partial<Record<TeamFeeField, string | number | null>>;

interface TeamTermsTable {
  id: number;
  version: Generated<number>;
  created_at: Date;
  expire_at: Date;
  no: string;
  team_id: number;
  /** What the changed fields held when the change was proposed. */
  base: JSONColumnType<Values, string, string>;
  changes: JSONColumnType<Values, string, string>;
  /** Null: from the next 04:00 on. */
  effective_at: Date | null;
  /** A credit limit that rises: the owner is one of the two people. */
  amount_fen: number | null;
  reason: string;
  /** On the orders of the month before the proposal, as it was when it was decided. */
  effect: JSONColumnType<object | null, string | null, string | null>;
  maker_id: number;
  maker_name: string;
  maker_is_owner: boolean;
  state: TeamTermsState;
  checker_id: Generated<number | null>;
  checker_name: Generated<string | null>;
  decided_at: Generated<Date | null>;
  note: Generated<string | null>;
}
