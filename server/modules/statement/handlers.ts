import { statementEndpoints } from '../../../contract/statement';
import { assertSeesAmounts } from '../../core/access/access';
import { handlers } from '../../core/http/context';
import { pageOf } from '../../core/list/paged';
import { scopedTeamIds } from '../team';
import { answerDispute } from './answer-dispute';
import { statementAnswers, statementDetail } from './answers';
import { statementDocuments } from './decide';
import { statementPage, statementSums } from './list-store';

/** Endpoints of monthly statements (月结单, DOMAIN §3.5, §6.6). */
export const statementHandlers = handlers(statementEndpoints, {
  'finance.Statement/getList': async (ctx, input) => {
    const { page, limit, sortField = 'month' as const, sortOrder = 'desc', teamIds, ...wanted } = input;
    const { offset } = pageOf({ page, limit });
    // Sorting by an amount would reveal the amounts to callers who may not see them.
    if (sortField === 'payable') assertSeesAmounts(ctx);
    const filter = {
      ...wanted,
      scope: ctx.actor.scope,
      // scopedTeamIds refuses requested stations that are out of scope.
      ...(teamIds?.length && { teamIds: (await scopedTeamIds(ctx, teamIds)) ?? undefined }),
    };
    const [rows, { total, totalCapped, summary }] = await Promise.all([
      statementPage(ctx.db, filter, { sort: sortField, order: sortOrder, offset, limit }),
      statementSums(ctx.db, filter),
    ]);
    const list = statementAnswers(ctx, rows);
    return { list, total, totalCapped, page, limit, summary, asOf: ctx.clock.now().toISOString() };
  },

  'finance.Statement/getDetail': (ctx, input) => statementDetail(ctx, input),

  'finance.Statement/send': (ctx, input) => statementDocuments.run(ctx, 'send', input),

  'finance.Statement/bulkSend': async (ctx, { ids, versions }) => {
    // Sorted ids make concurrent calls lock rows in the same order, which avoids deadlocks.
    const sorted = [...new Set(ids)].sort((one, other) => one - other);
    const { answer, done, detail } = await statementDocuments.runEach(ctx, 'send', sorted, { versions });
    ctx.audit({ after: { ids: done }, detail });
    return answer;
  },

  'finance.Statement/revise': (ctx, input) => statementDocuments.run(ctx, 'revise', input),
  'finance.Statement/answerDispute': (ctx, input) => answerDispute(ctx, input),
});
