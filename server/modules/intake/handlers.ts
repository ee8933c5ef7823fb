import { orderEndpoints } from '../../../contract/order';
import { handlers } from '../../core/http/context';
import { pushedAnswer, refusedReport } from '../../core/http/pushed';
import { readSetting } from '../site';
import { applyEvents } from './apply';

export const intakeHandlers = handlers(orderEndpoints, {
  'order.Intake/push': async (ctx, { events }) => {
    const { timeZone } = await readSetting(ctx.db, 'locale');
    const { eventLateDays: lateDays } = await readSetting(ctx.db, 'business');
    const results = await applyEvents({ db: ctx.db, clock: ctx.clock, ids: ctx.ids, lateDays }, events, timeZone);
    const rows = events.map(({ orderNo, event }, index) => {
      const result = results[index];
      const row = { index, orderNo, event };
      return result?.state === 'refused'
        ? { ...row, ...refusedReport(result.why, ctx.locale) }
        : { ...row, state: result?.state ?? ('refused' as const) };
    });
    return pushedAnswer(ctx, rows);
  },
});

/** Endpoints without an outer transaction. A refused batch is split into halves, and each half can be rolled back separately. */
export const intakeOwnTransactions = ['order.Intake/push'] as const;
