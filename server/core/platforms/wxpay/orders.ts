import { UpstreamFailure } from '../outbound';
import type { WxPayClient } from './client';
import { confirmRefusal } from './refusals';

/** An order of a payer (支付订单) as the platform holds it. */
export interface WxOrder {
  readonly outTradeNo: string;
  readonly transactionId: string | null;
  readonly state: 'SUCCESS' | 'REFUND' | 'NOTPAY' | 'CLOSED' | 'REVOKED' | 'USERPAYING' | 'PAYERROR';
  readonly totalFen: number;
  readonly paidAt: Date | null;
}

export interface WxRefundRequest {
  readonly outTradeNo: string;
  /** Ours; the same number is refunded once. At most 64 letters, digits and `_-|*@`. */
  readonly outRefundNo: string;
  readonly reason?: string;
  readonly refundFen: number;
  /** Total of the order. */
  readonly totalFen: number;
  readonly notifyUrl?: string;
}

export interface WxRefund {
  readonly outRefundNo: string;
  readonly refundId: string;
  /** `ABNORMAL`: the payer's account cannot take the money; someone has to refund otherwise. */
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

/** Orders and refunds of a merchant. */
export function orderCalls(client: WxPayClient, mchId: string) {
  /** @throws UpstreamFailure `ORDER_NOT_EXIST` among others, UpstreamTimeout */
  async function queryOrder(outTradeNo: string): Promise<WxOrder> {
    const path = `/v3/pay/transactions/out-trade-no/${encodeURIComponent(outTradeNo)}?mchid=${mchId}`;
    const answer = await client.ask<OrderAnswer>({ method: 'GET', path });
    return {
      outTradeNo: answer.out_trade_no,
      transactionId: answer.transaction_id ?? null,
      state: answer.trade_state,
      totalFen: answer.amount?.total ?? 0,
      paidAt: moment(answer.success_time),
    };
  }

  /** @throws UpstreamFailure `RESOURCE_NOT_EXISTS` among others, UpstreamTimeout */
  async function queryRefund(outRefundNo: string): Promise<WxRefund> {
    const path = `/v3/refund/domestic/refunds/${encodeURIComponent(outRefundNo)}`;
    return readRefund(await client.ask<RefundAnswer>({ method: 'GET', path }));
  }

  /**
   * Asks for a refund; the same request again answers the state of the first.
   *
   * @throws UpstreamFailure refused, and the platform holds no such refund
   * @throws UpstreamTimeout unknown: query the same number
   */
  async function refund(request: WxRefundRequest): Promise<WxRefund> {
    const { outTradeNo, outRefundNo, reason, refundFen, totalFen, notifyUrl } = request;
    try {
      const answer = await client.ask<RefundAnswer>({
        method: 'POST',
        path: '/v3/refund/domestic/refunds',
        body: {
          out_trade_no: outTradeNo,
          out_refund_no: outRefundNo,
          ...(reason && { reason }),
          ...(notifyUrl && { notify_url: notifyUrl }),
          amount: { refund: refundFen, total: totalFen, currency: 'CNY' },
        },
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

  return { queryOrder, queryRefund, refund };
}
