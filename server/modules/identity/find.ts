import { identityLifecycle } from '../../../contract/identity.states';
import type { SearchHit } from '../../../contract/search';
import type { ActorContext } from '../../core/http/context';
import { searchHit } from '../../core/list/search-hit';
import { builtinKeysNamed, nameOf } from './answers';
import { identityPage } from './store';

/** Finds identities by name or description, for the global search. */
export async function findIdentities(ctx: ActorContext, text: string, limit: number): Promise<SearchHit[]> {
  const { rows } = await identityPage(
    ctx.db,
    { keyword: text, builtinKeys: builtinKeysNamed(ctx, text) },
    { offset: 0, limit, sortField: 'updatedAt', sortOrder: 'desc' },
  );
  return rows.map((identity) => {
    const note = identity.builtinKey === null ? identity.description : '';
    return searchHit(ctx, identityLifecycle.states[identity.status], {
      id: identity.id,
      title: nameOf(ctx, identity),
      note,
    });
  });
}
