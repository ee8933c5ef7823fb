import type { FieldError } from '../../../contract/endpoint';
import { PAYOUT_CHANNELS } from '../../../contract/payment.payout';
import { PAYMENT } from '../../../contract/payment.settings';
import { type Locale, text } from '../../../contract/text';
import { withdrawFee } from '../../../contract/withdraw.fee';
import { WITHDRAW, type WithdrawChannel, type WithdrawConfig } from '../../../contract/withdraw.settings';
import { withdrawConfigEndpoints } from '../../../contract/withdrawConfig';
import { type ActorContext, handlers } from '../../core/http/context';
import { refuse } from '../../core/http/refusal';
import { yuanText } from '../../core/money/amounts';
import { currentSetting, enabledKeys, type FieldFault, type GroupHooks, settingCalls } from '../setting';

const MESSAGES = {
  minAboveMax: text(
    '最低金额不能大于最高金额',
    'Minimum must not exceed maximum',
    'O mínimo não pode exceder o máximo',
    '最低金額不能大於最高金額',
  ),
  dailyBelowMax: text(
    '每日总额不能低于单笔最高',
    'The amount a day must be at least the maximum amount',
    'O valor por dia não pode ser menor que o valor máximo',
    '每日總額不能低於單筆最高',
  ),
  feeMinAboveMax: text(
    '最低手续费不能大于最高手续费',
    'The minimum fee must not exceed the maximum fee',
    'A tarifa mínima não pode exceder a tarifa máxima',
    '最低手續費不能大於最高手續費',
  ),
  noMultiple: text(
    '最低与最高之间没有该倍数的金额',
    'No multiple lies between minimum and maximum',
    'Não há múltiplo entre o mínimo e o máximo',
    '最低與最高之間沒有該倍數的金額',
  ),
  timesReversed: text(
    '结束时间必须晚于开始时间',
    'The end must be after the start',
    'O fim deve ser depois do início',
    '結束時間必須晚於開始時間',
  ),
  channelOff: text(
    '请先在支付配置中启用：{channels}',
    'Enable in the payment configuration first: {channels}',
    'Ative primeiro na configuração de pagamento: {channels}',
    '請先在支付設定中啟用：{channels}',
  ),
} as const;

/** The payment settings that a channel needs. Bank files and payments outside the platform need none. */
const PAID_BY: Readonly<Partial<Record<WithdrawChannel, string>>> = {
  wechat: PAYMENT.groups.wx.key,
  alipay: PAYMENT.groups.ali.key,
};

/** Checks the fields of a configuration against each other (DOMAIN §3.5). */
function check(config: WithdrawConfig, { locale }: { readonly locale: Locale }): FieldError[] {
  const { minFen, maxFen, multipleFen, dailyAmountFen, feeType, feeMinFen, feeMaxFen, timeFrom, timeTo } = config;
  const fault = (field: string, rule: string, message: keyof typeof MESSAGES): FieldError => ({
    field,
    rule,
    message: MESSAGES[message][locale],
  });
  const errors: FieldError[] = [];
  if (minFen > maxFen) errors.push(fault('minFen', 'order', 'minAboveMax'));
  else if (multipleFen > 0 && Math.ceil(minFen / multipleFen) > Math.floor(maxFen / multipleFen))
    errors.push(fault('multipleFen', 'multiple', 'noMultiple'));
  if (dailyAmountFen < maxFen) errors.push(fault('dailyAmountFen', 'order', 'dailyBelowMax'));
  if (feeType !== 'none' && feeMinFen > feeMaxFen) errors.push(fault('feeMinFen', 'order', 'feeMinAboveMax'));
  if (timeFrom >= timeTo) errors.push(fault('timeTo', 'order', 'timesReversed'));
  return errors;
}

/** Returns an error if a chosen channel's payment settings are not enabled (42330). */
async function verify(ctx: ActorContext, _before: object, { channels }: WithdrawConfig): Promise<FieldFault[]> {
  const enabled = new Set(await enabledKeys(ctx.db));
  const off = channels.filter((channel) => {
    const key = PAID_BY[channel];
    return key !== undefined && !enabled.has(key);
  });
  if (off.length === 0) return [];
  const message = ctx.t(MESSAGES.channelOff, {
    channels: off.map((channel) => ctx.t(PAYOUT_CHANNELS[channel])).join(', '),
  });
  return [{ code: 42330, error: { field: 'channels', rule: 'enabled', message } }];
}

const hooks: GroupHooks<WithdrawConfig> = { check, verify };
const setting = settingCalls(WITHDRAW, { team: hooks, rider: hooks, franchisee: hooks });

/** Endpoints of the withdrawal configuration (提现配置, DOMAIN §3.5). */
export const withdrawConfigHandlers = handlers(withdrawConfigEndpoints, {
  'finance.WithdrawConfig/get': setting.get,
  'finance.WithdrawConfig/save': setting.save,
  'finance.WithdrawConfig/getHistory': setting.history,
  'finance.WithdrawConfig/getVersion': setting.version,
  'finance.WithdrawConfig/restore': setting.restore,

  'finance.WithdrawConfig/calc': async (ctx, { subject, amountFen, usedFreeTimes }) => {
    const { values, version } = await currentSetting(ctx.db, WITHDRAW.groups[subject]);
    if (amountFen < values.minFen) throw refuse(42251, { x: yuanText(values.minFen) });
    if (amountFen > values.maxFen) throw refuse(42252, { x: yuanText(values.maxFen) });
    const fee = withdrawFee(values, amountFen, usedFreeTimes);
    if (fee.netFen <= 0) throw refuse(42257);
    return { ...fee, configVersion: version };
  },
});
