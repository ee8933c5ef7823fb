import type { Kysely } from 'kysely';
import { type Text, text } from '../../../contract/text';
import type { Clock } from '../../core/clock';
import type { Database } from '../../core/database/schema';
import type { AlipayAdapter, AlipayTransfer, AlipayTransferResult } from '../../core/platforms/alipay/alipay';
import { UpstreamFailure, UpstreamTimeout } from '../../core/platforms/outbound';
import type { Ports } from '../../core/platforms/ports';
import type { WxTransfer } from '../../core/platforms/wxpay/transfers';
import { openAlipay, openWxPay, signerOf, storedAli, storedWx } from '../payment';
import { type ApplyRow, type PayeeRow, type PayoutRow, payeePlace } from './store';

/** This module makes payouts at WeChat Pay and Alipay. Requests and results have the same format for both. */

export interface ChannelTools {
  readonly db: Kysely<Database>;
  readonly clock: Clock;
  readonly ports: Ports;
}

/** The result that a channel reports for a payout. */
export type Outcome =
  | { readonly kind: 'paid'; readonly channelNo: string; readonly amountFen: number | null }
  /** Nothing was paid, and the channel will never pay this payout number. */
  | { readonly kind: 'failed'; readonly code: string; readonly text: string }
  /** The payout was paid and then returned. */
  | { readonly kind: 'returned'; readonly channelNo: string; readonly code: string; readonly text: string }
  | { readonly kind: 'await'; readonly channelNo: string; readonly packageInfo: string | null }
  | { readonly kind: 'accepted'; readonly channelNo: string }
  | { readonly kind: 'unknown'; readonly text: string }
  /** The channel has no payout with this number. */
  | { readonly kind: 'absent' };

/** The payout, its application and its payee: everything that a channel needs to pay. */
export interface Order {
  readonly payout: PayoutRow;
  readonly apply: ApplyRow;
  readonly payee: PayeeRow;
}

const API_CHANNELS = ['wechat', 'alipay'] as const;
export type ApiChannel = (typeof API_CHANNELS)[number];
export const isApi = (channel: string): channel is ApiChannel => API_CHANNELS.some((one) => one === channel);

const TITLE: Text = text('提现', 'Withdrawal', 'Saque', '提現');
/** WeChat Pay verifies the payee's name if the amount is at least ¥0.30. */
const NAME_FROM_FEN = 30;
const CONFIG = 'NOT_CONFIGURED';

/** Returns the merchant number that pays at the channel, from the channel's payment settings. */
export async function configuredNumber(tools: ChannelTools, channel: ApiChannel): Promise<string> {
  return channel === 'wechat' ? signerOf((await storedWx(tools)).values) : (await storedAli(tools)).values.pid;
}

export function wxOutcome({ state, transferBillNo, packageInfo, failReason, amountFen }: WxTransfer): Outcome {
  switch (state) {
    case 'SUCCESS':
      return { kind: 'paid', channelNo: transferBillNo, amountFen };
    case 'FAIL':
    case 'CANCELLED':
      return { kind: 'failed', code: failReason ?? state, text: failReason ?? state };
    case 'WAIT_USER_CONFIRM':
      return { kind: 'await', channelNo: transferBillNo, packageInfo };
    default:
      return { kind: 'accepted', channelNo: transferBillNo };
  }
}

function alipayOutcome({ state, orderId, amountFen, failure }: AlipayTransferResult): Outcome {
  const code = failure?.code ?? state.toUpperCase();
  const reason = failure?.reason || code;
  switch (state) {
    case 'success':
      return { kind: 'paid', channelNo: orderId, amountFen };
    case 'failed':
      return { kind: 'failed', code, text: reason };
    case 'refunded':
      return { kind: 'returned', channelNo: orderId, code, text: reason };
    default:
      return { kind: 'accepted', channelNo: orderId };
  }
}

const failed = ({ code, message }: UpstreamFailure): Outcome => ({ kind: 'failed', code: code ?? '', text: message });
const unknown = (error: unknown): Outcome => ({
  kind: 'unknown',
  text: error instanceof Error ? error.message : String(error),
});

async function sendWx(tools: ChannelTools, { payout, apply, payee }: Order): Promise<Outcome> {
  const wxPay = await openWxPay(tools, await storedWx(tools));
  try {
    return wxOutcome(
      await wxPay.transfer({
        outBillNo: payout.po_no,
        appId: payee.app_id ?? '',
        openid: payee.open_id ?? '',
        amountFen: payout.amount_fen,
        remark: `${TITLE['zh-CN']} ${apply.no}`,
        ...(payout.amount_fen >= NAME_FROM_FEN && { userName: payee.name }),
        ...(payout.notify_url !== null && { notifyUrl: payout.notify_url }),
      }),
    );
  } catch (error) {
    return error instanceof UpstreamFailure ? failed(error) : unknown(error);
  }
}

/** Queries the platform after a refusal. Despite the refusal, an earlier call with the same number may have been executed. */
async function confirmed(alipay: AlipayAdapter, poNo: string, refusal: UpstreamFailure): Promise<Outcome> {
  try {
    const held = await alipay.queryTransfer(poNo);
    return held ? alipayOutcome(held) : failed(refusal);
  } catch (error) {
    return unknown(error);
  }
}

/** Requests a transfer at Alipay. A repeated call with the same number and contents is paid only once. */
export async function sendToAlipay(tools: ChannelTools, transfer: AlipayTransfer): Promise<Outcome> {
  const alipay = await openAlipay(tools, await storedAli(tools));
  try {
    return alipayOutcome(await alipay.transfer(transfer));
  } catch (error) {
    return error instanceof UpstreamFailure ? confirmed(alipay, transfer.outBizNo, error) : unknown(error);
  }
}

/** Queries the result of a transfer at Alipay by our number. A failed query gives the outcome "unknown". */
export async function askAlipay(tools: ChannelTools, outBizNo: string): Promise<Outcome> {
  try {
    const held = await (await openAlipay(tools, await storedAli(tools))).queryTransfer(outBizNo);
    return held ? alipayOutcome(held) : { kind: 'absent' };
  } catch (error) {
    return unknown(error);
  }
}

const sendAlipay = (tools: ChannelTools, { payout, apply, payee }: Order): Promise<Outcome> =>
  sendToAlipay(tools, {
    outBizNo: payout.po_no,
    amountFen: payout.amount_fen,
    title: TITLE['zh-CN'],
    remark: apply.no,
    payee: {
      type: payee.open_id ? 'ALIPAY_OPEN_ID' : 'ALIPAY_LOGON_ID',
      identity: payee.open_id ?? tools.ports.secrets.open(payee.account_no, payeePlace(payee.id)),
      name: payee.name,
    },
  });

/**
 * Requests a payout at the channel. A retry is safe: the channel pays the same number with the same contents only once.
 *
 * @param isFirst `true` if nothing was sent under this number; unreadable settings then mean failure, not an unknown result
 */
export async function sendOrder(tools: ChannelTools, order: Order, isFirst: boolean): Promise<Outcome> {
  try {
    return await (order.payout.channel === 'wechat' ? sendWx(tools, order) : sendAlipay(tools, order));
  } catch (error) {
    const { text: words } = unknown(error) as { text: string };
    return isFirst ? { kind: 'failed', code: CONFIG, text: words } : { kind: 'unknown', text: words };
  }
}

/** Queries the result of a payout at the channel. A failed query gives the outcome "unknown". */
export async function queryOrder(tools: ChannelTools, { channel, po_no: poNo }: PayoutRow): Promise<Outcome> {
  if (channel !== 'wechat') return askAlipay(tools, poNo);
  try {
    return wxOutcome(await (await openWxPay(tools, await storedWx(tools))).queryTransfer(poNo));
  } catch (error) {
    const isAbsent =
      error instanceof UpstreamFailure && !(error instanceof UpstreamTimeout) && error.code === 'NOT_FOUND';
    return isAbsent ? { kind: 'absent' } : unknown(error);
  }
}
