import { DAY_MS } from '../../contract/units';
import { csv, TRADE_COLUMNS } from './alipay/bill';
import { written, yuanOf } from './alipay/world';
import { FUND_HEAD, FUND_TOTALS, line, TRADE_HEAD, TRADE_TOTALS, yuan } from './wxpay/statements';

/** This module builds statement files of payment platforms from given entries, for the demo, tests and benchmarks. */

export interface StatedEntry {
  readonly kind: 'pay' | 'refund';
  readonly tradeNo: string;
  /** Our number of the order. For a refund, our number of the refund. */
  readonly outNo: string;
  /** Our number of the refunded order. Only refunds have it. */
  readonly orderNo?: string;
  /** Amount in fen. It is always positive. */
  readonly amountFen: number;
  readonly feeFen: number;
  readonly at: Date;
  /** State of a refund. The default is `SUCCESS`. */
  readonly refundState?: 'SUCCESS' | 'PROCESSING';
}

const END = '\r\n';
const NONE = yuan(0);

/** Generates the lines of a trade statement of WeChat Pay: first the head, then one line for each entry, and last the totals. */
export function* wechatTradeParts(mchNo: string, entries: Iterable<StatedEntry>): Generator<string> {
  yield `${TRADE_HEAD}${END}`;
  let [count, paidFen, refundFen, feeFen] = [0, 0, 0, 0];
  for (const { kind, tradeNo, outNo, orderNo, amountFen, feeFen: fee, at, refundState } of entries) {
    count += 1;
    feeFen += fee;
    const isPay = kind === 'pay';
    if (isPay) paidFen += amountFen;
    else refundFen += amountFen;
    const [no, own] = isPay ? [tradeNo, outNo] : [`42${tradeNo}`, orderNo ?? outNo];
    const start = [
      written(at),
      'wx0123456789abcdef',
      mchNo,
      0,
      '',
      no,
      own,
      'o-payer',
      'JSAPI',
      isPay ? 'SUCCESS' : 'REFUND',
      'OTHERS',
      'CNY',
    ];
    const amounts = isPay
      ? [yuan(amountFen), NONE, 0, 0, NONE, NONE, '', '']
      : [NONE, NONE, tradeNo, outNo, yuan(amountFen), NONE, 'ORIGINAL', refundState ?? 'SUCCESS'];
    const rest = [
      '配送订单',
      '',
      yuan(fee, 5),
      '0.60%',
      isPay ? yuan(amountFen) : NONE,
      isPay ? NONE : yuan(amountFen),
      '',
    ];
    yield `${line([...start, ...amounts, ...rest])}${END}`;
  }
  const totals = [`${count}.0`, yuan(paidFen), yuan(refundFen), NONE, yuan(feeFen), yuan(paidFen), yuan(refundFen)];
  yield `${TRADE_TOTALS}${END}${line(totals)}${END}`;
}

/** Builds a trade statement of WeChat Pay. */
export const wechatTradeFile = (mchNo: string, entries: Iterable<StatedEntry>): Buffer =>
  Buffer.from([...wechatTradeParts(mchNo, entries)].join(''));

export interface StatedMovement {
  readonly at: Date;
  readonly bizNo: string;
  readonly name: string;
  /** Amount in fen. A negative amount leaves the account. */
  readonly amountFen: number;
  readonly voucherNo: string;
}

/** Builds an account statement (资金账单) of WeChat Pay. */
export function wechatFundFile(openingFen: number, movements: readonly StatedMovement[]): Buffer {
  let balanceFen = openingFen;
  const lines = movements.map(({ at, bizNo, name, amountFen, voucherNo }, index) => {
    balanceFen += amountFen;
    const amounts = [amountFen < 0 ? '支出' : '收入', yuan(Math.abs(amountFen)), yuan(balanceFen)];
    return line([written(at), bizNo, `${bizNo}${index}`, name, name, ...amounts, 'system', '', voucherNo]);
  });
  const sum = (list: readonly StatedMovement[]) =>
    yuan(Math.abs(list.reduce((all, { amountFen }) => all + amountFen, 0)));
  const income = movements.filter(({ amountFen }) => amountFen >= 0);
  const expense = movements.filter(({ amountFen }) => amountFen < 0);
  const totals = [`${lines.length}.0`, `${income.length}.0`, sum(income), `${expense.length}.0`, sum(expense)];
  return Buffer.from([FUND_HEAD, ...lines, FUND_TOTALS, line(totals), ''].join(END));
}

/** Builds a trade bill of Alipay as CSV, without the zip file. */
export function alipayTradeFile(pid: string, day: string, entries: readonly StatedEntry[]): Buffer {
  const fromMs = Date.parse(`${day}T00:00:00+08:00`);
  const ofKind = (kind: StatedEntry['kind']) => entries.filter((entry) => entry.kind === kind);
  const sum = (list: readonly StatedEntry[]) => list.reduce((all, { amountFen }) => all + amountFen, 0);
  const [paid, refunded] = [ofKind('pay'), ofKind('refund')];
  return csv(
    {
      title: '业务明细',
      columns: TRADE_COLUMNS,
      rows: entries.map((entry) => {
        const [at, isPay] = [written(entry.at), entry.kind === 'pay'];
        const amount = yuanOf(isPay ? entry.amountFen : -entry.amountFen);
        const own = isPay ? entry.outNo : (entry.orderNo ?? entry.outNo);
        const named = [
          entry.tradeNo,
          own,
          isPay ? '交易' : '退款',
          '配送订单',
          at,
          at,
          '',
          '',
          '',
          '',
          'payer@example.com',
        ];
        const discounts = ['0.00', '0.00', '0.00', '0.00', '0.00', '', '0.00', '0.00'];
        return [...named, amount, amount, ...discounts, isPay ? '' : entry.outNo, yuanOf(-entry.feeFen), '0.00', ''];
      }),
      totals: [
        `交易合计：${paid.length}笔，商家实收共${yuanOf(sum(paid))}元，商家优惠共0.00元`,
        `退款合计：${refunded.length}笔，商家实收退款共${yuanOf(-sum(refunded))}元，商家优惠退款共0.00元`,
      ],
    },
    { pid },
    { fromMs, toMs: fromMs + DAY_MS },
    new Date(fromMs + DAY_MS),
  );
}
