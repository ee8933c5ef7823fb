import { accountLifecycle } from '../../../contract/account.states';
import type { SearchHit } from '../../../contract/search';
import { seesPhones } from '../../core/access/phones';
import type { ActorContext } from '../../core/http/context';
import { searchHit } from '../../core/list/search-hit';
import { UNMASK_RULE } from './rules';
import { type AccountFilter, accountPage } from './store';

const NO_FILTER: Omit<AccountFilter, 'seesPhones'> = {
  keyword: undefined,
  type: undefined,
  teamIds: undefined,
  state: undefined,
  twoFactor: undefined,
  force2v: [],
  lastLoginFrom: undefined,
  lastLoginTo: undefined,
};

/** Finds accounts by name, account name or phone, for the global search. */
export async function findAccounts(ctx: ActorContext, text: string, limit: number): Promise<SearchHit[]> {
  const accounts = await accountPage(
    ctx.db,
    ctx.actor.scope,
    { ...NO_FILTER, keyword: text, seesPhones: seesPhones(ctx.actor, UNMASK_RULE) },
    { sortField: 'account', sortOrder: 'asc', offset: 0, limit },
    ctx.clock.now(),
  );
  return accounts.map(({ id, account, name, state }) => {
    const note = name === account ? '' : name;
    return searchHit(ctx, accountLifecycle.states[state], { id, title: account, note });
  });
}
