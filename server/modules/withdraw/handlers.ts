import type { ParsedOf } from '../../../contract/endpoint';
import { validationText } from '../../../contract/validation';
import { withdrawEndpoints } from '../../../contract/withdraw';
import { WITHDRAW_FIELDS, WITHDRAW_STATES, WITHDRAWAL } from '../../../contract/withdraw.states';
import { missingRight } from '../../core/access/access';
import { type ActorContext, handlers } from '../../core/http/context';
import { invalid, refuse } from '../../core/http/refusal';
import { pageOf } from '../../core/list/paged';
import { momentOf } from '../../core/money/days';
import { presentOf } from '../site';
import { applyAnswers, detailOf } from './answers';
import { withdrawConfigHandlers } from './config';
import { applications } from './decide';
import { filterOf } from './filter';
import { applyPage, applySums, countByState } from './list-store';
import { payOffline, recordReturn } from './offline';
import { askMany, askOne, refuseUnknown, sendLater, sendNow } from './paying';
import { lockReserve } from './payouts';
import { inScope } from './scope';
import { sumApplied } from './store';

type Bulk = ParsedOf<(typeof withdrawEndpoints)['finance.Withdraw/bulk']>;

const RULES = { approve: 3601, reject: 3601, pay: 3602, query: 3604 } as const;

function checkBulk(ctx: ActorContext, { action, ids, reason }: Bulk): ActorContext {
  const rule = RULES[action];
  if (!ctx.can(rule)) throw missingRight([rule], ctx.locale);
  if (action === 'reject' && reason === undefined) {
    const message = validationText('required', ctx.locale, { label: ctx.t(WITHDRAW_FIELDS.reason) });
    throw invalid([{ field: 'reason', rule: 'required', message }]);
  }
  if (action === 'pay') {
    if (ids.length > WITHDRAWAL.batch) throw refuse(40010, { n: WITHDRAWAL.batch });
    ctx.requireSecond();
  }
  return { ...ctx, actor: { ...ctx.actor, scope: ctx.actor.scopeOf(rule) } };
}

/**
 * Runs an action on several applications, each separately.
 * @throws Refusal 40001 (rejection without a reason), 40010 (too many payouts), 40301 (no permission), 40303 (no verification)
 */
async function decideMany(asked: ActorContext, input: Bulk) {
  const ctx = checkBulk(asked, input);
  const { action, versions, reason } = input;
  // Sorted ids make concurrent calls lock rows in the same order, which avoids deadlocks.
  const ids = [...new Set(input.ids)].sort((one, other) => one - other);
  ctx.audit({ after: { action, ids }, ...(reason && { reason }) });
  if (action === 'query') return askMany(ctx, ids);
  if (action === 'pay') await lockReserve(ctx);
  const given = { versions, reason: action === 'reject' ? reason : undefined };
  const { answer, done, detail } = await applications.runEach(ctx, action, ids, given);
  const amountFen = await sumApplied(ctx.db, done);
  ctx.audit({ after: { action, ids: done, amountFen }, detail, ...(reason && { reason }) });
  if (action === 'pay') sendLater(ctx, done);
  return answer;
}

/** Endpoints of withdrawal applications (提现申请, DOMAIN §3.5). */
const applicationHandlers = handlers(withdrawEndpoints, {
  'finance.Withdraw/getList': async (ctx, input) => {
    const { page, limit, sortField = 'appliedAt' as const, sortOrder = 'desc', ...wanted } = input;
    const { offset } = pageOf({ page, limit });
    const { filter, days } = await filterOf(ctx, wanted);
    const { at, day, timeZone } = await presentOf(ctx);
    const [rows, { total, totalCapped, summary }] = await Promise.all([
      applyPage(ctx.db, filter, { sort: sortField, order: sortOrder, offset, limit }),
      applySums(ctx.db, filter, momentOf(day, 0, timeZone)),
    ]);
    return {
      list: applyAnswers(ctx, rows),
      total,
      totalCapped,
      page,
      limit,
      summary: { ...summary, fromDay: days?.fromDay ?? null, toDay: days?.toDay ?? null },
      asOf: at.toISOString(),
    };
  },

  'finance.Withdraw/getDetail': (ctx, { id }) => detailOf(ctx, id),

  'finance.Withdraw/getCounters': async (ctx) => {
    const counts = await countByState(ctx.db, inScope(ctx));
    return { counts: WITHDRAW_STATES.map((state) => ({ state, count: counts.get(state) ?? 0 })) };
  },

  'finance.Withdraw/approve': (ctx, input) => applications.run(ctx, 'approve', input),
  'finance.Withdraw/reject': (ctx, input) => applications.run(ctx, 'reject', input),
  'finance.Withdraw/revoke': (ctx, input) => applications.run(ctx, 'revoke', input),

  'finance.Withdraw/pay': async (ctx, input) => {
    await lockReserve(ctx);
    await refuseUnknown(ctx, input.id);
    return sendNow(ctx, await applications.run(ctx, 'pay', input));
  },
  'finance.Withdraw/retry': async (ctx, input) => {
    await lockReserve(ctx);
    await refuseUnknown(ctx, input.id);
    return sendNow(ctx, await applications.run(ctx, 'retry', input));
  },
  'finance.Withdraw/payOffline': (ctx, input) => payOffline(ctx, input),
  'finance.Withdraw/closeFailed': async (ctx, input) => {
    await refuseUnknown(ctx, input.id);
    return applications.run(ctx, 'closeFailed', input);
  },
  'finance.Withdraw/recordReturn': (ctx, input) => recordReturn(ctx, input),
  'finance.Withdraw/query': (ctx, { id }) => askOne(ctx, id),
  'finance.Withdraw/bulk': (ctx, input) => decideMany(ctx, input),
});

export const withdrawHandlers = { ...withdrawConfigHandlers, ...applicationHandlers };
