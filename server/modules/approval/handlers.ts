import { approvalEndpoints } from '../../../contract/approval';
import { handlers } from '../../core/http/context';
import { CASES, caseDetail, inboxPage, inboxRows, waitingByType } from './inbox';
import { proposals } from './proposals';

export const approvalHandlers = handlers(approvalEndpoints, {
  'approval.Proposal/approve': (ctx, input) => proposals.run(ctx, 'approve', input),
  'approval.Proposal/reject': (ctx, input) => proposals.run(ctx, 'reject', input),
  'approval.Proposal/withdraw': (ctx, input) => proposals.run(ctx, 'withdraw', input),

  'approval.Case/getList': async (ctx, { page, limit, box, types, teamIds: asked, sortOrder = 'desc' }) => {
    const teamIds = asked?.length ? asked : undefined;
    const kinds = CASES.filter(({ type }) => !types?.length || types.includes(type.key));
    const { rows, ...counted } = await inboxPage(ctx, kinds, { box, teamIds, page, limit, order: sortOrder });
    return {
      list: await inboxRows(ctx, rows),
      ...counted,
      page,
      limit,
      summary: await waitingByType(ctx, teamIds),
      asOf: ctx.clock.now().toISOString(),
    };
  },

  'approval.Case/getDetail': (ctx, { id }) => caseDetail(ctx, id),
  'approval.Case/getCounts': (ctx) => waitingByType(ctx),
});
