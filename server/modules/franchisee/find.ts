import { FRANCHISEE_STATES } from '../../../contract/franchisee.states';
import type { SearchHit } from '../../../contract/search';
import { maskTel } from '../../core/access/mask';
import type { ActorContext } from '../../core/http/context';
import { newest, searchHit } from '../../core/list/search-hit';
import { filterOf } from './answers';
import { franchiseeRows } from './list-store';

/** Finds franchisees by name, number or phone, for the global search. */
export async function findFranchisees(ctx: ActorContext, words: string, limit: number): Promise<SearchHit[]> {
  const filter = await filterOf(ctx, { keyword: words });
  const list = await newest(franchiseeRows(ctx.db, filter), 'franchisee', limit);
  return list.map(({ id, name, no, contactTel, status }) =>
    searchHit(ctx, FRANCHISEE_STATES[status], { id, title: name, note: `${no} · ${maskTel(contactTel)}` }),
  );
}
