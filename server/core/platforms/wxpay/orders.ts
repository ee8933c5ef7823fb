import { UpstreamFailure } from '../outbound';
import type { WxPayClient } from './client';
import type { WxPayConfig } from './config';
import { confirmRefusal } from './refusals';

/** A payer's order (支付订单) as the platform stores it. */
export interface WxOrder {
  readonly outTradeNo: string;
  readonly transactionId: string | null;
  readonly state: 'SUCCESS' | 'REFUND' | 'NOTPAY' | 'CLOSED' | 'REVOKED' | 'USERPAYING' | 'PAYERROR';
  readonly totalFen: number;
  readonly paidAt: Date | null;
}

export interface WxRefundRequest {
  readonly outTradeNo: string;
  /** Our refund number, which is the idempotency key. At most 64 letters, digits and `_-|*@`. */
  readonly outRefundNo: string;
  readonly reason?: string;
  readonly refundFen: number;
  /** The total of the order in fen. */
  readonly totalFen: number;
  readonly notifyUrl?: string;
}

export interface WxRefund {
  readonly outRefundNo: string;
  readonly refundId: string;
  /** `ABNORMAL` means that the payer's account cannot receive the money. Staff must then refund in another way. */
  readonly state: 'SUCCESS' | 'CLOSED' | 'PROCESSING' | 'ABNORMAL';
  readonly refundFen: number;
  readonly finishedAt: Date | null;
}

interface OrderAnswer {
  readonly out_trade_no: string;
  readonly transaction_id?: string;
  readonly trade_state: WxOrder['state'];
  readonly success_time?: string;
  readonly amount?: { readonly total: number };
}

interface RefundAnswer {
  readonly out_refund_no: string;
  readonly refund_id: string;
  readonly status: WxRefund['state'];
  readonly success_time?: string;
  readonly amount: { readonly refund: number };
}

const moment = (value: string | undefined) => (value ? new Date(value) : null);

function readRefund(answer: RefundAnswer): WxRefund {
  return {
    outRefundNo: answer.out_refund_no,
    refundId: answer.refund_id,
    state: answer.status,
    refundFen: answer.amount.refund,
    finishedAt: moment(answer.success_time),
  };
}

/** An openid that belongs to no user. */
const NO_OPENID = `o${'0'.repeat(27)}`;
const PAYER_REFUSED = ['PARAM_ERROR', 'INVALID_REQUEST'];
/** Recognizes the refusal of a payer that does not exist. Its codes (`PAYER_REFUSED`) are observed, not documented. */
const isPayerRefused = (error: unknown): boolean =>
  error instanceof UpstreamFailure && PAYER_REFUSED.includes(error.code ?? '') && /openid/i.test(error.message);
/** A placeholder. The platform never creates an order with {@link NO_OPENID}, so it never calls this URL. */
const NO_NOTIFY_URL = 'https://console.invalid/notify';

const refundBody = (request: WxRefundRequest) => ({
  out_trade_no: request.outTradeNo,
  out_refund_no: request.outRefundNo,
  ...(request.reason && { reason: request.reason }),
  ...(request.notifyUrl && { notify_url: request.notifyUrl }),
  amount: { refund: request.refundFen, total: request.totalFen, currency: 'CNY' },
});

/** Creates the calls for orders and refunds of a merchant, or of a service provider's sub-merchant. */
export function orderCalls(client: WxPayClient, { mchId, subMchId }: Pick<WxPayConfig, 'mchId' | 'subMchId'>) {
  const orders = subMchId === null ? '/v3/pay/transactions' : '/v3/pay/partner/transactions';
  const owner = subMchId === null ? `mchid=${mchId}` : `sp_mchid=${mchId}&sub_mchid=${subMchId}`;

  /** Reads an order. @throws UpstreamTimeout, UpstreamFailure with codes such as `ORDER_NOT_EXIST` */
  async function queryOrder(outTradeNo: string): Promise<WxOrder> {
    const path = `${orders}/out-trade-no/${encodeURIComponent(outTradeNo)}?${owner}`;
    const answer = await client.ask<OrderAnswer>({ method: 'GET', path });
    return {
      outTradeNo: answer.out_trade_no,
      transactionId: answer.transaction_id ?? null,
      state: answer.trade_state,
      totalFen: answer.amount?.total ?? 0,
      paidAt: moment(answer.success_time),
    };
  }

  /**
   * Checks that an AppID is bound to the merchant number. The platform has no query for the binding, so we request an order for a payer
   * that does not exist. The platform compares AppID and merchant number first and creates no order.
   *
   * @param outTradeNo a number that no order has
   * @throws UpstreamFailure, for example `APPID_MCHID_NOT_MATCH`; UpstreamTimeout
   */
  async function checkAppId(appId: string, outTradeNo: string): Promise<void> {
    const order = { out_trade_no: outTradeNo, description: 'Test', notify_url: NO_NOTIFY_URL };
    const body =
      subMchId === null
        ? { ...order, appid: appId, mchid: mchId, payer: { openid: NO_OPENID } }
        : { ...order, sp_appid: appId, sp_mchid: mchId, sub_mchid: subMchId, payer: { sp_openid: NO_OPENID } };
    try {
      await client.ask({
        method: 'POST',
        path: `${orders}/jsapi`,
        body: { ...body, amount: { total: 1, currency: 'CNY' } },
      });
    } catch (error) {
      if (!isPayerRefused(error)) throw error;
    }
  }

  /** Reads a refund. @throws UpstreamTimeout, UpstreamFailure with codes such as `RESOURCE_NOT_EXISTS` */
  async function queryRefund(outRefundNo: string): Promise<WxRefund> {
    const query = subMchId === null ? '' : `?sub_mchid=${subMchId}`;
    const path = `/v3/refund/domestic/refunds/${encodeURIComponent(outRefundNo)}${query}`;
    return readRefund(await client.ask<RefundAnswer>({ method: 'GET', path }));
  }

  /**
   * Requests a refund. A repeated request returns the state of the first refund.
   *
   * @throws UpstreamFailure when the platform refused and has no such refund, or has a refund of another amount
   * @throws UpstreamTimeout when the outcome is unknown: query the same number
   */
  async function refund(request: WxRefundRequest): Promise<WxRefund> {
    const { outRefundNo, refundFen } = request;
    try {
      const answer = await client.ask<RefundAnswer>({
        method: 'POST',
        path: '/v3/refund/domestic/refunds',
        body: { ...(subMchId !== null && { sub_mchid: subMchId }), ...refundBody(request) },
        money: true,
      });
      return readRefund(answer);
    } catch (error) {
      if (!(error instanceof UpstreamFailure)) throw error;
      return confirmRefusal(error, {
        query: () => queryRefund(outRefundNo),
        absent: ['RESOURCE_NOT_EXISTS'],
        isSame: (held) => held.refundFen === refundFen,
      });
    }
  }

  return { queryOrder, checkAppId, queryRefund, refund };
}
