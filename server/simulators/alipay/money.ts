import { DAY_MS, MINUTE_MS } from '../../../contract/units';
import type { SimulatorStore } from '../simulator';
import { notify } from './notify';
import {
  type Answer,
  type Asked,
  failed,
  type Interface,
  keyOf,
  numberOf,
  ownedBy,
  type SimulatedApp,
  textIn,
  written,
  yuanOf,
} from './world';

/** This module simulates trades, transfers and the balance of Alipay accounts. */

export interface SimulatedTrade {
  readonly tradeNo: string;
  readonly outTradeNo: string;
  readonly subject: string;
  readonly buyer: string;
  readonly totalFen: number;
  readonly paidMs: number;
}

/** After this many days a trade is finished and cannot be refunded. */
const FINISHED_DAYS = 90;
/** The platform's fee of each trade, in basis points. */
const FEE_BP = 60;

export const tradeFee = (trade: SimulatedTrade): number => Math.round((trade.totalFen * FEE_BP) / 10_000);

export const tradeStatus = (trade: SimulatedTrade, now: Date): string =>
  now.getTime() - trade.paidMs >= FINISHED_DAYS * DAY_MS ? 'TRADE_FINISHED' : 'TRADE_SUCCESS';

export interface SimulatedTransfer {
  readonly orderId: string;
  readonly fundOrderId: string;
  readonly outBizNo: string;
  /** The requested values as text. A repeated request must have the same values. */
  readonly asked: string;
  readonly amountFen: number;
  readonly payee: string;
  readonly createdMs: number;
  /** The states that the transfer will have, each with its start time. */
  readonly states: readonly { readonly state: 'SUCCESS' | 'DEALING' | 'FAIL' | 'REFUND'; readonly atMs: number }[];
}

const transferState = (transfer: SimulatedTransfer, now: Date) =>
  transfer.states.filter(({ atMs }) => atMs <= now.getTime()).at(-1)?.state ?? 'DEALING';

/** States of a transfer by the first word of the payee's identity. A test selects them with a payee such as `fail@example.com`. */
const WAYS: Readonly<Record<string, (at: number) => SimulatedTransfer['states']>> = {
  dealing: (at) => [
    { state: 'DEALING', atMs: at },
    { state: 'SUCCESS', atMs: at + 2 * MINUTE_MS },
  ],
  fail: (at) => [
    { state: 'DEALING', atMs: at },
    { state: 'FAIL', atMs: at + 2 * MINUTE_MS },
  ],
  refund: (at) => [
    { state: 'SUCCESS', atMs: at },
    { state: 'REFUND', atMs: at + DAY_MS },
  ],
};

const FAILURES: Readonly<Record<string, { error_code: string; fail_reason: string }>> = {
  FAIL: { error_code: 'PAYEE_CARD_INFO_ERROR', fail_reason: '收款方卡信息错误' },
  REFUND: { error_code: 'PAYEE_ACCOUNT_STATUS_ERROR', fail_reason: '收款方账号异常，资金已退回' },
};

/** A movement of the account's balance. Outgoing amounts are negative. */
export interface Movement {
  readonly no: string;
  readonly outNo: string;
  readonly name: string;
  readonly other: string;
  readonly kind: '在线支付' | '收费' | '转账' | '退款（交易退款）' | '其它';
  readonly fen: number;
  readonly atMs: number;
}

/** Lists all movements up to now in chronological order. */
export async function movementsOf(store: SimulatorStore, app: SimulatedApp, now: Date): Promise<readonly Movement[]> {
  const trades = await ownedBy<SimulatedTrade>(store, 'trade', app);
  const transfers = await ownedBy<SimulatedTransfer>(store, 'transfer', app);
  const ofTrades = trades.flatMap((trade): Movement[] => {
    const common = { no: trade.tradeNo, outNo: trade.outTradeNo, atMs: trade.paidMs };
    return [
      { ...common, name: trade.subject, other: trade.buyer, kind: '在线支付', fen: trade.totalFen },
      { ...common, name: `服务费[${trade.tradeNo}]`, other: '支付宝', kind: '收费', fen: -tradeFee(trade) },
    ];
  });
  const ofTransfers = transfers.flatMap((transfer): Movement[] => {
    const common = { no: transfer.fundOrderId, outNo: transfer.outBizNo, name: '转账', other: transfer.payee };
    const back = transfer.states.find(({ state }) => state === 'FAIL' || state === 'REFUND');
    return [
      { ...common, kind: '转账', fen: -transfer.amountFen, atMs: transfer.createdMs },
      ...(back ? [{ ...common, kind: '其它' as const, fen: transfer.amountFen, atMs: back.atMs }] : []),
    ];
  });
  return [...ofTrades, ...ofTransfers].filter(({ atMs }) => atMs <= now.getTime()).sort((a, b) => a.atMs - b.atMs);
}

/** Computes the account's present balance in fen. */
async function balanceOf(store: SimulatorStore, app: SimulatedApp, now: Date): Promise<number> {
  const movements = await movementsOf(store, app, now);
  return movements.reduce((sum, { fen }) => sum + fen, app.balanceFen);
}

async function queryTrade({ app, store, now, content }: Asked): Promise<Answer> {
  const [outTradeNo, tradeNo] = [textIn(content, 'out_trade_no'), textIn(content, 'trade_no')];
  if (!outTradeNo && !tradeNo) return failed('ACQ.INVALID_PARAMETER', '参数无效');
  const trades = await ownedBy<SimulatedTrade>(store, 'trade', app);
  const trade = trades.find((one) => (tradeNo ? one.tradeNo === tradeNo : one.outTradeNo === outTradeNo));
  if (!trade) return failed('ACQ.TRADE_NOT_EXIST', '交易不存在');
  return {
    buyer_logon_id: trade.buyer,
    buyer_pay_amount: yuanOf(trade.totalFen),
    invoice_amount: yuanOf(trade.totalFen),
    out_trade_no: trade.outTradeNo,
    point_amount: '0.00',
    receipt_amount: yuanOf(trade.totalFen),
    send_pay_date: written(trade.paidMs),
    total_amount: yuanOf(trade.totalFen),
    trade_no: trade.tradeNo,
    trade_status: tradeStatus(trade, now),
  };
}

const SCENE = { product_code: 'TRANS_ACCOUNT_NO_PWD', biz_scene: 'DIRECT_TRANSFER' };
/** Minimum ¥0.10 and maximum ¥100,000,000 of one transfer, in fen (TRANS_ACCOUNT_NO_PWD). */
const AMOUNTS = { min: 10, max: 10_000_000_000 };

interface Payee {
  readonly identity?: string;
  readonly identity_type?: string;
  readonly name?: string;
}

/** Checks a requested transfer. Returns the refusal, or `null` if the request is valid. */
async function refusalOf({ app, store, now, content }: Asked, payee: Payee, amountFen: number): Promise<Answer | null> {
  const types = ['ALIPAY_USER_ID', 'ALIPAY_LOGON_ID', 'ALIPAY_OPEN_ID'];
  const isWhole = Object.entries(SCENE).every(([name, value]) => content[name] === value);
  if (!isWhole || !textIn(content, 'order_title') || !types.includes(payee.identity_type ?? ''))
    return failed('INVALID_PARAMETER', '参数有误');
  if (!(amountFen >= AMOUNTS.min)) return failed('EXCEED_LIMIT_SM_MIN_AMOUNT', '单笔最低转账金额0.1元');
  if (amountFen > AMOUNTS.max) return failed('EXCEED_LIMIT_SM_AMOUNT', '单笔额度超限');
  if (!payee.identity || payee.identity.startsWith('notexist')) return failed('PAYEE_NOT_EXIST', '收款账号不存在');
  const name = app.payees[payee.identity];
  if (payee.identity_type === 'ALIPAY_LOGON_ID' && !payee.name) return failed('INVALID_PARAMETER', '参数有误');
  if (name !== undefined && payee.name && payee.name !== name)
    return failed('PAYEE_USER_INFO_ERROR', '支付宝账号和姓名不匹配，请确认姓名是否正确');
  if ((await balanceOf(store, app, now)) < amountFen) return failed('PAYER_BALANCE_NOT_ENOUGH', '付款方余额不足');
  return null;
}

const transferAnswer = (transfer: SimulatedTransfer, now: Date): Answer => ({
  order_id: transfer.orderId,
  out_biz_no: transfer.outBizNo,
  pay_fund_order_id: transfer.fundOrderId,
  status: transferState(transfer, now),
  trans_date: written(transfer.createdMs),
});

async function transfer(asked: Asked): Promise<Answer> {
  const { app, store, parts, now, content } = asked;
  if (app.certificates === null)
    return {
      code: '40006',
      msg: 'Insufficient Permissions',
      sub_code: 'isv.insufficient-isv-permissions',
      sub_msg: 'ISV权限不足',
    };
  const outBizNo = textIn(content, 'out_biz_no');
  if (!/^[\w-]{1,64}$/.test(outBizNo)) return failed('INVALID_PARAMETER', '参数有误');
  const known = await store.get<SimulatedTransfer>('transfer', keyOf(app, outBizNo));
  const asText = JSON.stringify([content.trans_amount, content.payee_info, content.product_code, content.biz_scene]);
  if (known) {
    if (known.asked !== asText) return failed('PAYMENT_INFO_INCONSISTENCY', '两次请求商户单号一样，但是参数不一致');
    return transferAnswer(known, now);
  }
  const payee = (content.payee_info ?? {}) as Payee;
  const amount = textIn(content, 'trans_amount');
  const amountFen = /^\d+(\.\d{1,2})?$/.test(amount) ? Math.round(Number(amount) * 100) : Number.NaN;
  const refusal = await refusalOf(asked, payee, amountFen);
  if (refusal) return refusal;
  const atMs = now.getTime();
  const way = WAYS[/^[a-z]+/.exec(payee.identity ?? '')?.[0] ?? ''];
  const made: SimulatedTransfer = {
    orderId: numberOf(parts, now),
    fundOrderId: numberOf(parts, now),
    outBizNo,
    asked: asText,
    amountFen,
    payee: payee.identity ?? '',
    createdMs: atMs,
    states: way?.(atMs) ?? [{ state: 'SUCCESS', atMs }],
  };
  await store.put('transfer', keyOf(app, outBizNo), made);
  for (const { state, atMs: at } of made.states)
    if (state !== 'DEALING')
      await notify(parts, app, new Date(at), {
        msg_method: 'alipay.fund.trans.order.changed',
        biz_content: JSON.stringify({
          ...SCENE,
          out_biz_no: outBizNo,
          order_id: made.orderId,
          status: state,
          trans_amount: yuanOf(amountFen),
          ...FAILURES[state],
        }),
      });
  return transferAnswer(made, now);
}

async function queryTransfer({ app, store, now, content }: Asked): Promise<Answer> {
  const transfers = await ownedBy<SimulatedTransfer>(store, 'transfer', app);
  const [outBizNo, orderId] = [textIn(content, 'out_biz_no'), textIn(content, 'order_id')];
  const found = transfers.find((one) => (orderId ? one.orderId === orderId : one.outBizNo === outBizNo));
  if (!found) return failed('ORDER_NOT_EXIST', '转账订单不存在');
  const state = transferState(found, now);
  return {
    order_id: found.orderId,
    out_biz_no: found.outBizNo,
    status: state,
    ...(state === 'SUCCESS' && {
      pay_date: written(found.createdMs),
      pay_fund_order_id: found.fundOrderId,
      trans_amount: yuanOf(found.amountFen),
    }),
    ...FAILURES[state],
  };
}

async function queryAccount({ app, store, now, content }: Asked): Promise<Answer> {
  if (content.account_type !== 'ACCTRANS_ACCOUNT') return failed('INVALID_PARAMETER', '参数有误');
  if (content.alipay_user_id !== app.pid) return failed('ACCOUNT_NOT_EXIST', '账户不存在');
  return { available_amount: yuanOf(await balanceOf(store, app, now)), freeze_amount: '0.00' };
}

export const MONEY_INTERFACES: Readonly<Record<string, Interface>> = {
  'alipay.trade.query': queryTrade,
  'alipay.fund.trans.uni.transfer': transfer,
  'alipay.fund.trans.common.query': queryTransfer,
  'alipay.fund.account.query': queryAccount,
};
