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

/** Stations that a person has besides what the scope says. */
const withOwnTeams = (scope: { readonly alsoTeamIds?: readonly number[] }) => sql.val([...(scope.alsoTeamIds ?? [])]);

/** What a scope asks of the table `team` in the query; null = nothing. */
function condition(scope: DataScope) {
  switch (scope.kind) {
    case 'all':
      return null;
    case 'regions': {
      // A code of any level covers everything below it, and each level of a station has its own column.
      const codes = sql.val([...scope.codes]);
      return sql<SqlBool>`(team.province_code = any(${codes}::text[]) or team.city_code = any(${codes}::text[])
        or team.district_code = any(${codes}::text[]) or team.id = any(${withOwnTeams(scope)}::bigint[]))`;
    }
    case 'teams':
      return sql<SqlBool>`team.id = any(${sql.val([...scope.ids])}::bigint[])`;
    case 'franchisees':
      return sql<SqlBool>`(team.franchisee_id = any(${sql.val([...scope.ids])}::bigint[])
        or team.id = any(${withOwnTeams(scope)}::bigint[]))`;
  }
}

/**
 * Leaves the stations of a data scope. Drafts count as stations here; lists for people leave them out or use {@link
 * visibleTeams}.
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
 * The stations that a person may see: those in scope, drafts only with the right to create stations, and one's own drafts
 * always (a draft need not have a region yet). Deleted ones are left out.
 */
export function visibleTeams<TB extends keyof Database, O>(
  qb: SelectQueryBuilder<Database, TB, O>,
  actor: Actor,
): SelectQueryBuilder<Database, TB, O> {
  const living = qb.where(sql<SqlBool>`team.deleted_at is null`);
  const wanted = condition(actor.scope);
  // Who sees all of them asks in the same words as everybody who does.
  if (wanted === null && seesDrafts(actor)) return living;
  const drafts = seesDrafts(actor) ? sql<SqlBool>`true` : sql<SqlBool>`team.status <> 'draft'`;
  const own = sql<SqlBool>`(team.status = 'draft' and team.created_by = ${actor.accountId})`;
  return living.where(sql<SqlBool>`((${wanted ?? sql<SqlBool>`true`} and ${drafts}) or ${own})`);
}

function seesDrafts(actor: Actor): boolean {
  return actor.accountType === 'owner' || actor.rules.has(RULE['team.list.create']);
}

/**
 * Does one scope have stations that another one lacks? What belongs to no station is seen with all of them only.
 *
 * @param was the scope that is held against `is`
 */
export async function reachesBeyond(db: Kysely<Database>, was: DataScope, is: DataScope): Promise<boolean> {
  const seen = condition(is);
  if (seen === null) return false;
  if (was.kind === 'all') return true;
  const beyond = await scopeTeams(db.selectFrom('team'), was)
    // A station without a region or a franchisee lies in no scope of those, rather than in an unknown one.
    .where(sql<SqlBool>`coalesce(${seen}, false) is false`)
    .select('team.id')
    .limit(1)
    .executeTakeFirst();
  return beyond !== undefined;
}

/** What decides whether a person may touch a station. */
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
 * The station, when this person may see it.
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

/** For a station that does not exist. Who sees some stations only is not told whether another one exists (DOMAIN §9, decision 28). */
export const missingTeam = (actor: Pick<Actor, 'scope'>): Refusal => refuse(actor.scope.kind === 'all' ? 40401 : 40302);

/** Whether this person may see a station that exists. */
export function maySee(actor: Actor, team: Omit<ScopedTeam, 'code' | 'name'>): boolean {
  if (team.status === 'draft' && team.createdBy === actor.accountId) return true;
  return isInScope(actor.scope, team) && (team.status !== 'draft' || seesDrafts(actor));
}

/** Tests whether a station is in a data scope; a station that does not exist or was deleted is in none. */
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
