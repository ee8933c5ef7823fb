import { PAYOUT_CHANNELS } from '../../../contract/payment.payout';
import { PAYMENT } from '../../../contract/payment.settings';
import { text } from '../../../contract/text';
import { MINUTE_MS } from '../../../contract/units';
import { WITHDRAWAL } from '../../../contract/withdraw.states';
import { WORD } from '../../../contract/words';
import { holdLock } from '../../core/database/locks';
import { sqlState, violatedConstraint } from '../../core/database/transaction';
import type { ActorContext } from '../../core/http/context';
import { invalid, refuse } from '../../core/http/refusal';
import { businessNo } from '../../core/money/numbers';
import { freeAtNumber } from '../ledger';
import { enabledKeys } from '../setting';
import { presentOf } from '../site';
import { type ApiChannel, configuredNumber, isApi } from './channels';
import { openPayoutBill } from './money';
import {
  type ApplyRow,
  findPayout,
  insertPayout,
  type NumberRow,
  type PayoutRow,
  payoutNumbers,
  payoutsOf,
} from './store';

/**
 * This module starts payouts: it assigns the payout number and reserves the money before the channel is called. It also records payouts
 * that were made outside the platform.
 */

const WORDS = {
  short: text('渠道余额不足', 'Channel balance is not enough', 'O saldo do canal não é suficiente', '管道餘額不足'),
  number: WORD.payingMerchantNumber,
  noBank: text(
    '请选择用于付款的银行账户',
    'Please choose the bank account to pay from',
    'Escolha uma conta bancária que paga',
    '請選擇用於付款的銀行帳戶',
  ),
  voucherNo: WORD.voucherNo,
} as const;

const CALLBACKS = { wechat: '/api/callback.WxPay/transfer', alipay: '/api/callback.AliPay/notify' } as const;
/** Keys of the payment settings by channel. */
const PLATFORMS = { wechat: PAYMENT.groups.wx.key, alipay: PAYMENT.groups.ali.key } as const;
/** Channels of the platform's own bank accounts. Bank and offline payouts are paid from these accounts. */
const OFFLINE_CHANNELS = ['bank', 'offline'] as const;

/**
 * Serializes the reservations of payouts until the transaction ends. Call it before locking any application. Otherwise callers that
 * pay several applications could deadlock.
 */
export const lockReserve = ({ db }: Pick<ActorContext, 'db'>): Promise<void> => holdLock(db, 'payoutReserve');

/** Finds the merchant number from which the channel pays. @throws Refusal 42330 (channel or merchant number not enabled) */
async function numberAt(ctx: ActorContext, channel: ApiChannel, teamId: number | null): Promise<NumberRow> {
  const missing = { missing: PAYOUT_CHANNELS[channel] };
  if (!(await enabledKeys(ctx.db)).includes(PLATFORMS[channel])) throw refuse(42330, missing);
  const mchNo = await configuredNumber(ctx, channel);
  const number = (await payoutNumbers(ctx.db, channel, teamId)).find((one) => one.mchNo === mchNo);
  if (!number) throw refuse(42330, { missing: WORDS.number });
  return number;
}

/** Checks that the merchant number has enough free balance. @throws Refusal 50201 (insufficient free balance) */
async function reserve(ctx: ActorContext, merchantNumberId: number, amountFen: number): Promise<void> {
  if ((await freeAtNumber(ctx.db, merchantNumberId)) < amountFen) throw refuse(50201, { msg: WORDS.short });
}

/**
 * Starts the next payout: it assigns the payout number and the merchant number, and reserves the amount.
 *
 * @throws Refusal 42201 (too many attempts), 42330 (channel without an API, or channel or merchant number not enabled), 50201 (insufficient
 * free balance)
 */
export async function startPayout(ctx: ActorContext, apply: ApplyRow): Promise<PayoutRow> {
  const { channel } = apply;
  if (!isApi(channel)) throw refuse(42330, { missing: PAYOUT_CHANNELS[channel] });
  const attempt = await nextAttempt(ctx, apply);
  const number = await numberAt(ctx, channel, apply.team_id);
  await reserve(ctx, number.id, apply.net_fen);
  const { publicOrigin } = ctx.deployment;
  const now = ctx.clock.now();
  return makePayout(ctx, apply, {
    attempt,
    merchantNumberId: number.id,
    state: 'created',
    notifyUrl: publicOrigin?.startsWith('https://') ? `${publicOrigin}${CALLBACKS[channel]}` : null,
    queryAt: new Date(now.getTime() + MINUTE_MS),
  });
}

async function nextAttempt(ctx: ActorContext, { id }: ApplyRow): Promise<number> {
  const attempt = (await payoutsOf(ctx.db, [id])).length + 1;
  if (attempt > WITHDRAWAL.attempts)
    throw refuse(42201, {
      state: text('已重试 4 次', 'Retried four times', 'Quatro novas tentativas', '已重試 4 次'),
    });
  return attempt;
}

/** Lists the bank accounts from which people can pay outside the platform. */
async function offlineNumbers(ctx: Pick<ActorContext, 'db'>, teamId: number | null): Promise<NumberRow[]> {
  return (await Promise.all(OFFLINE_CHANNELS.map((channel) => payoutNumbers(ctx.db, channel, teamId)))).flat();
}

/**
 * Records a payout that was made outside the platform.
 *
 * @throws Refusal 40001 (the bank account may not pay this application), 40903 (another payout has the voucher), 42201 (too many attempts),
 * 50201 (insufficient free balance)
 */
export async function recordPayout(
  ctx: ActorContext,
  apply: ApplyRow,
  made: {
    readonly merchantNumberId: number;
    readonly voucherNo: string;
    readonly voucherId: number;
    readonly paidAt: Date;
  },
): Promise<PayoutRow> {
  const number = (await offlineNumbers(ctx, apply.team_id)).find(({ id }) => id === made.merchantNumberId);
  if (!number) throw invalid([{ field: 'merchantNumberId', rule: 'choice', message: ctx.t(WORDS.noBank) }]);
  await reserve(ctx, number.id, apply.net_fen);
  try {
    return await makePayout(ctx, apply, {
      attempt: await nextAttempt(ctx, apply),
      merchantNumberId: number.id,
      state: 'success',
      notifyUrl: null,
      queryAt: null,
      channelNo: made.voucherNo,
      voucherId: made.voucherId,
      finishedAt: made.paidAt,
    });
  } catch (error) {
    const isKnown = sqlState(error) === '23505' && violatedConstraint(error) === 'payout_channel_no';
    throw isKnown ? refuse(40903, { field: WORDS.voucherNo }) : error;
  }
}

interface NewPayout {
  readonly attempt: number;
  readonly merchantNumberId: number;
  readonly state: 'created' | 'success';
  readonly notifyUrl: string | null;
  readonly queryAt: Date | null;
  readonly channelNo?: string;
  readonly voucherId?: number;
  readonly finishedAt?: Date;
}

async function makePayout(ctx: ActorContext, apply: ApplyRow, made: NewPayout): Promise<PayoutRow> {
  const { day } = await presentOf(ctx);
  const id = ctx.ids.next();
  const poNo = businessNo('PO', day, id);
  const channel = made.state === 'success' && isApi(apply.channel) ? 'offline' : apply.channel;
  const bill = await openPayoutBill(ctx, apply, { poNo, channel, day, merchantNumberId: made.merchantNumberId });
  await insertPayout(ctx.db, {
    id,
    created_at: ctx.clock.now(),
    po_no: poNo,
    apply_id: apply.id,
    attempt: made.attempt,
    channel,
    bill_id: bill.id,
    merchant_number_id: made.merchantNumberId,
    amount_fen: apply.net_fen,
    state: made.state,
    notify_url: made.notifyUrl,
    channel_no: made.channelNo ?? null,
    package_info: null,
    error_code: null,
    error_text: null,
    query_at: made.queryAt,
    sent_at: null,
    finished_at: made.finishedAt ?? null,
    voucher_id: made.voucherId ?? null,
  });
  return (await findPayout(ctx.db, id)) as PayoutRow;
}
