import { balanceChain, Columns, countIn, fenIn, momentReader, numberIn } from './cells';
import { type LineKind, type LineStatus, StatementFault, type StatementLine, type StatementPlace } from './statement';

/**
 * Reads WeChat Pay's statements: comma-separated, a back-quote before each value, amounts in yuan. The last two lines are the titles and
 * values of the totals. Columns are found by their titles.
 */

/** Reader that receives a file line by line. */
export interface LineReader {
  /**
   * @returns the entry of a line, or `null` when the line has no entry. @throws StatementFault when the line is invalid or belongs to
   * another statement
   */
  read(text: string, line: number): StatementLine | null;
  /**
   * Checks that the file is complete. @throws StatementFault `truncated` when the end is missing, `header` when column titles are missing
   */
  end(lastLine: number): void;
}

/** Splits a line into its back-quoted values. @throws StatementFault `columns` unless the line has `count` values */
function cellsOf(text: string, line: number, count: number): string[] {
  if (text[0] !== '`') throw new StatementFault('columns', line, { n: count });
  const cells = text.slice(1).split(',`');
  if (cells.length !== count) throw new StatementFault('columns', line, { n: count });
  return cells;
}

const titlesOf = (text: string): string[] => text.replace(/^\uFEFF/, '').split(',');

/** Sums of the entries. They are compared with the totals of the file. */
interface Sums {
  lines: number;
  payFen: number;
  refundFen: number;
  feeFen: number;
  income: number;
  incomeFen: number;
  expense: number;
  expenseFen: number;
}
const NO_SUMS: Sums = {
  lines: 0,
  payFen: 0,
  refundFen: 0,
  feeFen: 0,
  income: 0,
  incomeFen: 0,
  expense: 0,
  expenseFen: 0,
};

/** Possible titles of a total, and the sum that the total must equal. The statements of older merchants have other titles. */
type TotalRule = readonly [titles: readonly string[], of: keyof Sums, isCount?: true];
const TRADE_TOTALS: readonly TotalRule[] = [
  [['总交易单数'], 'lines', true],
  [['应结订单总金额', '总交易额'], 'payFen'],
  [['退款总金额', '总退款金额'], 'refundFen'],
  [['手续费总金额'], 'feeFen'],
];
const FUND_TOTALS: readonly TotalRule[] = [
  [['资金流水总笔数'], 'lines', true],
  [['收入笔数'], 'income', true],
  [['收入金额'], 'incomeFen'],
  [['支出笔数'], 'expense', true],
  [['支出金额'], 'expenseFen'],
];

/** Compares the file's totals with the sums of its entries. @throws StatementFault `totals` for a difference, `value` for a wrong format */
function checkTotals(rules: readonly TotalRule[], titles: Columns, text: string, line: number, sums: Sums): void {
  const cells = cellsOf(text, line, titles.count);
  for (const [names, of, isCount] of rules) {
    const name = names.find((one) => titles.has(one));
    if (name === undefined) continue;
    const cell = cells[titles.of(line, name)] ?? '';
    const told = isCount ? countIn(cell, line, name) : fenIn(cell, line, name);
    if (told !== sums[of]) throw new StatementFault('totals', line, { column: name, value: cell });
  }
}

/** Creates a line reader for the structure that both statement types share: column titles, entries, titles of the totals, totals. */
function framed(
  totals: readonly TotalRule[],
  begin: (titles: Columns, sums: Sums) => (cells: readonly string[], line: number) => StatementLine,
): LineReader {
  const sums: Sums = { ...NO_SUMS };
  const [[[firstTotal = '']]] = totals as readonly [TotalRule];
  let head: Columns | null = null;
  let entry: ((cells: readonly string[], line: number) => StatementLine) | null = null;
  let totalTitles: Columns | null = null;
  let isOver = false;
  return {
    read(text, line) {
      if (text.trim() === '') return null;
      if (isOver) throw new StatementFault('rest', line);
      if (!head || !entry) {
        head = new Columns(titlesOf(text));
        entry = begin(head, sums);
        return null;
      }
      if (totalTitles) {
        checkTotals(totals, totalTitles, text, line, sums);
        isOver = true;
        return null;
      }
      if (text.startsWith(firstTotal)) {
        totalTitles = new Columns(titlesOf(text));
        return null;
      }
      sums.lines += 1;
      return entry(cellsOf(text, line, head.count), line);
    },
    end(lastLine) {
      if (!isOver) throw new StatementFault('truncated', lastLine);
    },
  };
}

const REFUND_STATES: Readonly<Record<string, LineStatus>> = {
  SUCCESS: 'success',
  PROCESSING: 'processing',
  FAIL: 'failed',
  CHANGE: 'failed',
};

/** Creates the line reader for a trade statement (交易账单): payments and refunds. */
function tradeReader({ mchNo, day }: StatementPlace): LineReader {
  const momentIn = momentReader(day);
  return framed(TRADE_TOTALS, (titles, sums) => {
    const place = {
      at: titles.of(1, '交易时间'),
      mchNo: titles.of(1, '商户号'),
      subMchNo: titles.has('特约商户号')
        ? titles.of(1, '特约商户号')
        : titles.has('子商户号')
          ? titles.of(1, '子商户号')
          : null,
      tradeNo: titles.of(1, '微信订单号'),
      outNo: titles.of(1, '商户订单号'),
      state: titles.of(1, '交易状态'),
      payFen: titles.of(1, '应结订单金额', '总金额'),
      fee: titles.of(1, '手续费'),
    };
    const refund = titles.has('微信退款单号')
      ? {
          tradeNo: titles.of(1, '微信退款单号'),
          outNo: titles.of(1, '商户退款单号'),
          fen: titles.of(1, '退款金额'),
          state: titles.of(1, '退款状态'),
        }
      : null;
    return (cells, line) => {
      const cell = (at: number) => cells[at] ?? '';
      const owners = [cell(place.mchNo), place.subMchNo === null ? '' : cell(place.subMchNo)];
      if (!owners.includes(mchNo))
        throw new StatementFault('otherFile', line, { no: owners[0] ?? '', date: cell(place.at).slice(0, 10) });
      const at = momentIn(cell(place.at), line, '交易时间');
      const feeFen = fenIn(cell(place.fee), line, '手续费');
      sums.feeFen += feeFen;
      const state = cell(place.state);
      const common = { line, feeFen, at, balanceFen: null };
      if (state === 'SUCCESS') {
        const amountFen = fenIn(cell(place.payFen), line, '应结订单金额');
        sums.payFen += amountFen;
        const [tradeNo, outNo] = [cell(place.tradeNo), cell(place.outNo)];
        return {
          ...common,
          kind: 'pay',
          tradeNo: numberIn(tradeNo, line, '微信订单号'),
          outNo: numberIn(outNo, line, '商户订单号'),
          amountFen,
          status: 'success',
        };
      }
      const isRefund = state === 'REFUND' || state === 'REVOKED';
      const status = refund && isRefund ? REFUND_STATES[cell(refund.state)] : undefined;
      if (!refund || status === undefined) {
        const [column, value] = isRefund ? ['退款状态', refund ? cell(refund.state) : ''] : ['交易状态', state];
        throw new StatementFault('value', line, { column, value });
      }
      const refundFen = fenIn(cell(refund.fen), line, '退款金额');
      sums.refundFen += refundFen;
      return {
        ...common,
        kind: 'refund',
        tradeNo: numberIn(cell(refund.tradeNo), line, '微信退款单号'),
        outNo: numberIn(cell(refund.outNo), line, '商户退款单号'),
        amountFen: refundFen === 0 ? 0 : -refundFen,
        status,
      };
    };
  });
}

function movementKind(name: string): LineKind {
  if (name.includes('手续费')) return 'fee';
  if (name.includes('转账') || name.includes('付款')) return 'transfer';
  if (name.includes('退款')) return 'refund';
  return name === '交易' ? 'pay' : 'other';
}

/** Creates the line reader for a fund statement (资金账单): each movement with the resulting balance. */
function fundReader({ day }: StatementPlace): LineReader {
  const momentIn = momentReader(day);
  return framed(FUND_TOTALS, (titles, sums) => {
    const place = {
      at: titles.of(1, '记账时间'),
      bizNo: titles.of(1, '微信支付业务单号'),
      name: titles.of(1, '业务名称'),
      direction: titles.of(1, '收支类型'),
      fen: titles.of(1, '收支金额(元)'),
      balance: titles.of(1, '账户结余(元)'),
      voucherNo: titles.of(1, '业务凭证号'),
    };
    const follows = balanceChain();
    return (cells, line) => {
      const cell = (at: number) => cells[at] ?? '';
      const direction = cell(place.direction);
      if (direction !== '收入' && direction !== '支出')
        throw new StatementFault('value', line, { column: '收支类型', value: direction });
      const size = fenIn(cell(place.fen), line, '收支金额(元)');
      const amountFen = direction === '收入' || size === 0 ? size : -size;
      if (direction === '收入') {
        sums.income += 1;
        sums.incomeFen += size;
      } else {
        sums.expense += 1;
        sums.expenseFen += size;
      }
      const balanceFen = fenIn(cell(place.balance), line, '账户结余(元)');
      follows(line, amountFen, balanceFen);
      return {
        line,
        kind: movementKind(cell(place.name)),
        tradeNo: numberIn(cell(place.bizNo), line, '微信支付业务单号'),
        outNo: cell(place.voucherNo).slice(0, 64),
        amountFen,
        feeFen: 0,
        status: 'success',
        at: momentIn(cell(place.at), line, '记账时间'),
        balanceFen,
      };
    };
  });
}

/** Creates the line reader for a WeChat Pay statement of this type. */
export const wechatReader = (place: StatementPlace): LineReader =>
  place.kind === 'trade' ? tradeReader(place) : fundReader(place);
