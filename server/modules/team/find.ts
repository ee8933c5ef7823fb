import type { SearchHit } from '../../../contract/search';
import { teamLifecycle } from '../../../contract/team.states';
import type { ActorContext } from '../../core/http/context';
import { searchHit } from '../../core/list/search-hit';
import { teamsNamed } from './list-store';

/** Finds stations for the record search. The text matches part of the name, the beginning of the code, or a phone (DOMAIN §0.2). */
export async function findTeams(ctx: ActorContext, text: string, limit: number): Promise<SearchHit[]> {
  const teams = await teamsNamed(ctx.db, ctx.actor, text, limit);
  return teams.flatMap(({ id, name, code, status }) =>
    status === 'deleted'
      ? []
      : searchHit(ctx, teamLifecycle.states[status], { id, title: name || code, note: name ? code : '' }),
  );
}
