import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { SimulatorParts, SimulatorRequest } from '../simulator';
import { Refused } from './gate';
import { movementsOf } from './money';
import { feeOf } from './orders';
import { type Merchant, type Order, type Refund, type World, writeWall } from './world';

/** This module builds the statements of a day (交易账单、资金账单) in the documented format. */

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Time after midnight in Beijing from which the statements of the previous day are available: 10:00. */
const READY_MS = 10 * HOUR_MS;
const BEIJING_MS = 8 * HOUR_MS;
const OLDEST_DAYS = 92;
const LINK_MS = 30_000;
const END = '\r\n';

export const TRADE_HEAD =
  '交易时间,公众账号ID,商户号,特约商户号,设备号,微信订单号,商户订单号,用户标识,交易类型,交易状态,付款银行,货币种类,应结订单金额,代金券金额,微信退款单号,商户退款单号,退款金额,充值券退款金额,退款类型,退款状态,商品名称,商户数据包,手续费,费率,订单金额,申请退款金额,费率备注';
export const TRADE_TOTALS =
  '总交易单数,应结订单总金额,退款总金额,充值券退款总金额,手续费总金额,订单总金额,申请退款总金额';
export const FUND_HEAD =
  '记账时间,微信支付业务单号,资金流水单号,业务名称,业务类型,收支类型,收支金额(元),账户结余(元),资金变更提交申请人,备注,业务凭证号';
export const FUND_TOTALS = '资金流水总笔数,收入笔数,收入金额,支出笔数,支出金额';

export const yuan = (fen: number, decimals = 2): string => {
  const sign = fen < 0 ? '-' : '';
  const size = Math.abs(fen);
  return `${sign}${Math.floor(size / 100)}.${String(size % 100)
    .padStart(2, '0')
    .padEnd(decimals, '0')}`;
};
/**
 * Formats a line. A back-quote before each value keeps spreadsheets from changing long numbers. Commas and line breaks in values become
 * spaces.
 */
export const line = (values: readonly (string | number)[]) =>
  values.map((value) => `\`${String(value).replaceAll(/[,\r\n]/g, ' ')}`).join(',');

function orderLine(order: Order): readonly (string | number)[] {
  const { appId, mchId, transactionId, outTradeNo, openid, totalFen, description, feeRateBp } = order;
  const start = [
    writeWall(order.paidAt),
    appId,
    mchId,
    0,
    '',
    transactionId,
    outTradeNo,
    openid,
    'JSAPI',
    'SUCCESS',
    'OTHERS',
    'CNY',
  ];
  const refund = [yuan(totalFen), yuan(0), 0, 0, yuan(0), yuan(0), '', ''];
  return [
    ...start,
    ...refund,
    description,
    '',
    yuan(feeOf(order), 5),
    `${yuan(feeRateBp)}%`,
    yuan(totalFen),
    yuan(0),
    '',
  ];
}

function refundLine(refund: Refund, order: Order): readonly (string | number)[] {
  const { appId, mchId, transactionId, outTradeNo, openid, description, feeRateBp } = order;
  const start = [
    writeWall(refund.createdAt),
    appId,
    mchId,
    0,
    '',
    transactionId,
    outTradeNo,
    openid,
    'JSAPI',
    'REFUND',
    'OTHERS',
    'CNY',
  ];
  const { refundId, outRefundNo, refundFen } = refund;
  const state = refund.finishedAt ? 'SUCCESS' : 'PROCESSING';
  const middle = [yuan(0), yuan(0), refundId, outRefundNo, yuan(refundFen), yuan(0), 'ORIGINAL', state];
  return [...start, ...middle, description, '', yuan(0, 5), `${yuan(feeRateBp)}%`, yuan(0), yuan(refundFen), ''];
}

const isOfDay = (moment: string, day: string) => writeWall(moment).startsWith(day);
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

async function tradeFile(all: World, mchId: string, day: string): Promise<string | null> {
  const orders = (await all.list('order')).filter((order) => order.mchId === mchId);
  const paid = orders.filter(({ paidAt }) => isOfDay(paidAt, day));
  const refunds = (await all.list('refund')).filter(
    (refund) => refund.mchId === mchId && isOfDay(refund.createdAt, day),
  );
  const lines = [
    ...paid.map(orderLine),
    ...refunds.flatMap((refund) => {
      const order = orders.find(({ outTradeNo }) => outTradeNo === refund.outTradeNo);
      return order ? [refundLine(refund, order)] : [];
    }),
  ].sort((a, b) => String(b[0]).localeCompare(String(a[0])));
  if (lines.length === 0) return null;
  const paidFen = sum(paid.map(({ totalFen }) => totalFen));
  const refundedFen = sum(refunds.map(({ refundFen }) => refundFen));
  const feeFen = sum(paid.map(feeOf));
  const totals = [
    `${lines.length}.0`,
    yuan(paidFen),
    yuan(refundedFen),
    yuan(0),
    yuan(feeFen),
    yuan(paidFen),
    yuan(refundedFen),
  ];
  return [TRADE_HEAD, ...lines.map(line), TRADE_TOTALS, line(totals), ''].join(END);
}

async function fundFile(all: World, merchant: Merchant, day: string): Promise<string | null> {
  let balanceFen = merchant.openingFen;
  const income: number[] = [];
  const expense: number[] = [];
  const lines: string[] = [];
  for (const { at, bizNo, no, name, amountFen, remark, voucherNo } of await movementsOf(all, merchant.mchId)) {
    balanceFen += amountFen;
    if (!isOfDay(at, day)) continue;
    (amountFen < 0 ? expense : income).push(Math.abs(amountFen));
    const amounts = [amountFen < 0 ? '支出' : '收入', yuan(Math.abs(amountFen)), yuan(balanceFen)];
    lines.push(line([writeWall(at), bizNo, no, name, name, ...amounts, 'system', remark, voucherNo]));
  }
  if (lines.length === 0) return null;
  const totals = [
    `${lines.length}.0`,
    `${income.length}.0`,
    yuan(sum(income)),
    `${expense.length}.0`,
    yuan(sum(expense)),
  ];
  return [FUND_HEAD, ...lines, FUND_TOTALS, line(totals), ''].join(END);
}

const fileOf = (all: World, merchant: Merchant, kind: 'trade' | 'fund', day: string) =>
  kind === 'trade' ? tradeFile(all, merchant.mchId, day) : fundFile(all, merchant, day);

/** Checks that the statement of this day may be downloaded. @throws Refused 400 (day invalid, older than 92 days, or not yet available) */
function checkDay(day: string, now: Date): void {
  const start = Date.parse(`${day}T00:00:00Z`) - BEIJING_MS;
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day) || Number.isNaN(start))
    throw new Refused(400, 'PARAM_ERROR', '账单日期格式有误');
  const end = start + DAY_MS;
  if (now.getTime() < end || now.getTime() - start > OLDEST_DAYS * DAY_MS) {
    throw new Refused(400, 'INVALID_REQUEST', '账单日期有误，仅支持三个月内的账单下载申请');
  }
  if (now.getTime() < end + READY_MS) throw new Refused(400, 'STATEMENT_CREATING', '账单生成中，请稍后再试');
}

/** Creates a download link for a statement. The link is valid for 30 seconds. @throws Refused 400 (wrong day, or no statement) */
export async function applyForStatement(
  parts: SimulatorParts,
  all: World,
  merchant: Merchant,
  { kind, query }: { readonly kind: 'trade' | 'fund'; readonly query: URLSearchParams },
) {
  const day = query.get('bill_date') ?? '';
  const now = parts.clock.now();
  checkDay(day, now);
  const isOtherAccount = kind === 'fund' && (query.get('account_type') ?? 'BASIC') !== 'BASIC';
  const content = isOtherAccount ? null : await fileOf(all, merchant, kind, day);
  if (content === null) throw new Refused(400, 'NO_STATEMENT_EXIST', '账单文件不存在');
  const token = parts.clock.randomBytes(24).toString('base64url');
  const isPacked = query.get('tar_type') === 'GZIP';
  const until = new Date(now.getTime() + LINK_MS).toISOString();
  await all.put('link', token, { mchId: merchant.mchId, kind, day, isPacked, until });
  return {
    hash_type: 'SHA1',
    hash_value: createHash('sha1').update(content).digest('hex'),
    download_url: `https://api.mch.weixin.qq.com/v3/billdownload/file?token=${token}`,
  };
}

/** Builds the file of a download link. @throws Refused 400 (unknown or expired link, or a link of another merchant) */
export async function downloadStatement(
  parts: SimulatorParts,
  all: World,
  merchant: Merchant,
  request: SimulatorRequest,
): Promise<Buffer> {
  const token = request.query.get('token') ?? '';
  const link = await all.get('link', token);
  if (!link || link.mchId !== merchant.mchId || new Date(link.until) < parts.clock.now()) {
    await all.remove('link', token);
    throw new Refused(400, 'INVALID_REQUEST', '下载链接无效或已过期');
  }
  const content = Buffer.from((await fileOf(all, merchant, link.kind, link.day)) ?? '');
  return link.isPacked ? gzipSync(content) : content;
}
