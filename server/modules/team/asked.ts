import type { ActorContext } from '../../core/context';
import { refuse } from '../../core/refusal';
import { scopeTeams } from './scope';

/**
 * The stations that a list or a figure is about: those asked for, else all in scope; null = all there are.
 *
 * @throws Refusal 40302 when one asked for is out of scope or does not exist: the answer does not tell which
 */
export async function askedTeams(
  ctx: Pick<ActorContext, 'db' | 'actor'>,
  asked: readonly number[] | undefined,
): Promise<readonly number[] | null> {
  const { scope } = ctx.actor;
  if (scope.kind === 'all' && !asked?.length) return null;
  const rows = await scopeTeams(ctx.db.selectFrom('team'), scope)
    .where('team.deleted_at', 'is', null)
    .select('team.id')
    .execute();
  const own = rows.map(({ id }) => id);
  if (!asked?.length) return own;
  const inScope = new Set(own);
  if (!asked.every((id) => inScope.has(id))) throw refuse(40302);
  return [...new Set(asked)];
}
