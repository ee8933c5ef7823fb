import { createHash } from 'node:crypto';
import { text } from '../../../contract/text';
import { HOUR_MS } from '../../../contract/units';
import { WORD } from '../../../contract/words';
import { PAY_CALLBACK_ANSWER, SignatureRefused } from '../../core/platforms/douyin/sign';
import type { CallbackAnswer, CallbackReading, CallbackTools, Receiver } from '../../core/platforms/receiver';
import { WxCallbackRefused } from '../../core/platforms/wxpay/callbacks';
import { openAlipay, openDouyin, openWxPay, storedAli, storedDy, storedWx } from './adapters';

/**
 * Callbacks of the payment platforms (DOMAIN §6.8). They are verified with the stored settings, even if the platform is disabled,
 * because payments may still be open. Callbacks of payments and refunds are only recorded (`platform_event`), because the ordering
 * system reports them. The module `withdraw` handles WeChat Pay's callbacks of payouts. The module `transfer` handles all of Alipay's
 * callbacks, including those of payouts.
 */
const recorded = async (): Promise<undefined> => undefined;
type Handle = (tools: CallbackTools, payload: unknown) => Promise<undefined>;

const JSON_TYPE = 'application/json; charset=utf-8';
const TEXT_TYPE = 'text/plain; charset=utf-8';
const UNAUTHORIZED = 401;

const WX_TITLE = WORD.weChatPay;

const wxAnswer = (isReceived: boolean): CallbackAnswer => ({
  status: isReceived ? 200 : 500,
  type: JSON_TYPE,
  body: JSON.stringify(isReceived ? { code: 'SUCCESS' } : { code: 'FAIL', message: '失败' }),
});

/** Creates the receiver of a WeChat Pay callback. @param handle receives a `WxCallback` */
export function wxReceiver(name: 'notify' | 'refund' | 'transfer', handle: Handle = recorded): Receiver {
  return {
    address: `callback.WxPay/${name}`,
    platform: 'wxpay',
    title: WX_TITLE,
    methods: ['POST'],
    async read({ headers, body }, tools) {
      const refusal = { refusal: { ...wxAnswer(false), status: UNAUTHORIZED } };
      const settings = await storedWx(tools);
      if (settings.version === 0 || !(await settings.secret('apiV3Key'))) return refusal;
      try {
        // The signed time is not checked here: the callbacks module checks it on arrival only, because later retries are older.
        const callback = await (await openWxPay(tools, settings)).readCallback(headers, body, { anyMoment: true });
        return { eventId: callback.id, payload: callback, signedAt: callback.signedAt };
      } catch (error) {
        if (error instanceof WxCallbackRefused) return refusal;
        throw error;
      }
    },
    handle,
    answer: wxAnswer,
  };
}

const aliAnswer = (isReceived: boolean): CallbackAnswer => ({
  status: isReceived ? 200 : 500,
  type: TEXT_TYPE,
  body: isReceived ? 'success' : 'fail',
});

/** Alipay repeats a notification with its first signature for 24 h 24 min. We round this up to whole hours. */
const ALIPAY_REPEATS_HOURS = 25;
/** Time zone of the times that Alipay sends. */
const ALIPAY_ZONE = '+08:00';

/** Reads when a notification was first sent: milliseconds in messages, Beijing time in trade notifications. */
function sentAt({
  utc_timestamp: milliseconds,
  notify_time: time,
}: Readonly<Record<string, string>>): Date | undefined {
  if (milliseconds !== undefined) return new Date(/^\d{1,15}$/.test(milliseconds) ? Number(milliseconds) : Number.NaN);
  return time === undefined ? undefined : new Date(`${time.replace(' ', 'T')}${ALIPAY_ZONE}`);
}

async function readAlipay(body: Buffer, tools: CallbackTools): Promise<CallbackReading<unknown>> {
  const refusal = { refusal: { ...aliAnswer(false), status: UNAUTHORIZED } };
  const settings = await storedAli(tools);
  if (settings.version === 0 || !(await settings.secret('appPrivateKey'))) return refusal;
  const params = (await openAlipay(tools, settings)).readNotification(body.toString('utf8'));
  if (!params?.notify_id) return refusal;
  const signedAt = sentAt(params);
  const moment = signedAt && { signedAt, repeatedMs: ALIPAY_REPEATS_HOURS * HOUR_MS };
  return { eventId: params.notify_id, payload: params, ...moment };
}

const dyAnswer = (isReceived: boolean): CallbackAnswer => ({
  status: isReceived ? 200 : 500,
  type: JSON_TYPE,
  body: isReceived ? PAY_CALLBACK_ANSWER : JSON.stringify({ err_no: 1, err_tips: 'fail' }),
});

/** Reads a Douyin callback. Douyin sends no event id, so the type and a digest of the message identify the event. */
async function readDouyin(body: Buffer, tools: CallbackTools): Promise<CallbackReading<unknown>> {
  const refusal = { refusal: { ...dyAnswer(false), status: UNAUTHORIZED } };
  const settings = await storedDy(tools);
  if (settings.version === 0 || !(await settings.secret('token'))) return refusal;
  try {
    const callback = (await openDouyin(tools, settings)).adapter.readPayCallback(body.toString('utf8'));
    const digest = createHash('sha256').update(JSON.stringify(callback.message)).digest('hex');
    return { eventId: `${callback.type}:${digest}`, payload: callback };
  } catch (error) {
    if (error instanceof SignatureRefused) return refusal;
    throw error;
  }
}

/** Creates the receiver of Alipay's notifications. @param handle receives the parameters of the notification */
export const aliReceiver = (handle: Handle): Receiver => ({
  address: 'callback.AliPay/notify',
  platform: 'alipay',
  title: WORD.alipay,
  methods: ['POST'],
  read: ({ body }, tools) => readAlipay(body, tools),
  handle,
  answer: aliAnswer,
});

export const paymentReceivers: readonly Receiver[] = [
  wxReceiver('notify'),
  wxReceiver('refund'),
  {
    address: 'callback.DyPay/notify',
    platform: 'douyin',
    title: text('抖音支付', 'Douyin Pay', 'Douyin Pay', '抖音支付'),
    methods: ['POST'],
    read: ({ body }, tools) => readDouyin(body, tools),
    handle: recorded,
    answer: dyAnswer,
  },
];
