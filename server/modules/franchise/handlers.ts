import { franchiseApplyEndpoints } from '../../../contract/franchiseApply';
import { type ActorContext, handlers } from '../../core/http/context';
import { paged } from '../../core/list/paged';
import { assign, bulkAssign, bulkClose, follow, open, register, sign } from './actions';
import { applyAnswers, applyDetail, franchiseeAnswer, funnelAnswer } from './answers';
import { filterOf } from './filter';
import { askFor, franchiseApplications } from './kind';
import { applyPage, applySums } from './store';

/** Builds the handler of a step whose input contains only the id, the version and a reason. */
const step =
  (action: Parameters<typeof franchiseApplications.run>[1]) =>
  (
    ctx: ActorContext,
    input: { readonly id: number; readonly version?: number | undefined; readonly reason?: string | undefined },
  ) =>
    franchiseApplications.run(ctx, action, input);

export const franchiseHandlers = handlers(franchiseApplyEndpoints, {
  'franchise.Apply/getList': (ctx, input) =>
    paged(ctx, input, async (page) => {
      const { filter } = await filterOf(ctx, input);
      const sort = { field: input.sortField ?? 'createdAt', order: input.sortOrder ?? 'desc' } as const;
      const { list, total } = await applyPage(ctx.db, filter, sort, page);
      return { list: await applyAnswers(ctx, list), total, summary: await applySums(ctx.db, filter) };
    }),
  'franchise.Apply/getFunnel': (ctx, input) => funnelAnswer(ctx, input),
  'franchise.Apply/getDetail': (ctx, { id }) => applyDetail(ctx, id),
  'franchise.Apply/getOfFranchisee': (ctx, { franchiseeId }) => franchiseeAnswer(ctx, franchiseeId),
  'franchise.Apply/register': register,
  'franchise.Apply/claim': step('claim'),
  'franchise.Apply/assign': assign,
  'franchise.Apply/bulkAssign': bulkAssign,
  'franchise.Apply/follow': follow,
  'franchise.Apply/visit': step('visit'),
  'franchise.Apply/backToFollowing': step('backToFollow'),
  'franchise.Apply/handIn': step('handIn'),
  'franchise.Apply/supply': step('supply'),
  'franchise.Apply/approve': step('approve'),
  'franchise.Apply/askMaterial': (ctx, input) =>
    franchiseApplications.run(ctx, 'askMaterial', input, askFor(input.missing)),
  'franchise.Apply/decline': step('decline'),
  'franchise.Apply/reject': step('reject'),
  'franchise.Apply/sign': sign,
  'franchise.Apply/open': open,
  'franchise.Apply/close': step('close'),
  'franchise.Apply/bulkClose': bulkClose,
  'franchise.Apply/reopen': step('reopen'),
});
