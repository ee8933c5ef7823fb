import type { Insertable, Kysely, RawBuilder, Selectable, SqlBool } from 'kysely';
import { sql } from 'kysely';
import type { Actor } from '../../core/actor';
import type { Database } from '../../core/database/schema';
import { type CaseTable, decidableByRule } from '../case';

/** SQL of changes of terms. Decisions are never deleted. */

type Db = Kysely<Database>;
export type TermsRow = Selectable<Database['team_terms']>;

export const TERMS_TABLE: CaseTable = {
  name: 'team_terms',
  state: 'state',
  decidedBy: 'checker_id',
  decidedName: 'checker_name',
  team: 'team_id',
  emptyNote: null,
};

export async function insertTerms(db: Db, row: Insertable<Database['team_terms']>): Promise<void> {
  await db.insertInto('team_terms').values(row).execute();
}

/** Proposals of a station that wait, the newest first. */
export const pendingTerms = (db: Db, teamId: number, now: Date): Promise<TermsRow[]> =>
  db
    .selectFrom('team_terms')
    .selectAll()
    .where('team_id', '=', teamId)
    .where('state', '=', 'pending')
    .where('expire_at', '>', now)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();

/** Those that a person may agree to: of others, in the stations of the rule, and a higher credit limit only as the owner. */
export function decidableTerms(db: Db, actor: Actor): RawBuilder<SqlBool> {
  const byRule = decidableByRule(db, actor, { table: TERMS_TABLE, rule: 3311 });
  const isOwner = actor.accountType === 'owner';
  return sql<SqlBool>`(${byRule} and (${isOwner}::boolean or team_terms.maker_is_owner or coalesce(team_terms.amount_fen, 0) = 0))`;
}
