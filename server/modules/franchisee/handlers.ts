import { franchiseeEndpoints } from '../../../contract/franchisee';
import { handlers } from '../../core/http/context';
import { paged } from '../../core/list/paged';
import { adjustFund, franchiseeAdjusts } from './adjust';
import { filterOf, flowAnswers, franchiseeAnswers, franchiseeDetail, sumsAnswer } from './answers';
import { renew, resume, save, setPayee, setTerritory, suspend, terminate, verifyFranchiseePayee } from './changes';
import { historyAnswers } from './history';
import { franchiseePage } from './list-store';

export const franchiseeHandlers = handlers(franchiseeEndpoints, {
  'franchise.Franchisee/getList': (ctx, input) =>
    paged(ctx, input, async (page) => {
      const filter = await filterOf(ctx, input);
      const sort = { field: input.sortField ?? 'createdAt', order: input.sortOrder ?? 'desc' } as const;
      const { list, total } = await franchiseePage(ctx.db, filter, sort, page);
      return { list: await franchiseeAnswers(ctx, list), total, summary: await sumsAnswer(ctx, filter) };
    }),
  'franchise.Franchisee/getDetail': (ctx, { id }) => franchiseeDetail(ctx, id),
  'franchise.Franchisee/getShareFlow': (ctx, input) => paged(ctx, input, (page) => flowAnswers(ctx, input, page)),
  'franchise.Franchisee/getHistory': (ctx, input) => paged(ctx, input, (page) => historyAnswers(ctx, input.id, page)),
  'franchise.Franchisee/adjustFund': adjustFund,
  'franchise.Franchisee/approveAdjust': (ctx, input) => franchiseeAdjusts.run(ctx, 'approve', input),
  'franchise.Franchisee/rejectAdjust': (ctx, input) => franchiseeAdjusts.run(ctx, 'reject', input),
  'franchise.Franchisee/cancelAdjust': (ctx, input) => franchiseeAdjusts.run(ctx, 'cancel', input),
  'franchise.Franchisee/save': save,
  'franchise.Franchisee/setPayee': setPayee,
  'franchise.Franchisee/verifyPayee': verifyFranchiseePayee,
  'franchise.Franchisee/renew': renew,
  'franchise.Franchisee/setTerritory': setTerritory,
  'franchise.Franchisee/suspend': suspend,
  'franchise.Franchisee/resume': resume,
  'franchise.Franchisee/terminate': terminate,
});
