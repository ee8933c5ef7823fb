import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { assertWhole } from '../../core/access/whole-scope';
import type { ActorContext } from '../../core/http/context';
import { scopedTeamIds } from '../team';

/**
 * Data scope of content. Content without stations is content for all stations. All users of the page can read this content, but only users
 * who see all stations can change it. Content with stations can be read by users who see at least one of these stations. Only users who
 * see all of these stations can change it.
 */

/**
 * Builds the condition for content that is for all stations or for at least one of the given stations.
 *
 * @param stored column of station ids, or an expression
 */
export const ofTeams = (stored: string | RawBuilder<unknown>, teamIds: readonly number[]) => {
  const ids = typeof stored === 'string' ? sql.ref(stored) : stored;
  return sql<SqlBool>`(${ids} = '[]'::jsonb or exists (
    select 1 from jsonb_array_elements_text(${ids}) team where team::bigint = any(${sql.val([...teamIds])}::bigint[])))`;
};

/** Checks whether the caller may change content for these stations. @param seen stations in the data scope; `null` includes all */
export const isWritable = (teamIds: readonly number[], seen: readonly number[] | null): boolean =>
  seen === null || (teamIds.length > 0 && teamIds.every((id) => seen.includes(id)));

/** Checks whether the caller may read content for these stations. @param seen stations in the data scope; `null` includes all */
export const isReadable = (teamIds: readonly number[], seen: readonly number[] | null): boolean =>
  seen === null || teamIds.length === 0 || teamIds.some((id) => seen.includes(id));

/**
 * Checks that the caller may change content.
 *
 * @throws Refusal 40302 (a station outside the data scope, or content for all stations while the data scope is limited)
 */
export async function assertWritable(ctx: ActorContext, teamIds: readonly number[]): Promise<void> {
  if (teamIds.length === 0) {
    assertWhole(ctx);
    return;
  }
  await scopedTeamIds(ctx, teamIds);
}
