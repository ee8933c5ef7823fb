import { errorText } from '../../../contract/errors';
import { orderEndpoints } from '../../../contract/order';
import { fill, type Text, text } from '../../../contract/text';
import { handlers } from '../../core/http/context';
import { pushedAnswer } from '../../core/http/pushed';
import { readSetting } from '../site';
import { applyEvents } from './apply';
import { BadMoment, type MomentFault } from './rules';

const MOMENTS: Readonly<Record<MomentFault, Text>> = {
  tooOld: text(
    '发生时间 at 不能早于 {n} 天前',
    'Field at: more than {n} days ago',
    'Campo at: há mais de {n} dias',
    '發生時間 at 不能早於 {n} 天前',
  ),
  tooFarAhead: text(
    '发生时间 at 不能晚于现在 5 分钟以上',
    'Field at: more than 5 minutes ahead',
    'Campo at: mais de 5 minutos no futuro',
    '發生時間 at 不能晚於現在 5 分鐘以上',
  ),
  beforePayment: text(
    '发生时间 at 不能早于付款时间',
    'Field at: before the payment of the order',
    'Campo at: antes do pagamento do pedido',
    '發生時間 at 不能早於付款時間',
  ),
};

export const intakeHandlers = handlers(orderEndpoints, {
  'order.Intake/push': async (ctx, { events }) => {
    const { timeZone } = await readSetting(ctx.db, 'locale');
    const { eventLateDays: lateDays } = await readSetting(ctx.db, 'business');
    const results = await applyEvents({ db: ctx.db, clock: ctx.clock, ids: ctx.ids, lateDays }, events, timeZone);
    const rows = events.map(({ orderNo, event }, index) => {
      const result = results[index];
      const row = { index, orderNo, event, state: result?.state ?? ('refused' as const) };
      if (result?.state !== 'refused') return row;
      const { why } = result;
      if (why instanceof BadMoment)
        return { ...row, code: why.code, field: why.field, msg: fill(MOMENTS[why.fault][ctx.locale], { n: lateDays }) };
      const { code, params, sentence } = why;
      return { ...row, code, msg: sentence ?? errorText(code, ctx.locale, params) };
    });
    return pushedAnswer(ctx, rows);
  },
});

/** Each half of a batch may be undone by itself. */
export const intakeOwnTransactions = ['order.Intake/push'] as const;
