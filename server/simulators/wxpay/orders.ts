import type { Clock } from '../../core/clock';
import type { SimulatorParts, SimulatorRequest, SimulatorStore } from '../simulator';
import { notify } from './callbacks';
import { Refused } from './gate';
import { balanceOf, move } from './money';
import { type Merchant, makeNo, type Order, type Refund, type World, world, writeMoment } from './world';

/** This module simulates orders and refunds (支付订单、退款). */

/** Duration of a refund in milliseconds. */
const REFUND_MS = 60_000;
const keyOf = (mchId: string, no: string) => `${mchId}:${no}`;
const invalid = (message: string) => new Refused(400, 'INVALID_REQUEST', message);
const MISMATCH = '订单金额或退款金额与之前请求不一致，请核实后再试';

/** Computes the fee of an order in fen, rounded to the nearest fen. */
export const feeOf = ({ totalFen, feeRateBp }: Order): number => Math.floor((totalFen * feeRateBp + 5000) / 10_000);

/** Adds an order that a payer has paid, for demos and tests. The statements of its day contain the order. */
export async function addPaidOrder(
  store: SimulatorStore,
  clock: Clock,
  order: Omit<Order, 'transactionId' | 'feeRateBp'> & { readonly feeRateBp?: number },
): Promise<Order> {
  const all = world(store);
  const paid = { feeRateBp: 60, ...order, transactionId: makeNo('42000', clock) };
  await all.put('order', keyOf(order.mchId, order.outTradeNo), paid);
  const { mchId, transactionId: bizNo, outTradeNo: voucherNo, description: remark, paidAt: at } = paid;
  await move(all, { mchId, bizNo, voucherNo, remark, at, name: '交易', amountFen: paid.totalFen, step: 'pay' });
  const feeFen = feeOf(paid);
  if (feeFen > 0)
    await move(all, {
      mchId,
      bizNo,
      voucherNo,
      remark,
      at,
      name: '扣除交易手续费',
      amountFen: -feeFen,
      step: 'payFee',
    });
  return paid;
}

async function refundsOf(all: World, { mchId, outTradeNo }: Pick<Order, 'mchId' | 'outTradeNo'>) {
  return (await all.list('refund')).filter((refund) => refund.mchId === mchId && refund.outTradeNo === outTradeNo);
}

/** The owner of an order or refund: the merchant that signs, and the sub-merchant for which it acts. */
interface Owner {
  readonly mchId: string | null | undefined;
  /** `null` means that the order is the merchant's own. */
  readonly subMchId: string | null | undefined;
}

/** Checks that the signing merchant may act for the owner. @throws Refused 400 (other merchant), 403 (sub-merchant not authorised) */
function checkOwner(merchant: Merchant, { mchId, subMchId }: Owner): void {
  if (mchId !== merchant.mchId) throw new Refused(400, 'PARAM_ERROR', '商户号与签名的商户号不一致');
  if (subMchId && !merchant.subMchIds.includes(subMchId))
    throw new Refused(403, 'NO_AUTH', '特约子商户商户号未授权服务商的产品权限，请核实后再试');
}

/** Finds an order of the merchant. @throws Refused 404 ORDER_NOT_EXIST, 400 or 403 if the merchant may not act for the owner */
export async function findOrder(all: World, merchant: Merchant, outTradeNo: string, owner: Owner) {
  checkOwner(merchant, owner);
  const order = await all.get('order', keyOf(merchant.mchId, outTradeNo));
  if (!order) throw new Refused(404, 'ORDER_NOT_EXIST', '订单不存在');
  const isRefunded = (await refundsOf(all, order)).length > 0;
  return {
    appid: order.appId,
    mchid: order.mchId,
    out_trade_no: order.outTradeNo,
    transaction_id: order.transactionId,
    trade_type: 'JSAPI',
    trade_state: isRefunded ? 'REFUND' : 'SUCCESS',
    trade_state_desc: isRefunded ? '订单发生过退款，退款详情请查询退款单' : '支付成功',
    bank_type: 'OTHERS',
    attach: '',
    success_time: writeMoment(order.paidAt),
    payer: { openid: order.openid },
    amount: { total: order.totalFen, payer_total: order.totalFen, currency: 'CNY', payer_currency: 'CNY' },
  };
}

async function describe(all: World, refund: Refund) {
  const order = await all.get('order', keyOf(refund.mchId, refund.outTradeNo));
  return {
    refund_id: refund.refundId,
    out_refund_no: refund.outRefundNo,
    transaction_id: order?.transactionId ?? '',
    out_trade_no: refund.outTradeNo,
    channel: 'ORIGINAL',
    user_received_account: '支付用户零钱',
    create_time: writeMoment(refund.createdAt),
    ...(refund.finishedAt && { success_time: writeMoment(refund.finishedAt) }),
    status: refund.finishedAt ? 'SUCCESS' : 'PROCESSING',
    funds_account: 'AVAILABLE',
    amount: {
      total: refund.totalFen,
      refund: refund.refundFen,
      payer_total: refund.totalFen,
      payer_refund: refund.refundFen,
      settlement_refund: refund.refundFen,
      settlement_total: refund.totalFen,
      discount_refund: 0,
      currency: 'CNY',
      refund_fee: 0,
    },
  };
}

interface OrderBody {
  readonly appid?: string;
  readonly mchid?: string;
  readonly sp_appid?: string;
  readonly sp_mchid?: string;
  readonly sub_mchid?: string;
  readonly payer?: { readonly openid?: string; readonly sp_openid?: string };
}

/** Refuses each order, because payers exist only inside WeChat and not in the simulator. @throws Refused 400, 403 */
export function startOrder(merchant: Merchant, request: SimulatorRequest): never {
  const body = readJson<OrderBody>(request);
  checkOwner(merchant, { mchId: body.mchid ?? body.sp_mchid, subMchId: body.sub_mchid });
  if (!merchant.appIds.includes(body.appid ?? body.sp_appid ?? ''))
    throw new Refused(400, 'APPID_MCHID_NOT_MATCH', 'appid和mch_id不匹配，请检查后再试');
  throw new Refused(400, 'PARAM_ERROR', '无效的openid');
}

interface RefundBody {
  readonly sub_mchid?: string;
  readonly out_trade_no?: string;
  readonly out_refund_no?: string;
  readonly reason?: string;
  readonly notify_url?: string;
  readonly amount?: { readonly refund?: number; readonly total?: number; readonly currency?: string };
}

/** Parses the body as JSON. @throws Refused 400 PARAM_ERROR (no JSON) */
function readJson<T>(request: SimulatorRequest): T {
  try {
    return JSON.parse(request.body.toString('utf8')) as T;
  } catch {
    throw new Refused(400, 'PARAM_ERROR', '请求体不是有效的JSON');
  }
}

/** Parses and checks the body of a refund. @throws Refused 400 (invalid values), 403 (sub-merchant not authorised) */
function readBody(merchant: Merchant, request: SimulatorRequest) {
  const body = readJson<RefundBody>(request);
  checkOwner(merchant, { mchId: merchant.mchId, subMchId: body.sub_mchid });
  const { out_trade_no, out_refund_no, amount, reason, notify_url } = body;
  const { refund, total } = amount ?? {};
  const isComplete = out_trade_no && out_refund_no && /^[\w\-|*@]{1,64}$/.test(out_refund_no);
  if (!isComplete || !Number.isInteger(refund) || !Number.isInteger(total) || (refund ?? 0) < 1) {
    throw new Refused(400, 'PARAM_ERROR', '参数错误');
  }
  return {
    outTradeNo: out_trade_no,
    outRefundNo: out_refund_no,
    refundFen: refund ?? 0,
    totalFen: total ?? 0,
    reason: reason ?? null,
    notifyUrl: notify_url ?? null,
  };
}

/**
 * Starts a refund. A repeated call with the same number and amounts returns the present state of the first refund.
 *
 * @throws Refused 400 (invalid values, other amounts under the same number, or more than the order), 403 (balance too low, or sub-merchant
 * not authorised), 404 (unknown order)
 */
export async function startRefund(parts: SimulatorParts, all: World, merchant: Merchant, request: SimulatorRequest) {
  const asked = readBody(merchant, request);
  const { mchId } = merchant;
  const existing = await all.get('refund', keyOf(mchId, asked.outRefundNo));
  if (existing) {
    const isSame = existing.refundFen === asked.refundFen && existing.outTradeNo === asked.outTradeNo;
    if (!isSame || existing.totalFen !== asked.totalFen) throw invalid(MISMATCH);
    return describe(all, existing);
  }
  const order = await all.get('order', keyOf(mchId, asked.outTradeNo));
  if (!order) throw new Refused(404, 'RESOURCE_NOT_EXISTS', '订单不存在');
  if (order.totalFen !== asked.totalFen) throw invalid(MISMATCH);
  const refunded = (await refundsOf(all, order)).reduce((sum, { refundFen }) => sum + refundFen, 0);
  if (refunded + asked.refundFen > order.totalFen) throw invalid('申请退款金额大于订单剩余可退金额');
  if ((await balanceOf(all, merchant)) < asked.refundFen) {
    throw new Refused(403, 'NOT_ENOUGH', '基本账户余额不足，请充值后重新发起');
  }
  const createdAt = parts.clock.now().toISOString();
  const refund: Refund = { ...asked, mchId, refundId: makeNo('503000', parts.clock), createdAt, finishedAt: null };
  await all.put('refund', keyOf(mchId, asked.outRefundNo), refund);
  await move(all, {
    mchId,
    bizNo: refund.refundId,
    voucherNo: refund.outRefundNo,
    remark: refund.reason ?? '',
    at: createdAt,
    name: '退款',
    amountFen: -refund.refundFen,
    step: 'refund',
  });
  return describe(all, refund);
}

/** Finds a refund of the merchant. @throws Refused 404 RESOURCE_NOT_EXISTS */
export async function findRefund(all: World, merchant: Merchant, outRefundNo: string) {
  const refund = await all.get('refund', keyOf(merchant.mchId, outRefundNo));
  if (!refund) throw new Refused(404, 'RESOURCE_NOT_EXISTS', '退款单不存在');
  return describe(all, refund);
}

/** Finishes the open refunds whose time has come. Schedules the callback of each refund that has a URL for it. */
export async function advanceRefunds(parts: SimulatorParts, all: World): Promise<void> {
  for (const refund of await all.list('refund')) {
    const at = new Date(Date.parse(refund.createdAt) + REFUND_MS);
    if (refund.finishedAt || at > parts.clock.now()) continue;
    const done = { ...refund, finishedAt: at.toISOString() };
    await all.put('refund', keyOf(refund.mchId, refund.outRefundNo), done);
    const merchant = await all.get('merchant', refund.mchId);
    if (!merchant || !done.notifyUrl) continue;
    const { status, amount, ...rest } = await describe(all, done);
    const { total, refund: refunded, payer_total, payer_refund } = amount;
    await notify(parts, merchant, {
      eventType: 'REFUND.SUCCESS',
      summary: '退款成功',
      originalType: 'refund',
      url: done.notifyUrl,
      at,
      content: {
        mchid: merchant.mchId,
        out_trade_no: rest.out_trade_no,
        transaction_id: rest.transaction_id,
        out_refund_no: rest.out_refund_no,
        refund_id: rest.refund_id,
        refund_status: status,
        success_time: rest.success_time,
        user_received_account: rest.user_received_account,
        amount: { total, refund: refunded, payer_total, payer_refund },
      },
    });
  }
}
