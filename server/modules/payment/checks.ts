import type { FieldError } from '../../../contract/endpoint';
import { ALIPAY_MOST_FEN, BANK_COLUMNS_NEEDED } from '../../../contract/payment.payout';
import type { PAYMENT } from '../../../contract/payment.settings';
import type { GroupValues, SettingGroup } from '../../../contract/settings';
import { type Locale, type Text, text } from '../../../contract/text';
import type { ActorContext } from '../../core/http/context';
import { type AliFieldError, checkAliConfig } from '../../core/platforms/alipay/checks';
import { checkDyConfig } from '../../core/platforms/douyin/config';
import { checkWxConfig, type WxFieldError } from '../../core/platforms/wxpay/checks';
import { type FieldFault, readSecret } from '../setting';
import type { AliValues, DyValues, WxValues } from './adapters';

/** Checks of payment settings that involve several fields (DOMAIN §3.10). */

const WORDS = {
  order: text(
    '中额上限须大于小额上限',
    'The limit of medium amounts must be above that of small amounts',
    'O limite dos valores médios deve superar o dos pequenos',
    '中額上限須大於小額上限',
  ),
  alipayMost: text(
    '支付宝单笔最多向个人转账 50,000 元',
    'Alipay transfers at most ¥50,000 to a person',
    'O Alipay transfere no máximo ¥50.000 por pessoa',
    '支付寶單筆最多向個人轉帳 50,000 元',
  ),
  inFlight: text(
    '{n} 笔付款或调拨处理中，不能更换商户号',
    '{n} payouts or transfers in progress: the merchant number cannot be changed',
    '{n} pagamentos ou transferências em andamento: o número não pode mudar',
    '{n} 筆付款或調撥處理中，不能更換商戶號',
  ),
  columns: text(
    '须包含收款人、收款账号和金额，且每项仅一次',
    'Payee, payee account and amount are needed, each column once',
    'Favorecido, conta e valor são obrigatórios, cada coluna uma só vez',
    '須包含收款人、收款帳號和金額，且每項僅一次',
  ),
} as const;

/** Returns the secrets as they will be after the save: the entered text, or the stored secret if none was entered. */
async function secretsOf<N extends string>(
  ctx: ActorContext,
  group: SettingGroup,
  values: Readonly<Record<string, unknown>>,
  names: readonly N[],
): Promise<Record<N, string | null>> {
  const entries = names.map(async (name) => {
    const typed = values[name];
    return [name, typeof typed === 'string' ? typed : await readSecret(ctx.db, ctx.ports.secrets, group, name)];
  });
  return Object.fromEntries(await Promise.all(entries));
}

const CODES: Readonly<Record<string, FieldFault['code']>> = { match: 42331, expired: 42332 };

const faultsOf = (ctx: ActorContext, errors: readonly (WxFieldError | AliFieldError)[]): FieldFault[] =>
  errors.map(({ field, rule, message }) => ({
    code: CODES[rule] ?? 40001,
    error: { field, rule, message: ctx.t(message) },
  }));

export async function wxFaults(ctx: ActorContext, group: SettingGroup, values: WxValues): Promise<FieldFault[]> {
  const secrets = await secretsOf(ctx, group, values, ['apiV3Key', 'merchantPrivateKey']);
  return faultsOf(ctx, checkWxConfig(values, secrets, ctx.clock.now()));
}

export async function aliFaults(ctx: ActorContext, group: SettingGroup, values: AliValues): Promise<FieldFault[]> {
  const secrets = await secretsOf(ctx, group, values, ['appPrivateKey', 'encryptKey']);
  return faultsOf(ctx, checkAliConfig(values, secrets, ctx.clock.now()));
}

/**
 * Returns a message if open payouts or open transfers from the merchant number prevent its change. We must query an open payment with the
 * merchant number that sent it, because a query with another number does not find the payment (DOMAIN §3.10).
 *
 * @param numbers merchant numbers before and after the change
 * @returns `null` if the number stays the same or no payment is open
 */
export async function payoutsInFlight(
  ctx: ActorContext,
  channel: 'wechat' | 'alipay',
  numbers: { readonly before: string; readonly after: string },
): Promise<string | null> {
  if (numbers.before === '' || numbers.before === numbers.after) return null;
  const transfers = ctx.db
    .selectFrom('merchant_transfer')
    .select('from_id as number_id')
    .where('query_at', 'is not', null);
  const { n } = await ctx.db
    .selectFrom((from) =>
      from
        .selectFrom('payout')
        .select('merchant_number_id as number_id')
        .where('query_at', 'is not', null)
        .unionAll(transfers)
        .as('open'),
    )
    .innerJoin('merchant_number', 'merchant_number.id', 'open.number_id')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('merchant_number.channel', '=', channel)
    .where('merchant_number.mch_no', '=', numbers.before)
    .executeTakeFirstOrThrow();
  return Number(n) === 0 ? null : ctx.t(WORDS.inFlight, { n: Number(n) });
}

/**
 * Finds errors in Douyin's settings. Missing values do not count as errors, because incomplete settings may be saved. The page shows which
 * values are missing.
 */
export const dyErrors = (values: DyValues, locale: Locale): FieldError[] =>
  checkDyConfig(values, locale).filter(({ rule }) => rule !== 'required');

type Payout = GroupValues<typeof PAYMENT.groups.payout>;

export function payoutErrors(values: Payout, locale: Locale): FieldError[] {
  const errors: FieldError[] = [];
  const add = (field: string, rule: string, words: Text) => errors.push({ field, rule, message: words[locale] });
  if (values.middleMaxFen <= values.smallMaxFen) add('middleMaxFen', 'order', WORDS.order);
  if (values.smallChannel === 'alipay' && values.smallMaxFen > ALIPAY_MOST_FEN)
    add('smallChannel', 'max', WORDS.alipayMost);
  if (values.middleChannel === 'alipay' && values.middleMaxFen > ALIPAY_MOST_FEN)
    add('middleChannel', 'max', WORDS.alipayMost);
  const columns = values.bankTemplate.map(({ column }) => column);
  const isComplete = BANK_COLUMNS_NEEDED.every((column) => columns.includes(column));
  if (!isComplete || new Set(columns).size !== columns.length) add('bankTemplate', 'columns', WORDS.columns);
  return errors;
}
