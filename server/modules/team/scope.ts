import { type Kysely, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import { RULE } from '../../../contract/rule-ids';
import type { TeamState } from '../../../contract/team.states';
import { isInScope } from '../../core/access/scope';
import type { Actor, DataScope } from '../../core/actor';
import { PREPARED } from '../../core/database/prepared-statements';
import type { Database } from '../../core/database/schema';
import type { ActorContext } from '../../core/http/context';
import { type Refusal, refuse } from '../../core/http/refusal';

/** This module applies the data scope over stations (DOMAIN §1) to lists, details, counts, exports and rankings. */

/** Builds the SQL value for the ids of the stations that a scope contains in addition to its regions or franchisees. */
const withOwnTeams = (scope: { readonly alsoTeamIds?: readonly number[] }) => sql.val([...(scope.alsoTeamIds ?? [])]);

/**
 * Builds the condition on the query's table `team` for stations in these regions. A code covers all levels below it, because a station
 * has one column per level.
 */
export function inRegions(codes: readonly string[]) {
  const list = sql`${sql.val([...codes])}::text[]`;
  return sql<SqlBool>`(team.province_code = any(${list}) or team.city_code = any(${list}) or team.district_code = any(${list}))`;
}

/** Builds the scope's condition on the query's table `team`. `null` means that the scope is "all". */
function condition(scope: DataScope) {
  switch (scope.kind) {
    case 'all':
      return null;
    case 'regions':
      return sql<SqlBool>`(${inRegions(scope.codes)} or team.id = any(${withOwnTeams(scope)}::bigint[]))`;
    case 'teams':
      return sql<SqlBool>`team.id = any(${sql.val([...scope.ids])}::bigint[])`;
    case 'franchisees':
      return sql<SqlBool>`(team.franchisee_id = any(${sql.val([...scope.ids])}::bigint[])
        or team.id = any(${withOwnTeams(scope)}::bigint[]))`;
  }
}

/**
 * Limits a query to the stations of a data scope. Drafts and deleted stations are included: a list must exclude them or use
 * {@link visibleTeams}.
 *
 * @param qb a query that selects from `team` or joins it
 */
export function scopeTeams<TB extends keyof Database, O>(
  qb: SelectQueryBuilder<Database, TB, O>,
  scope: DataScope,
): SelectQueryBuilder<Database, TB, O> {
  const wanted = condition(scope);
  return wanted ? qb.where(wanted) : qb;
}

/**
 * Limits a query to the stations that a person may see. These are stations in scope and the person's own drafts, which may have no
 * region yet. Other drafts need the permission to create stations. Deleted stations are excluded.
 */
export function visibleTeams<TB extends keyof Database, O>(
  qb: SelectQueryBuilder<Database, TB, O>,
  actor: Actor,
): SelectQueryBuilder<Database, TB, O> {
  const living = qb.where(sql<SqlBool>`team.deleted_at is null`);
  const wanted = condition(actor.scope);
  // Do not add a condition that is always true. All callers who see every station then run the same SQL text.
  if (wanted === null && seesDrafts(actor)) return living;
  const drafts = seesDrafts(actor) ? sql<SqlBool>`true` : sql<SqlBool>`team.status <> 'draft'`;
  const own = sql<SqlBool>`(team.status = 'draft' and team.created_by = ${actor.accountId})`;
  return living.where(sql<SqlBool>`((${wanted ?? sql<SqlBool>`true`} and ${drafts}) or ${own})`);
}

function seesDrafts(actor: Actor): boolean {
  return actor.accountType === 'owner' || actor.rules.has(RULE['team.list.create']);
}

/**
 * Tests whether the scope `was` has stations that the scope `is` lacks. The scope "all" always exceeds any other scope,
 * because only "all" includes records without a station.
 *
 * @param was the scope that may be wider
 * @param is the scope that may lack stations
 */
export async function reachesBeyond(db: Kysely<Database>, was: DataScope, is: DataScope): Promise<boolean> {
  const seen = condition(is);
  if (seen === null) return false;
  if (was.kind === 'all') return true;
  const beyond = await scopeTeams(db.selectFrom('team'), was)
    // The condition is null for a station without a region or franchisee. Null must count as "not in scope".
    .where(sql<SqlBool>`coalesce(${seen}, false) is false`)
    .select('team.id')
    .limit(1)
    .executeTakeFirst();
  return beyond !== undefined;
}

/** The station's data that decide whether a person may access it. */
interface ScopedTeam {
  readonly id: number;
  readonly code: string;
  readonly name: string;
  readonly status: TeamState;
  readonly createdBy: number;
  readonly provinceCode: string | null;
  readonly cityCode: string | null;
  readonly districtCode: string | null;
  readonly franchiseeId: number | null;
}

/**
 * Loads a station that the caller may see.
 *
 * @throws Refusal 40302 when the station is out of scope. A missing or deleted station gives 40401 to callers who see all stations,
 * and 40302 to others.
 */
export async function assertTeamInScope(ctx: Pick<ActorContext, 'db' | 'actor'>, teamId: number): Promise<ScopedTeam> {
  const team = await ctx.db
    .selectFrom('team')
    .where('team.id', '=', teamId)
    .where('team.deleted_at', 'is', null)
    .select([
      'team.id',
      'team.code',
      'team.name',
      'team.status',
      'team.created_by as createdBy',
      'team.province_code as provinceCode',
      'team.city_code as cityCode',
      'team.district_code as districtCode',
      'team.franchisee_id as franchiseeId',
    ])
    .modifyEnd(PREPARED)
    .executeTakeFirst();
  if (!team) throw missingTeam(ctx.actor);
  if (!maySee(ctx.actor, team)) throw refuse(40302);
  return team;
}

/**
 * Builds the refusal for a missing station. Callers with a limited scope must not learn whether a station exists (DOMAIN §9, decision 28).
 */
export const missingTeam = (actor: Pick<Actor, 'scope'>): Refusal => refuse(actor.scope.kind === 'all' ? 40401 : 40302);

/** Tests whether a person may see an existing station. */
export function maySee(actor: Actor, team: Omit<ScopedTeam, 'code' | 'name'>): boolean {
  if (team.status === 'draft' && team.createdBy === actor.accountId) return true;
  return isInScope(actor.scope, team) && (team.status !== 'draft' || seesDrafts(actor));
}

/** Returns a station's name and `seenBy`, which tests whether a scope contains the station. Returns `null` if it is missing or deleted. */
export async function scopesOfTeam(
  db: Kysely<Database>,
  teamId: number,
): Promise<{ readonly name: string; seenBy(scope: DataScope): boolean } | null> {
  const team = await db
    .selectFrom('team')
    .select([
      'id',
      'name',
      'province_code as provinceCode',
      'city_code as cityCode',
      'district_code as districtCode',
      'franchisee_id as franchiseeId',
    ])
    .where('id', '=', teamId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return team ? { name: team.name, seenBy: (scope) => isInScope(scope, team) } : null;
}
