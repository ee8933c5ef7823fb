import { approvalEndpoints } from '../../../contract/approval';
import { handlers } from '../../core/http/context';
import { CASES, inboxPage, inboxRows, waitingByType } from './inbox';
import { proposals, rowAnswer } from './proposals';
import { readProposals } from './store';

export const approvalHandlers = handlers(approvalEndpoints, {
  'approval.Proposal/getList': async (ctx, { page, limit, box, sortOrder = 'desc' }) => {
    const { rows, ...counted } = await inboxPage(ctx, [proposals], { box, page, limit, order: sortOrder });
    const found = new Map((await readProposals(ctx.db, rows)).map((row) => [row.id, row]));
    return {
      list: rows.flatMap(({ id }) => {
        const row = found.get(id);
        return row ? [rowAnswer(ctx, row)] : [];
      }),
      ...counted,
      page,
      limit,
      summary: await proposals.counts(ctx),
      asOf: ctx.clock.now().toISOString(),
    };
  },

  'approval.Proposal/approve': (ctx, input) => proposals.run(ctx, 'approve', input),
  'approval.Proposal/reject': (ctx, input) => proposals.run(ctx, 'reject', input),
  'approval.Proposal/withdraw': (ctx, input) => proposals.run(ctx, 'withdraw', input),

  'approval.Case/getList': async (ctx, { page, limit, box, types, sortOrder = 'desc' }) => {
    const kinds = CASES.filter(({ type }) => !types?.length || types.includes(type.key));
    const { rows, ...counted } = await inboxPage(ctx, kinds, { box, page, limit, order: sortOrder });
    return {
      list: await inboxRows(ctx, rows),
      ...counted,
      page,
      limit,
      summary: await waitingByType(ctx),
      asOf: ctx.clock.now().toISOString(),
    };
  },

  'approval.Case/getCounts': (ctx) => waitingByType(ctx),
});
