import { foodLossCase } from '../../../contract/foodLoss.states';
import type { SearchHit } from '../../../contract/search';
import type { ActorContext } from '../../core/http/context';
import { newest, searchHit } from '../../core/list/search-hit';
import { filterOf } from './filter';
import { lossRows } from './list-store';

/** Finds food losses by number, order number or phone, for the global search. */
export async function findLosses(ctx: ActorContext, words: string, limit: number): Promise<SearchHit[]> {
  const { filter } = await filterOf(ctx, { keyword: words });
  const list = await newest(lossRows(ctx.db, filter), 'food_loss', limit);
  return list.map(({ id, no, orderNo, state, createdAt }) =>
    searchHit(ctx, foodLossCase.states[state], { id, title: no, note: orderNo, at: createdAt }),
  );
}
