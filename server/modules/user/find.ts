import { RULE } from '../../../contract/rule-ids';
import type { SearchHit } from '../../../contract/search';
import { userLifecycle } from '../../../contract/user.states';
import { forReveal } from '../../core/access/access';
import { maskTel } from '../../core/access/mask';
import type { ActorContext } from '../../core/http/context';
import { refuse } from '../../core/http/refusal';
import { searchHit } from '../../core/list/search-hit';
import { filterOf, userInScope } from './filter';
import { recentUsers } from './store';

/** Finds users by nickname, user id or phone, for the record search. */
export async function findUsers(ctx: ActorContext, words: string, limit: number): Promise<SearchHit[]> {
  const filter = await filterOf(ctx, { keyword: words });
  const list = await recentUsers(ctx.db, filter, limit);
  return list.map(({ id, nickname, tel, status }) => {
    const note = [String(id), tel === null ? '' : maskTel(tel)].filter(Boolean).join(' · ');
    return searchHit(ctx, userLifecycle.states[status], { id, title: nickname, note });
  });
}

/** Reveals a user's phone. @throws Refusal 40301 (no permission), 40302 (out of scope), 40401 (unknown user, or no phone) */
export async function revealUserTel(caller: ActorContext, id: number): Promise<{ value: string; no: string }> {
  const user = await userInScope(forReveal(caller, RULE['user.list.unmask'], 'phone'), id);
  if (user.tel === null) throw refuse(40401);
  return { value: user.tel, no: String(id) };
}
