import { text } from '../../../contract/text';
import type { ActorContext } from '../../core/http/context';
import { scopedTeamIds, teamNames } from '../team';

/**
 * This module hides the names of stations that the reader of a user's page may not see. The reader gets only the count of these stations
 * (DOMAIN §1).
 */

const ELSEWHERE = text('其他站点（{n}）', 'Other stations ({n})', 'Outras estações ({n})', '其他站點（{n}）');

/**
 * Loads the ids of the stations that the reader may see. `teamIds` is `null` for all stations. `sees` tests whether the reader may see a
 * station; station 0 means no station and is always visible.
 */
export async function sightOf(ctx: ActorContext) {
  const teamIds = await scopedTeamIds(ctx, undefined);
  const known = new Set(teamIds);
  return { teamIds, sees: (teamId: number) => teamIds === null || teamId === 0 || known.has(teamId) };
}

/**
 * Loads the names of these stations.
 * @returns a function that takes some of these ids. It returns the names that the reader may see, and one text with the count of the
 *   other stations
 */
export async function shownTeams(ctx: ActorContext, ids: readonly number[]) {
  const { sees } = await sightOf(ctx);
  const names = await teamNames(ctx.db, ids.filter(sees));
  return (some: readonly number[]): string[] => {
    const others = some.filter((id) => !sees(id)).length;
    return [
      ...some.filter(sees).map((id) => names.get(id) ?? ''),
      ...(others > 0 ? [ctx.t(ELSEWHERE, { n: others })] : []),
    ];
  };
}
