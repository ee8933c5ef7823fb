import type { Generated, JSONColumnType } from 'kysely';
import type { TeamFeeField } from '../../../../contract/team.fields';
import type { TeamTermsState } from '../../../../contract/teamTerms.states';

/** Proposed changes of stations' terms (migration 0111). Owned by server/modules/teamTerms. */
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
  /** Values of the changed fields when the proposal was made. */
  base: JSONColumnType<Values, string, string>;
  changes: JSONColumnType<Values, string, string>;
  /** `null` means that the change takes effect at the next 04:00. */
  effective_at: Date | null;
  /** New credit limit. Set only when the limit rises: the maker or the reviewer must then be the owner. */
  amount_fen: number | null;
  reason: string;
  /** Effect on the orders of the month before the proposal. It is computed when the proposal is decided. */
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
