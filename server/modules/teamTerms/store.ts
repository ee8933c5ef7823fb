import type { Insertable, Kysely, RawBuilder, Selectable, SqlBool } from 'kysely';
import { sql } from 'kysely';
import type { Actor } from '../../core/actor';
import type { Database } from '../../core/database/schema';
import { type ExportKey, type ExportRange, inExport } from '../../core/export/export';
import { countUpTo } from '../../core/list/query';
import { caseTable, decidableByRule } from '../case';
import type { listedTeams } from '../team';

/** This module contains the SQL queries for changes of terms. It deletes nothing, because decided changes are kept. */

type Db = Kysely<Database>;
export type TermsRow = Selectable<Database['team_terms']>;

export const TERMS_TABLE = caseTable('team_terms');

export async function insertTerms(db: Db, row: Insertable<Database['team_terms']>): Promise<void> {
  await db.insertInto('team_terms').values(row).execute();
}

/** Lists the pending proposals of a station, newest first. Expired proposals are left out. */
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

interface ExportFrom {
  readonly stations: Awaited<ReturnType<typeof listedTeams>>;
  readonly range: ExportRange;
  readonly after: ExportKey | null;
}

const inFile = (db: Db, { stations, range, after }: ExportFrom) =>
  db
    .selectFrom('team_terms')
    .innerJoin('team', 'team.id', 'team_terms.team_id')
    .where('team_terms.team_id', 'in', stations)
    .where(inExport('team_terms', range, after));

export const countTerms = (db: Db, from: ExportFrom, most: number) => countUpTo(db, inFile(db, from), most);

/** Reads a batch of changes of terms for an export, newest first. */
export const exportedTerms = (db: Db, from: ExportFrom, limit: number) =>
  inFile(db, from)
    .selectAll('team_terms')
    .select(['team.name as team_name', 'team.code as team_code'])
    .orderBy('team_terms.id', 'desc')
    .limit(limit)
    .execute();

/**
 * Builds the condition for changes that a person may approve. Another person must have proposed the change, and the person's permission to
 * approve must cover the change's station. A higher credit limit needs the owner as proposer or approver.
 */
export function decidableTerms(db: Db, actor: Actor): RawBuilder<SqlBool> {
  const byRule = decidableByRule(db, actor, { table: TERMS_TABLE, rule: 3311 });
  const isOwner = actor.accountType === 'owner';
  return sql<SqlBool>`(${byRule} and (${isOwner}::boolean or team_terms.maker_is_owner or coalesce(team_terms.amount_fen, 0) = 0))`;
}
