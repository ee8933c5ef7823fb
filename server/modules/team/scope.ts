import { type Kysely, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import { RULE } from '../../../contract/rule-ids';
import type { TeamState } from '../../../contract/team.states';
import { isInScope } from '../../core/access/scope';
import type { Actor, DataScope } from '../../core/actor';
import { PREPARED } from '../../core/database/prepared-statements';
import type { Database } from '../../core/database/schema';
import type { ActorContext } from '../../core/http/context';
import { type Refusal, refuse } from '../../core/http/refusal';

/** The data scope over stations (DOMAIN §1): applied to lists, details, counts, exports and rankings. */

/** Stations in the scope in addition to its regions or franchisees. */
const withOwnTeams = (scope: { readonly alsoTeamIds?: readonly number[] }) => sql.val([...(scope.alsoTeamIds ?? [])]);

/** Stations in these regions, over the table `team` of the query. A code covers all levels below it: a station has a column per level. */
export function inRegions(codes: readonly string[]) {
  const list = sql`${sql.val([...codes])}::text[]`;
  return sql<SqlBool>`(team.province_code = any(${list}) or team.city_code = any(${list}) or team.district_code = any(${list}))`;
}

/** The scope's condition on the table `team` of the query; null: no condition. */
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
 * Limits a query to the stations of a data scope. Drafts are included; lists for people exclude them or use
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
 * Limits a query to the stations that a person may see: those in scope, their own drafts (a draft need not have a region
 * yet), and other drafts only with the permission to create stations. Deleted stations are excluded.
 */
export function visibleTeams<TB extends keyof Database, O>(
  qb: SelectQueryBuilder<Database, TB, O>,
  actor: Actor,
): SelectQueryBuilder<Database, TB, O> {
  const living = qb.where(sql<SqlBool>`team.deleted_at is null`);
  const wanted = condition(actor.scope);
  // All callers who see every station share one SQL text.
  if (wanted === null && seesDrafts(actor)) return living;
  const drafts = seesDrafts(actor) ? sql<SqlBool>`true` : sql<SqlBool>`team.status <> 'draft'`;
  const own = sql<SqlBool>`(team.status = 'draft' and team.created_by = ${actor.accountId})`;
  return living.where(sql<SqlBool>`((${wanted ?? sql<SqlBool>`true`} and ${drafts}) or ${own})`);
}

function seesDrafts(actor: Actor): boolean {
  return actor.accountType === 'owner' || actor.rules.has(RULE['team.list.create']);
}

/**
 * Tests whether the scope `was` has stations that the scope `is` lacks. Only the scope "all" includes records without a station.
 *
 * @param was the scope to compare with `is`
 */
export async function reachesBeyond(db: Kysely<Database>, was: DataScope, is: DataScope): Promise<boolean> {
  const seen = condition(is);
  if (seen === null) return false;
  if (was.kind === 'all') return true;
  const beyond = await scopeTeams(db.selectFrom('team'), was)
    // For a station without a region or franchisee the condition is null, and null must count as "not in scope".
    .where(sql<SqlBool>`coalesce(${seen}, false) is false`)
    .select('team.id')
    .limit(1)
    .executeTakeFirst();
  return beyond !== undefined;
}

/** The facts that decide whether a person may access a station. */
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
 * Loads the station if this person may see it.
 *
 * @throws Refusal 40302 when it is out of scope, 40401 when it does not exist or was deleted and the caller sees all stations
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

/** Refusal for a missing station. Callers with a limited scope must not learn whether a station exists (DOMAIN §9, decision 28). */
export const missingTeam = (actor: Pick<Actor, 'scope'>): Refusal => refuse(actor.scope.kind === 'all' ? 40401 : 40302);

/** Tests whether this person may see an existing station. */
export function maySee(actor: Actor, team: Omit<ScopedTeam, 'code' | 'name'>): boolean {
  if (team.status === 'draft' && team.createdBy === actor.accountId) return true;
  return isInScope(actor.scope, team) && (team.status !== 'draft' || seesDrafts(actor));
}

/** Tests data scopes for a station; a missing or deleted station is in no scope. */
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
