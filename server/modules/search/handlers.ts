import { type SearchHit, searchEndpoints } from '../../../contract/search';
import { SEARCH_KIND_NAMES, SEARCH_KINDS, type SearchKindName } from '../../../contract/search.kinds';
import { type ActorContext, handlers } from '../../core/http/context';
import { findAccounts } from '../accountManage';
import { findAnnouncements } from '../announcement';
import { findLosses } from '../foodLoss';
import { findApplications } from '../franchise';
import { findFranchisees } from '../franchisee';
import { findIdentities } from '../identity';
import { findArticles } from '../information';
import { findRecords } from '../record';
import { findRiders } from '../riderWork';
import { findStaff } from '../staff';
import { findTeams } from '../team';
import { findUsers } from '../user';
import { findWithdrawals } from '../withdraw';

/**
 * Searches one kind of record. Each module implements the search within the context's scope.
 *
 * @returns at most `limit` hits, in the order that the module chooses
 */
type Find = (ctx: ActorContext, text: string, limit: number) => Promise<SearchHit[]>;

const FIND: Readonly<Record<SearchKindName, Find>> = {
  team: findTeams,
  user: findUsers,
  rider: findRiders,
  franchisee: findFranchisees,
  franchiseApply: findApplications,
  withdrawal: findWithdrawals,
  foodLoss: findLosses,
  announcement: findAnnouncements,
  article: findArticles,
  staff: findStaff,
  account: findAccounts,
  identity: findIdentities,
  record: findRecords,
};

export const searchHandlers = handlers(searchEndpoints, {
  'common.Search/find': async (ctx, { text, kinds }) => {
    const wanted = SEARCH_KIND_NAMES.filter(
      (kind) => ctx.can(SEARCH_KINDS[kind].rule) && (kinds?.includes(kind) ?? true),
    );
    const groups = await Promise.all(
      wanted.map(async (kind) => {
        const { rule, most } = SEARCH_KINDS[kind];
        // Use the data scope of this kind's permission, because each permission may have another scope.
        const within = { ...ctx, actor: { ...ctx.actor, scope: ctx.actor.scopeOf(rule) } };
        const hits = await FIND[kind](within, text, most + 1);
        return { kind, hits: hits.slice(0, most), more: hits.length > most };
      }),
    );
    return { groups: groups.filter(({ hits }) => hits.length > 0) };
  },
});
