import { balanceChain, Columns, fenIn, fitNumber, momentReader, numberIn } from './cells';
import { type LineKind, StatementFault, type StatementLine, type StatementPlace } from './statement';
import type { LineReader } from './wechat';

/**
 * Reads Alipay's statements: zipped CSV files in GBK. Lines that begin with `#` are remarks with account, days and totals. Each cell
 * ends with a tab, which makes spreadsheet programs treat long numbers as text.
 */

const ACCOUNT = /^#账号：\[(\d+?)(?:0156)?\]/;
const DAYS = /^#起始日期：\[(\d{4})年(\d{2})月(\d{2})日/;
const TOTAL = /^#(交易|退款|支出|收入)合计：(\d+)笔，(?:商家实收(?:退款)?)?共(-?[\d.]+)元/;
const END = /^#-+\S*结束-*/;

/**
 * Splits a line into `count` cells. A cell in quotes may contain commas.
 *
 * @throws StatementFault `columns` when the line has another number of cells
 */
function cellsOf(text: string, line: number, count: number): string[] {
  const cells = text.includes('"')
    ? [...text.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, plain]) =>
        (quoted?.replaceAll('""', '"') ?? plain ?? '').trim(),
      )
    : text.split(',').map((cell) => cell.trim());
  // In some exports each line ends with a comma, which would count as an empty cell.
  if (cells.length === count + 1 && cells.at(-1) === '') cells.pop();
  if (cells.length !== count) throw new StatementFault('columns', line, { n: count });
  return cells;
}

type Sums = Record<string, { count: number; fen: number }>;
type Entry = (cells: readonly string[], line: number) => StatementLine;

/** Creates a line reader for the structure that both statement types share: remarks, column titles, entries, end mark and totals. */
function framed(
  place: StatementPlace,
  totals: readonly string[],
  begin: (titles: Columns, sums: Sums, line: number) => Entry,
): LineReader {
  const sums: Sums = Object.fromEntries(totals.map((name) => [name, { count: 0, fen: 0 }]));
  const told = new Set<string>();
  let head: Columns | null = null;
  let entry: Entry | null = null;
  let hasEnded = false;
  let hasAccount = false;
  let hasDays = false;
  const remark = (text: string, line: number): void => {
    const [, account] = ACCOUNT.exec(text) ?? [];
    const [, year, month, date] = DAYS.exec(text) ?? [];
    const [, name = '', count, amount = ''] = TOTAL.exec(text) ?? [];
    if (account !== undefined) {
      hasAccount = true;
      if (account !== place.mchNo) throw new StatementFault('otherFile', line, { no: account, date: '' });
    }
    if (year !== undefined) {
      hasDays = true;
      const day = `${year}-${month}-${date}`;
      if (day !== place.day) throw new StatementFault('otherFile', line, { no: place.mchNo, date: day });
    }
    if (END.test(text)) hasEnded = true;
    const sum = sums[name];
    if (!sum) return;
    told.add(name);
    if (Number(count) !== sum.count || fenIn(amount, line, name) !== sum.fen) {
      throw new StatementFault('totals', line, { column: `${name}合计`, value: amount });
    }
  };
  return {
    read(text, line) {
      if (text.trim() === '') return null;
      if (text.startsWith('#')) {
        remark(text, line);
        return null;
      }
      if (hasEnded) throw new StatementFault('rest', line);
      if (!head || !entry) {
        if (!hasAccount || !hasDays) throw new StatementFault('header', line, { column: '账号' });
        head = new Columns(text.split(','));
        entry = begin(head, sums, line);
        return null;
      }
      return entry(cellsOf(text, line, head.count), line);
    },
    end(lastLine) {
      if (!head) throw new StatementFault('header', lastLine, { column: '账号' });
      if (!hasEnded || told.size !== totals.length) throw new StatementFault('truncated', lastLine);
    },
  };
}

function add(sums: Sums, name: string, fen: number): void {
  const sum = sums[name];
  if (!sum) return;
  sum.count += 1;
  sum.fen += fen;
}

/** Creates the line reader for a trade statement (业务账单): trades and refunds with their fees. */
function tradeReader(place: StatementPlace): LineReader {
  const momentIn = momentReader(place.day);
  return framed(place, ['交易', '退款'], (titles, sums, head) => {
    const at = {
      tradeNo: titles.of(head, '支付宝交易号'),
      outNo: titles.of(head, '商户订单号'),
      type: titles.of(head, '业务类型'),
      at: titles.of(head, '完成时间'),
      fen: titles.of(head, '商家实收(元)', '商家实收'),
      refundNo: titles.of(head, '退款批次号/请求号', '退款批次号'),
      fee: titles.of(head, '服务费(元)', '服务费'),
    };
    return (cells, line) => {
      const cell = (index: number) => cells[index] ?? '';
      const type = cell(at.type);
      const isRefund = type.includes('退款');
      if (!isRefund && type !== '交易') throw new StatementFault('value', line, { column: '业务类型', value: type });
      const amountFen = fenIn(cell(at.fen), line, '商家实收(元)');
      if (isRefund ? amountFen > 0 : amountFen < 0) {
        throw new StatementFault('value', line, { column: '商家实收(元)', value: cell(at.fen) });
      }
      add(sums, isRefund ? '退款' : '交易', amountFen);
      const feeFen = fenIn(cell(at.fee), line, '服务费(元)');
      const tradeNo = numberIn(cell(at.tradeNo), line, '支付宝交易号');
      const ownNo = numberIn(cell(at.outNo), line, '商户订单号');
      const refundNo = cell(at.refundNo) || ownNo;
      return {
        line,
        kind: isRefund ? 'refund' : 'pay',
        // A trade and its refunds have the same trade number. Our refund number distinguishes the refunds.
        tradeNo: isRefund ? fitNumber(`${tradeNo}/${refundNo}`) : tradeNo,
        outNo: isRefund ? fitNumber(refundNo) : ownNo,
        amountFen,
        feeFen: feeFen === 0 ? 0 : -feeFen,
        status: 'success',
        at: momentIn(cell(at.at), line, '完成时间'),
        balanceFen: null,
      };
    };
  });
}

function movementKind(type: string): LineKind {
  if (type.includes('退款')) return 'refund';
  if (type.includes('收费') || type.includes('服务费')) return 'fee';
  if (type.includes('转账')) return 'transfer';
  return type.includes('支付') ? 'pay' : 'other';
}

/** Creates the line reader for a fund statement (账务账单): each movement with the resulting balance. */
function fundReader(place: StatementPlace): LineReader {
  const momentIn = momentReader(place.day);
  return framed(place, ['支出', '收入'], (titles, sums, head) => {
    const at = {
      bizNo: titles.of(head, '业务流水号'),
      outNo: titles.of(head, '商户订单号'),
      at: titles.of(head, '发生时间'),
      income: titles.of(head, '收入金额(+元)', '收入金额'),
      expense: titles.of(head, '支出金额(-元)', '支出金额'),
      balance: titles.of(head, '账户余额(元)', '账户余额'),
      type: titles.of(head, '业务类型'),
    };
    const follows = balanceChain();
    return (cells, line) => {
      const cell = (index: number) => cells[index] ?? '';
      const [income, expense] = [cell(at.income), cell(at.expense)];
      const isIncome = income !== '' && fenIn(income, line, '收入金额(+元)') !== 0;
      const size = Math.abs(isIncome ? fenIn(income, line, '收入金额(+元)') : fenIn(expense, line, '支出金额(-元)'));
      const amountFen = isIncome || size === 0 ? size : -size;
      add(sums, isIncome ? '收入' : '支出', amountFen);
      const balanceFen = fenIn(cell(at.balance), line, '账户余额(元)');
      follows(line, amountFen, balanceFen);
      return {
        line,
        kind: movementKind(cell(at.type)),
        tradeNo: numberIn(cell(at.bizNo), line, '业务流水号'),
        outNo: cell(at.outNo).slice(0, 64),
        amountFen,
        feeFen: 0,
        status: 'success',
        at: momentIn(cell(at.at), line, '发生时间'),
        balanceFen,
      };
    };
  });
}

/** Creates the line reader for an Alipay statement of this type. */
export const alipayReader = (place: StatementPlace): LineReader =>
  place.kind === 'trade' ? tradeReader(place) : fundReader(place);
