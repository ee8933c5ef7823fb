import { idIn } from '../../core/database/id-in';
import { PREPARED } from '../../core/database/prepared-statements';
import type { ActorContext } from '../../core/http/context';
import { refuse } from '../../core/http/refusal';
import { scopeTeams } from './scope';

/**
 * Resolves the stations of a list or figure: the requested ones, or else all in scope. `null` means all stations.
 *
 * @throws Refusal 40302 when a requested station is out of scope or does not exist; the refusal does not reveal which
 */
export async function scopedTeamIds(
  ctx: Pick<ActorContext, 'db' | 'actor'>,
  asked: readonly number[] | undefined,
): Promise<readonly number[] | null> {
  const { scope } = ctx.actor;
  if (scope.kind === 'all' && !asked?.length) return null;
  const wanted = asked?.length ? [...new Set(asked)] : null;
  const rows = await scopeTeams(ctx.db.selectFrom('team'), scope)
    .where('team.deleted_at', 'is', null)
    .$if(wanted !== null, (qb) => qb.where(idIn('team.id', wanted ?? [])).modifyEnd(PREPARED))
    .select('team.id')
    .execute();
  if (wanted !== null && rows.length < wanted.length) throw refuse(40302);
  return wanted ?? rows.map(({ id }) => id);
}

/** Reads the names of those stations that are in the caller's data scope, by station id. Deleted stations are included. */
export async function scopedTeamNames(
  { db, actor }: Pick<ActorContext, 'db' | 'actor'>,
  ids: readonly number[],
): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await scopeTeams(db.selectFrom('team'), actor.scope)
    .where(idIn('team.id', ids))
    .select(['team.id', 'team.name'])
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}
