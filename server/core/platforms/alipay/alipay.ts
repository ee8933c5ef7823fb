import { yuan } from '../../money/amounts';
import { askUpstream, UpstreamFailure, UpstreamTimeout } from '../outbound';
import { fenOf } from './amount';
import { type AlipayConfig, type AlipayGateway, type AlipayParts, createGateway, readTime } from './gateway';
import { readNotification } from './sign';

/** Adapter for calls to Alipay (支付宝) about money: trades, transfers to payees, bills and the balance. It also reads Alipay's callbacks. */

export type AlipayTradeStatus = 'WAIT_BUYER_PAY' | 'TRADE_CLOSED' | 'TRADE_SUCCESS' | 'TRADE_FINISHED';

export interface AlipayTrade {
  readonly tradeNo: string;
  readonly outTradeNo: string;
  readonly status: AlipayTradeStatus;
  readonly totalFen: number;
  readonly paidAt: Date | null;
}

export interface AlipayTransfer {
  /** Our transfer number. The platform pays the same number with the same contents only once. */
  readonly outBizNo: string;
  readonly amountFen: number;
  readonly title: string;
  readonly remark: string;
  readonly payee: {
    readonly type: 'ALIPAY_LOGON_ID' | 'ALIPAY_USER_ID' | 'ALIPAY_OPEN_ID';
    readonly identity: string;
    /** The payee's name, which the platform compares with the account. Type `ALIPAY_LOGON_ID` requires it. An empty name is not sent. */
    readonly name: string;
  };
}

export type AlipayTransferState = 'success' | 'dealing' | 'failed' | 'refunded';

export interface AlipayTransferResult {
  readonly orderId: string;
  readonly outBizNo: string;
  readonly state: AlipayTransferState;
  readonly paidAt: Date | null;
  /** `null` when the answer contains no amount. */
  readonly amountFen: number | null;
  /** The platform's code and message for a failed or returned transfer. `null` when the answer contains no error code. */
  readonly failure: { readonly code: string; readonly reason: string } | null;
}

/** `trade` lists each trade with its fee (业务账单). `signcustomer` lists each change of the balance (账务账单). */
export type AlipayBillType = 'trade' | 'signcustomer';

export interface AlipayAdapter {
  readonly appId: string;
  /** `false` outside certificate mode: the platform then does not allow transfers. */
  readonly canTransfer: boolean;
  /** @returns null when the platform has no such trade */
  queryTrade(outTradeNo: string): Promise<AlipayTrade | null>;
  /**
   * Pays a payee from the account balance.
   *
   * @throws UpstreamTimeout when the outcome is unknown or the platform could not be reached: query the transfer later with
   *   {@link AlipayAdapter.queryTransfer}
   * @throws UpstreamFailure when nothing was paid: the platform refused (with its code), or the application is not in certificate mode
   *   (`certRequired`)
   */
  transfer(transfer: AlipayTransfer): Promise<AlipayTransferResult>;
  /** @returns null when the platform has no such transfer */
  queryTransfer(outBizNo: string): Promise<AlipayTransferResult | null>;
  /**
   * Downloads a day's bill as a zip file. `readBill` reads it.
   *
   * @param day yyyy-MM-dd; a day's bill is available from 9:00 of the next day
   * @returns `null` when the platform has no bill, for example for a day without entries
   */
  downloadBill(type: AlipayBillType, day: string): Promise<Uint8Array | null>;
  /** Checks whether the platform has a bill of a day, without downloading it ({@link AlipayAdapter.downloadBill}). */
  hasBill(type: AlipayBillType, day: string): Promise<boolean>;
  /** Reads the account balance. @param pid the account's number (2088…) */
  queryAccount(pid: string): Promise<{ readonly availableFen: number; readonly frozenFen: number }>;
  /**
   * Reads a callback.
   *
   * @returns its parameters, or `null` when the signature is not the platform's or the callback is for another application
   */
  readNotification(body: string): Readonly<Record<string, string>> | null;
}

const STATES: Readonly<Record<string, AlipayTransferState>> = {
  SUCCESS: 'success',
  DEALING: 'dealing',
  WAIT_PAY: 'dealing',
  FAIL: 'failed',
  CLOSED: 'failed',
  REFUND: 'refunded',
};

type Node = Readonly<Record<string, unknown>>;

const textOf = (node: Node, name: string): string => {
  const value = node[name];
  if (typeof value !== 'string' || value === '') throw new UpstreamFailure(`the answer has no ${name}`);
  return value;
};

/**
 * Reads a transfer from an answer.
 *
 * @throws UpstreamFailure when the status or the transfer number is missing, or the status is unknown · RangeError when the amount cannot
 *   be read
 */
function transferOf(node: Node): AlipayTransferResult {
  const state = STATES[textOf(node, 'status')];
  if (state === undefined) throw new UpstreamFailure(`the answer has an unknown status ${node.status}`);
  return {
    orderId: String(node.order_id ?? ''),
    outBizNo: textOf(node, 'out_biz_no'),
    state,
    paidAt: readTime(node.pay_date ?? node.trans_date),
    amountFen: node.trans_amount === undefined ? null : fenOf(node.trans_amount),
    failure:
      node.error_code === undefined ? null : { code: String(node.error_code), reason: String(node.fail_reason ?? '') },
  };
}

/** Runs `work`. @returns its result, or `null` when the platform refuses with one of these codes */
async function unless<T>(codes: readonly string[], work: () => Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof UpstreamFailure && codes.includes(error.code ?? '')) return null;
    throw error;
  }
}

const SCENE = { product_code: 'TRANS_ACCOUNT_NO_PWD', biz_scene: 'DIRECT_TRANSFER' } as const;

function transfers(gateway: AlipayGateway): Pick<AlipayAdapter, 'canTransfer' | 'transfer' | 'queryTransfer'> {
  const canTransfer = gateway.mode === 'cert';
  return {
    canTransfer,
    async transfer({ outBizNo, amountFen, title, remark, payee }) {
      if (!canTransfer) throw new UpstreamFailure('transfers need certificate mode', 'certRequired');
      const node = await gateway.call({
        method: 'alipay.fund.trans.uni.transfer',
        content: {
          out_biz_no: outBizNo,
          trans_amount: yuan(amountFen),
          ...SCENE,
          order_title: title,
          payee_info: { identity: payee.identity, identity_type: payee.type, ...(payee.name && { name: payee.name }) },
          remark,
        },
        changes: true,
      });
      try {
        return transferOf(node);
      } catch (error) {
        // The platform accepted the call, so the outcome is unknown when we cannot read its answer.
        throw new UpstreamTimeout(error instanceof Error ? error.message : 'unreadable answer');
      }
    },
    queryTransfer: (outBizNo) =>
      unless(['ORDER_NOT_EXIST'], async () =>
        transferOf(
          await gateway.call({
            method: 'alipay.fund.trans.common.query',
            content: { ...SCENE, out_biz_no: outBizNo },
            changes: false,
          }),
        ),
      ),
  };
}

/** Requests the bill's download URL, which is valid for 30 seconds. @returns `null` when there is no bill */
const billUrl = (gateway: AlipayGateway, type: AlipayBillType, day: string): Promise<URL | null> =>
  unless(['isp.bill_not_exist'], async () => {
    const node = await gateway.call({
      method: 'alipay.data.dataservice.bill.downloadurl.query',
      content: { bill_type: type, bill_date: day },
      changes: false,
    });
    const text = textOf(node, 'bill_download_url');
    if (!URL.canParse(text)) throw new UpstreamFailure('the answer has no readable bill_download_url');
    return new URL(text);
  });

/** Hosts for downloading bills. We ignore the host in the platform's answer. */
export const ALIPAY_BILL_ORIGINS = {
  production: new URL('https://dwbillcenter.alipay.com'),
  sandbox: new URL('https://dwbillcenter.dl.alipaydev.com'),
} as const;

/**
 * Creates the adapter.
 *
 * @param parts.billOrigin origin of the bill downloads; for a simulator, the simulator's own origin
 * @throws Error when a key or certificate cannot be read
 */
export function createAlipay(config: AlipayConfig, parts: AlipayParts & { readonly billOrigin: URL }): AlipayAdapter {
  const gateway = createGateway(config, parts);
  return {
    appId: config.appId,
    ...transfers(gateway),
    queryTrade: (outTradeNo) =>
      unless(['ACQ.TRADE_NOT_EXIST'], async () => {
        const node = await gateway.call({
          method: 'alipay.trade.query',
          content: { out_trade_no: outTradeNo },
          changes: false,
        });
        return {
          tradeNo: textOf(node, 'trade_no'),
          outTradeNo: textOf(node, 'out_trade_no'),
          status: textOf(node, 'trade_status') as AlipayTradeStatus,
          totalFen: fenOf(node.total_amount),
          paidAt: readTime(node.send_pay_date),
        };
      }),
    async downloadBill(type, day) {
      const url = await billUrl(gateway, type, day);
      if (url === null) return null;
      const { status, bytes } = await askUpstream(parts.fetch, parts.billOrigin, {
        method: 'GET',
        path: url.pathname + url.search,
        repeatable: true,
        timeoutMs: 60_000,
      });
      if (status !== 200) throw new UpstreamFailure(`HTTP ${status}`);
      return bytes;
    },
    hasBill: async (type, day) => (await billUrl(gateway, type, day)) !== null,
    async queryAccount(pid) {
      const node = await gateway.call({
        method: 'alipay.fund.account.query',
        content: { alipay_user_id: pid, account_type: 'ACCTRANS_ACCOUNT' },
        changes: false,
      });
      return { availableFen: fenOf(node.available_amount), frozenFen: fenOf(node.freeze_amount ?? '0') };
    },
    readNotification(body) {
      const params = readNotification(body, gateway.alipayKey);
      return params?.app_id === config.appId ? params : null;
    },
  };
}
