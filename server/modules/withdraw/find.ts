import type { SearchHit } from '../../../contract/search';
import { withdrawCase } from '../../../contract/withdraw.states';
import type { ActorContext } from '../../core/http/context';
import { searchHit } from '../../core/list/search-hit';
import { filterOf } from './filter';
import { applyPage } from './list-store';

/** Finds withdrawals by number, applicant, payee, phone or payout, for the record search. */
export async function findWithdrawals(ctx: ActorContext, words: string, limit: number): Promise<SearchHit[]> {
  const { filter } = await filterOf(ctx, { keyword: words });
  const list = await applyPage(ctx.db, filter, { sort: 'appliedAt', order: 'desc', offset: 0, limit });
  return list.map(({ id, no, subject_name: note, state, created_at: at }) =>
    searchHit(ctx, withdrawCase.states[state], { id, title: no, note, at }),
  );
}
