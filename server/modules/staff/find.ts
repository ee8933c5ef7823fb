import type { SearchHit } from '../../../contract/search';
import { staffLifecycle } from '../../../contract/staff.states';
import type { ActorContext } from '../../core/http/context';
import { searchHit } from '../../core/list/search-hit';
import { filterOf } from './filter';
import { staffPage } from './store';

/** Finds head office staff for the record search, by name, account, staff number or phone. */
export async function findStaff(ctx: ActorContext, text: string, limit: number): Promise<SearchHit[]> {
  const filter = await filterOf(ctx, { keyword: text });
  const people = await staffPage(ctx.db, filter, { offset: 0, limit, sort: 'name', order: 'asc' });
  return people.map(({ id, name, account, post, status }) => {
    const note = [account, post].filter(Boolean).join(' · ');
    return searchHit(ctx, staffLifecycle.states[status], { id, title: name, note });
  });
}
