import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { DataScope } from '../../core/actor';
import type { ActorContext } from '../../core/http/context';
import { refuse } from '../../core/http/refusal';
import { assertTeamInScope, scopesOfTeam, scopeTeams } from '../team';
import type { ApplyRow } from './store';

/** The applications that a person may see: those of their stations and of their franchisees (who belong to no station). */

/** Franchisees of a scope; null: all. */
export function franchiseesOf(scope: DataScope): readonly number[] | null {
  if (scope.kind === 'all') return null;
  return scope.kind === 'franchisees' ? scope.ids : [];
}

type Subject = Pick<ApplyRow, 'team_id' | 'subject_id'>;

/**
 * @param rule the permission whose data scope applies; absent: that of the called endpoint
 * @throws Refusal 40302 · 40401
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

/** The same check for a list: a condition on `withdraw_apply` of the query. */
export function inScope({ db, actor }: Pick<ActorContext, 'db' | 'actor'>): RawBuilder<SqlBool> {
  const { scope } = actor;
  if (scope.kind === 'all') return sql<SqlBool>`true`;
  const stations = scopeTeams(db.selectFrom('team').select('team.id'), scope);
  const ids = franchiseesOf(scope) ?? [];
  return sql<SqlBool>`(withdraw_apply.team_id in ${stations}
    or withdraw_apply.team_id is null and withdraw_apply.subject_id = any(${sql.val([...ids])}::bigint[]))`;
}
