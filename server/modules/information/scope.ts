import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { ActorContext } from '../../core/http/context';
import { refuse } from '../../core/http/refusal';
import { scopedTeamIds } from '../team';

/**
 * Data scope of content. Everyone with the page's rule reads content for all stations; only users who see all stations change it.
 * Content for some stations can be changed by users who see all of these stations.
 */

/** Condition: rows for all stations, or for at least one of these. @param stored a column of ids, or an expression */
export const ofTeams = (stored: string | RawBuilder<unknown>, teamIds: readonly number[]) => {
  const ids = typeof stored === 'string' ? sql.ref(stored) : stored;
  return sql<SqlBool>`(${ids} = '[]'::jsonb or exists (
    select 1 from jsonb_array_elements_text(${ids}) team where team::bigint = any(${sql.val([...teamIds])}::bigint[])))`;
};

/** Whether the caller may change content for these stations. @param seen the stations in scope; null: all */
export const isWritable = (teamIds: readonly number[], seen: readonly number[] | null): boolean =>
  seen === null || (teamIds.length > 0 && teamIds.every((id) => seen.includes(id)));

/** Whether the caller sees content for these stations. @param seen the stations in scope; null: all */
export const isReadable = (teamIds: readonly number[], seen: readonly number[] | null): boolean =>
  seen === null || teamIds.length === 0 || teamIds.some((id) => seen.includes(id));

/** @throws Refusal 40302 the content is for all stations, or for one outside of the scope */
export async function assertWritable(ctx: ActorContext, teamIds: readonly number[]): Promise<void> {
  if (teamIds.length === 0) {
    if (ctx.actor.scope.kind !== 'all') throw refuse(40302);
    return;
  }
  await scopedTeamIds(ctx, teamIds);
}
