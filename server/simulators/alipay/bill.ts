import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';
import { DAY_MS, HOUR_MS, SECOND_MS } from '../../../contract/units';
import type { SimulatorStore } from '../simulator';
import { movementsOf, type SimulatedTrade, tradeFee } from './money';
import {
  type Answer,
  type Asked,
  failed,
  type Interface,
  ownedBy,
  type SimulatedApp,
  textIn,
  written,
  yuanOf,
} from './world';

/**
 * This module builds the bills of the simulated Alipay. A bill is a CSV file in GBK inside a zip file, which can be downloaded for 30
 * seconds.
 */

/** A download link, stored under its token. */
interface Link {
  readonly appId: string;
  readonly type: 'trade' | 'signcustomer';
  /** The day or month as text. `fromMs` and `toMs` are its start and end. */
  readonly date: string;
  readonly fromMs: number;
  readonly toMs: number;
  readonly validUntilMs: number;
}

const VALID_MS = 30 * SECOND_MS;
/**
 * Time from the end of a bill's period until the bill is available. A day's bill is ready at 09:00 of the next day. A month's bill is ready
 * at 09:00 of the third day of the next month.
 */
const READY_MS = { day: 9 * HOUR_MS, month: 2 * DAY_MS + 9 * HOUR_MS };

const midnight = (day: string): number => Date.parse(`${day}T00:00:00+08:00`);

/** Parses a day or month. @returns its period and when the bill is ready, or `null` if the text is neither */
function periodOf(date: string): { fromMs: number; toMs: number; readyMs: number } | null {
  const isDay = /^\d{4}-\d\d-\d\d$/.test(date);
  if (!isDay && !/^\d{4}-\d\d$/.test(date)) return null;
  const fromMs = midnight(isDay ? date : `${date}-01`);
  const [year = 0, month = 0] = date.split('-').map(Number);
  const toMs = isDay ? fromMs + DAY_MS : Date.UTC(year, month, 1) - 8 * HOUR_MS;
  return Number.isNaN(fromMs) ? null : { fromMs, toMs, readyMs: toMs + (isDay ? READY_MS.day : READY_MS.month) };
}

let codes: ReadonlyMap<string, number> | null = null;

/** Builds the GBK encoding table once, by decoding every pair of bytes. Node.js has only a decoder. */
function gbkCodes(): ReadonlyMap<string, number> {
  if (codes) return codes;
  const decoder = new TextDecoder('gbk');
  const made = new Map<string, number>();
  for (let high = 0x81; high <= 0xfe; high += 1)
    for (let low = 0x40; low <= 0xfe; low += 1) {
      const char = decoder.decode(Uint8Array.of(high, low));
      if (char.length === 1 && char !== '\ufffd' && !made.has(char)) made.set(char, (high << 8) | low);
    }
  codes = made;
  return made;
}

/** Encodes a text in GBK. A character that GBK does not have becomes a question mark. */
function gbk(text: string): Buffer {
  const bytes: number[] = [];
  for (const char of text) {
    const code = char.charCodeAt(0);
    const pair = code < 0x80 ? undefined : gbkCodes().get(char);
    if (code < 0x80) bytes.push(code);
    else if (pair === undefined) bytes.push(0x3f);
    else bytes.push(pair >> 8, pair & 0xff);
  }
  return Buffer.from(bytes);
}

const chinese = (ms: number): string => {
  const [day = '', time = ''] = written(ms).split(' ');
  const [year, month, date] = day.split('-');
  return `${year}年${month}月${date}日 ${time}`;
};

interface Sheet {
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly totals: readonly string[];
}

/**
 * Builds a bill in the platform's layout: remarks, table, totals. Every cell below the column names ends with a tab, so that programs do
 * not read the cell as a number.
 */
export function csv(
  sheet: Sheet,
  app: Pick<SimulatedApp, 'pid'>,
  link: Pick<Link, 'fromMs' | 'toMs'>,
  now: Date,
): Buffer {
  const rule = '-'.repeat(40);
  const lines = [
    `#支付宝${sheet.title}查询`,
    `#账号：[${app.pid}0156]`,
    `#起始日期：[${chinese(link.fromMs)}]   终止日期：[${chinese(link.toMs)}]`,
    `#${rule}${sheet.title}列表${rule}`,
    sheet.columns.join(','),
    ...sheet.rows.map((row) => row.map((cell) => `${cell.replaceAll(',', '，')}\t`).join(',')),
    `#${rule}${sheet.title}列表结束${rule}`,
    ...sheet.totals.map((total) => `#${total}`),
    `#导出时间：[${chinese(now.getTime())}]`,
  ];
  return gbk(`${lines.join('\r\n')}\r\n`);
}

const sum = (amounts: readonly number[]): number => amounts.reduce((whole, fen) => whole + fen, 0);

export const TRADE_COLUMNS = [
  '支付宝交易号',
  '商户订单号',
  '业务类型',
  '商品名称',
  '创建时间',
  '完成时间',
  '门店编号',
  '门店名称',
  '操作员',
  '终端号',
  '对方账户',
  '订单金额（元）',
  '商家实收（元）',
  '支付宝红包（元）',
  '集分宝（元）',
  '支付宝优惠（元）',
  '商家优惠（元）',
  '券核销金额（元）',
  '券名称',
  '商家红包消费金额（元）',
  '卡消费金额（元）',
  '退款批次号/请求号',
  '服务费（元）',
  '分润（元）',
  '备注',
];

const NONE = '0.00';

function tradeSheet(trades: readonly SimulatedTrade[]): Sheet {
  const total = yuanOf(sum(trades.map(({ totalFen }) => totalFen)));
  return {
    title: '业务明细',
    columns: TRADE_COLUMNS,
    rows: trades.map((trade) => {
      const [at, amount] = [written(trade.paidMs), yuanOf(trade.totalFen)];
      const named = [trade.tradeNo, trade.outTradeNo, '交易', trade.subject, at, at, '', '', '', '', trade.buyer];
      const discounts = [NONE, NONE, NONE, NONE, NONE, '', NONE, NONE, ''];
      return [...named, amount, amount, ...discounts, yuanOf(-tradeFee(trade)), NONE, ''];
    }),
    totals: [
      `交易合计：${trades.length}笔，商家实收共${total}元，商家优惠共0.00元`,
      '退款合计：0笔，商家实收退款共0.00元，商家优惠退款共0.00元',
    ],
  };
}

async function movementSheet(store: SimulatorStore, app: SimulatedApp, link: Link, now: Date): Promise<Sheet> {
  let balance = app.balanceFen;
  const rows: string[][] = [];
  const [incomes, expenses]: [number[], number[]] = [[], []];
  for (const [index, movement] of (await movementsOf(store, app, now)).entries()) {
    balance += movement.fen;
    if (movement.atMs < link.fromMs || movement.atMs >= link.toMs) continue;
    const isIncome = movement.fen > 0;
    (isIncome ? incomes : expenses).push(movement.fen);
    const amounts = isIncome ? [yuanOf(movement.fen), ''] : ['', yuanOf(movement.fen)];
    const named = [`${movement.no}${index}`, movement.no, movement.outNo, movement.name, written(movement.atMs)];
    rows.push([...named, movement.other, ...amounts, yuanOf(balance), '支付宝', movement.kind, '']);
  }
  return {
    title: '账务明细',
    columns: [
      '账务流水号',
      '业务流水号',
      '商户订单号',
      '商品名称',
      '发生时间',
      '对方账号',
      '收入金额（+元）',
      '支出金额（-元）',
      '账户余额（元）',
      '交易渠道',
      '业务类型',
      '备注',
    ],
    rows,
    totals: [
      `支出合计：${expenses.length}笔，共${yuanOf(sum(expenses))}元`,
      `收入合计：${incomes.length}笔，共${yuanOf(sum(incomes))}元`,
    ],
  };
}

async function sheetOf(store: SimulatorStore, app: SimulatedApp, link: Link, now: Date): Promise<Sheet> {
  if (link.type === 'signcustomer') return movementSheet(store, app, link, now);
  const trades = await ownedBy<SimulatedTrade>(store, 'trade', app);
  const own = trades.filter(({ paidMs }) => paidMs >= link.fromMs && paidMs < link.toMs);
  return tradeSheet([...own].sort((a, b) => a.paidMs - b.paidMs));
}

async function zipOf(sheet: Sheet, app: SimulatedApp, link: Link, now: Date): Promise<Buffer> {
  const file = new ZipFile();
  const name = `${app.pid}0156_${link.date.replaceAll('-', '')}_${sheet.title}`;
  const sums: Sheet = {
    ...sheet,
    columns: ['门店编号', '门店名称', '笔数'],
    rows: [['合计', '', String(sheet.rows.length)]],
  };
  file.addBuffer(csv(sums, app, link, now), `${name}(汇总).csv`, { mtime: now });
  file.addBuffer(csv(sheet, app, link, now), `${name}.csv`, { mtime: now });
  file.end();
  return buffer(file.outputStream);
}

async function billUrl({ app, store, parts, now, content }: Asked): Promise<Answer> {
  const [type, date] = [textIn(content, 'bill_type'), textIn(content, 'bill_date')];
  const period = periodOf(date);
  if ((type !== 'trade' && type !== 'signcustomer') || !period)
    return { code: '40002', msg: 'Invalid Arguments', sub_code: 'isv.invalid-parameter', sub_msg: '参数无效' };
  const token = parts.clock.randomBytes(16).toString('hex');
  const { fromMs, toMs, readyMs } = period;
  const link: Link = { appId: app.appId, type, date, fromMs, toMs, validUntilMs: now.getTime() + VALID_MS };
  const isEmpty = now.getTime() < readyMs || (await sheetOf(store, app, link, now)).rows.length === 0;
  if (isEmpty) return failed('isp.bill_not_exist', '账单不存在');
  await store.put('bill', token, link);
  const query = new URLSearchParams({ bizType: type, userId: app.pid, fileType: 'csv.zip', bizDates: date, token });
  return { bill_download_url: `http://dwbillcenter.alipay.com/downloadBillFile.resource?${query}` };
}

/** Builds the file of a download link. @returns `null` when the link is unknown or expired */
export async function downloadOf(store: SimulatorStore, token: string, now: Date): Promise<Buffer | null> {
  const link = await store.get<Link>('bill', token);
  const app = link && (await store.get<SimulatedApp>('app', link.appId));
  if (!link || !app || link.validUntilMs < now.getTime()) return null;
  return zipOf(await sheetOf(store, app, link, now), app, link, now);
}

export const BILL_INTERFACES: Readonly<Record<string, Interface>> = {
  'alipay.data.dataservice.bill.downloadurl.query': billUrl,
};
