import { riderCase } from '../../../contract/riderWork.states';
import type { SearchHit } from '../../../contract/search';
import { maskTel } from '../../core/access/mask';
import type { ActorContext } from '../../core/http/context';
import { newest, searchHit } from '../../core/list/search-hit';
import { filterOf } from './filter';
import { riderRows } from './store';

/** Finds riders by name, number or phone, for the record search. */
export async function findRiders(ctx: ActorContext, words: string, limit: number): Promise<SearchHit[]> {
  const { filter } = await filterOf(ctx, { keyword: words });
  const list = await newest(riderRows(ctx.db, filter), 'rider', limit);
  return list.map(({ id, name, riderNo, tel, status }) =>
    searchHit(ctx, riderCase.states[status], { id, title: name, note: `${riderNo} · ${maskTel(tel)}` }),
  );
}
