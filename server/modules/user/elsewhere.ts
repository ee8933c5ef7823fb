import { text } from '../../../contract/text';
import type { ActorContext } from '../../core/http/context';
import { scopedTeamIds, teamNames } from '../team';

/** What a reader with some stations learns about the other stations of a user: how many, and no name (DOMAIN §1). */

const ELSEWHERE = text('其他站点（{n}）', 'Other stations ({n})', 'Outras estações ({n})', '其他站點（{n}）');

/** Tests whether the reader may see a station; 0: no station. */
export async function sightOf(ctx: ActorContext) {
  const teamIds = await scopedTeamIds(ctx, undefined);
  const known = new Set(teamIds);
  return { teamIds, sees: (teamId: number) => teamIds === null || teamId === 0 || known.has(teamId) };
}

/** Loads the names of these stations. @returns what the reader sees of some of them: names, and the number of the others */
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
