import { errorText } from '../../../contract/errors';
import { orderEndpoints } from '../../../contract/order';
import { handlers } from '../../core/http/context';
import { readSetting } from '../site';
import { applyEvents } from './apply';

export const intakeHandlers = handlers(orderEndpoints, {
  'order.Intake/push': async (ctx, { events }) => {
    const { timeZone } = await readSetting(ctx.db, 'locale');
    const results = await applyEvents(ctx, events, timeZone);
    const rows = events.map(({ orderNo, event }, index) => {
      const result = results[index];
      const row = { index, orderNo, event, state: result?.state ?? ('refused' as const) };
      if (result?.state !== 'refused') return row;
      const { code, params, sentence } = result.why;
      return { ...row, code, msg: sentence ?? errorText(code, ctx.locale, params) };
    });
    const count = (state: string) => rows.filter((row) => row.state === state).length;
    const answer = { done: count('done'), repeated: count('repeated'), refused: count('refused'), rows };
    const { done, repeated, refused } = answer;
    ctx.audit({
      objectNo: ctx.client?.name ?? '',
      after: { done, repeated, refused },
      ...(refused > 0 && { detail: { refused: rows.filter(({ state }) => state === 'refused').slice(0, 20) } }),
    });
    return answer;
  },
});

/** Each half of a batch may be undone by itself. */
export const intakeOwnTransactions = ['order.Intake/push'] as const;
