import { franchiseCase } from '../../../contract/franchiseApply.states';
import type { SearchHit } from '../../../contract/search';
import { maskTel } from '../../core/access/mask';
import type { ActorContext } from '../../core/http/context';
import { newest, searchHit } from '../../core/list/search-hit';
import { filterOf } from './filter';
import { applyRows } from './store';

/** Finds franchise applications by name, number or phone, for the global search. */
export async function findApplications(ctx: ActorContext, words: string, limit: number): Promise<SearchHit[]> {
  const { filter } = await filterOf(ctx, { keyword: words });
  const list = await newest(applyRows(ctx.db, filter), 'franchise_apply', limit);
  return list.map(({ id, name, no, tel, state, createdAt }) =>
    searchHit(ctx, franchiseCase.states[state], {
      ...{ id, title: name, note: `${no} · ${maskTel(tel)}` },
      at: createdAt,
    }),
  );
}
