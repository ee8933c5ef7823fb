import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { DataScope } from '../../core/actor';
import type { ActorContext } from '../../core/http/context';
import { refuse } from '../../core/http/refusal';
import { assertTeamInScope, scopesOfTeam, scopeTeams } from '../team';
import type { ApplyRow } from './store';

/**
 * This module decides which applications a person may see: those of the stations and of the franchisees in their scope. Applications of
 * franchisees belong to no station.
 */

/** Returns the franchisee ids of a scope. `null` means all franchisees. A scope of stations or regions contains none. */
export function franchiseesOf(scope: DataScope): readonly number[] | null {
  if (scope.kind === 'all') return null;
  return scope.kind === 'franchisees' ? scope.ids : [];
}

type Subject = Pick<ApplyRow, 'team_id' | 'subject_id'>;

/** Returns the record that a notice about an application names: its station, or the franchisee that applied. */
export const noticeRecord = (teamId: number | null, subjectId: number) =>
  teamId === null ? { objectId: subjectId } : { teamId };

/**
 * Checks that an application is in the caller's scope.
 *
 * @param rule id of the permission whose data scope applies; by default the scope of the called endpoint
 * @throws Refusal 40302 (out of scope), 40401 (the application's station is missing; with `rule` or a limited scope, the code is 40302)
 */
export async function assertInScope(
  ctx: Pick<ActorContext, 'db' | 'actor'>,
  { team_id: teamId, subject_id: subjectId }: Subject,
  rule?: number,
): Promise<void> {
  if (teamId === null) {
    const ids = franchiseesOf(rule === undefined ? ctx.actor.scope : ctx.actor.scopeOf(rule));
    if (ids !== null && !ids.includes(subjectId)) throw refuse(40302);
    return;
  }
  if (rule === undefined) {
    await assertTeamInScope(ctx, teamId);
    return;
  }
  const team = await scopesOfTeam(ctx.db, teamId);
  if (!team?.seenBy(ctx.actor.scopeOf(rule))) throw refuse(40302);
}

/** Builds the condition on the query's table `withdraw_apply` for applications in the caller's scope. */
export function inScope({ db, actor }: Pick<ActorContext, 'db' | 'actor'>): RawBuilder<SqlBool> {
  const { scope } = actor;
  if (scope.kind === 'all') return sql<SqlBool>`true`;
  const stations = scopeTeams(db.selectFrom('team').select('team.id'), scope);
  const ids = franchiseesOf(scope) ?? [];
  return sql<SqlBool>`(withdraw_apply.team_id in ${stations}
    or withdraw_apply.team_id is null and withdraw_apply.subject_id = any(${sql.val([...ids])}::bigint[]))`;
}
