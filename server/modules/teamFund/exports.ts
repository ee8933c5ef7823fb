import type { ParsedOf } from '../../../contract/endpoint';
import { ENTRY_TYPES } from '../../../contract/ledger.entries';
import type { teamFundEndpoints } from '../../../contract/teamFund';
import { ADJUST_DIRECTION_TEXT, FUND_PART_TEXT, FUND_PARTS, FUND_STATE_TEXT } from '../../../contract/teamFund.states';
import { text } from '../../../contract/text';
import { WORD } from '../../../contract/words';
import { seesAmounts } from '../../core/access/access';
import {
  asOfRequest,
  batchOf,
  daysText,
  type ExportColumn,
  type ExportKey,
  exportSource,
  inExport,
  joinNonEmpty,
  learnedNames,
} from '../../core/export/export';
import type { ActorContext } from '../../core/http/context';
import { refuse } from '../../core/http/refusal';
import { yuan } from '../../core/money/amounts';
import { accountNames } from '../account';
import { copyFlow, FLOW_FIELDS, flowRest, flowSums, stationAccounts } from '../ledger';
import { regionName } from '../region';
import { presentOf } from '../site';
import { stationFilterText } from '../team';
import { assertMayAsk, type FundRow, rowsOf, stationOf } from './answers';
import { daysOf, type FlowInput, flowFilter, flowWords, type Movement } from './flow';
import { flowTotals, partsOf } from './rules';
import { fundCount, fundPage } from './store';

/** This module defines the exports of station funds and of one station's movements (DOMAIN §3.5 "Export"). */

type ListInput = Omit<
  ParsedOf<(typeof teamFundEndpoints)['finance.TeamFund/getList']>,
  'page' | 'limit' | 'sortField' | 'sortOrder'
>;

const WORDS = {
  code: WORD.stationCode,
  station: WORD.station,
  mode: WORD.settlementMode,
  available: text('可用（元）', 'Available (yuan)', 'Disponível (yuan)', '可用（元）'),
  pending: text('待结算（元）', 'Pending (yuan)', 'Pendente (yuan)', '待結算（元）'),
  frozen: text('冻结（元）', 'Frozen (yuan)', 'Bloqueado (yuan)', '凍結（元）'),
  held: text('其中管控冻结（元）', 'Of which held (yuan)', 'Dele retido (yuan)', '其中管控凍結（元）'),
  deposit: text('储备金（元）', 'Reserve (yuan)', 'Reserva (yuan)', '儲備金（元）'),
  warn: text(
    '储备金预警线（元）',
    'Reserve warning line (yuan)',
    'Limite de alerta da reserva (yuan)',
    '儲備金預警線（元）',
  ),
  credit: text('信用额度（元）', 'Credit limit (yuan)', 'Limite de crédito (yuan)', '信用額度（元）'),
  income: text('累计收入（元）', 'Income in total (yuan)', 'Receita total (yuan)', '累計收入（元）'),
  withdrawn: text('累计提现（元）', 'Withdrawn in total (yuan)', 'Total sacado (yuan)', '累計提現（元）'),
  fees: text('累计费用（元）', 'Fees in total (yuan)', 'Total de tarifas (yuan)', '累計費用（元）'),
  owed: text('站点欠款（元）', 'Owed (yuan)', 'Devido (yuan)', '站點欠款（元）'),
  due: text('到期待结算（元）', 'Due (yuan)', 'Vencido (yuan)', '到期待結算（元）'),
  lastSettled: text('最近结算', 'Last settlement', 'Última liquidação', '最近結算'),
  lastWithdrawn: WORD.lastWithdrawal,
  state: WORD.accountState,
  stateReason: text('冻结原因', 'Freeze reason', 'Motivo do congelamento', '凍結原因'),
  modeDeposit: WORD.reserve,
  modeBalance: WORD.balance,
  keyword: WORD.keyword,
  region: WORD.region,
  belowWarning: text(
    '储备金低于预警线',
    'Reserve below its warning line',
    'Reserva abaixo do alerta',
    '儲備金低於預警線',
  ),
  negative: WORD.negativeBalance,
  holdExpired: WORD.holdExpired,
  yes: WORD.yes,
  no: WORD.no,
  days: WORD.dates,
  at: WORD.time,
  day: WORD.accountingDay,
  txNo: WORD.ledgerTransactionNo,
  type: WORD.entryType,
  related: WORD.relatedNo,
  account: WORD.ledgerAccount,
  direction: WORD.direction,
  in: text('流入（元）', 'In (yuan)', 'Entrada (yuan)', '流入（元）'),
  out: text('流出（元）', 'Out (yuan)', 'Saída (yuan)', '流出（元）'),
  balanceAfter: text('余额（元）', 'Balance after (yuan)', 'Saldo após (yuan)', '餘額（元）'),
  remark: WORD.remark,
  operator: WORD.operator,
  reverses: WORD.reverses,
  reversedBy: WORD.reversedBy,
  opening: WORD.openingBalance,
  closing: WORD.closingBalance,
  sums: WORD.total,
  checked: text(
    '已核对：期初 + 流入 − 流出 = 期末',
    'Checked: opening + in − out = closing',
    'Conferido: inicial + entradas − saídas = final',
    '已核對：期初 + 流入 − 流出 = 期末',
  ),
  wrong: text(
    '不符：期初 + 流入 − 流出 ≠ 期末',
    'Wrong: opening + in − out is not the closing',
    'Errado: inicial + entradas − saídas não é o final',
    '不符：期初 + 流入 − 流出 ≠ 期末',
  ),
} as const;

const moment = (at: string | null) => (at === null ? null : new Date(at));
const separator = (ctx: ActorContext) => (ctx.locale.startsWith('zh') ? '、' : ', ');

interface Fund {
  readonly row: FundRow;
  readonly mode: string;
}
const FUNDS: readonly ExportColumn<Fund>[] = [
  { key: 'code', text: WORDS.code, value: ({ row }) => row.code },
  { key: 'name', text: WORDS.station, value: ({ row }) => row.name },
  { key: 'mode', text: WORDS.mode, value: ({ mode }) => mode },
  { key: 'available', text: WORDS.available, kind: 'fen', amount: true, value: ({ row }) => row.availableFen },
  { key: 'pending', text: WORDS.pending, kind: 'fen', amount: true, value: ({ row }) => row.pendingFen },
  { key: 'frozen', text: WORDS.frozen, kind: 'fen', amount: true, value: ({ row }) => row.frozenFen },
  { key: 'held', text: WORDS.held, kind: 'fen', amount: true, extra: true, value: ({ row }) => row.heldFen },
  { key: 'deposit', text: WORDS.deposit, kind: 'fen', amount: true, value: ({ row }) => row.depositFen },
  { key: 'owed', text: WORDS.owed, kind: 'fen', amount: true, value: ({ row }) => row.owedFen },
  { key: 'warn', text: WORDS.warn, kind: 'fen', extra: true, value: ({ row }) => row.depositWarnFen },
  { key: 'credit', text: WORDS.credit, kind: 'fen', value: ({ row }) => row.creditLimitFen },
  { key: 'incomeTotal', text: WORDS.income, kind: 'fen', amount: true, value: ({ row }) => row.incomeTotalFen },
  {
    key: 'withdrawnTotal',
    text: WORDS.withdrawn,
    kind: 'fen',
    amount: true,
    value: ({ row }) => row.withdrawnTotalFen,
  },
  { key: 'feesTotal', text: WORDS.fees, kind: 'fen', amount: true, value: ({ row }) => row.feesTotalFen },
  { key: 'due', text: WORDS.due, kind: 'fen', amount: true, extra: true, value: ({ row }) => row.dueFen },
  { key: 'lastSettled', text: WORDS.lastSettled, kind: 'moment', value: ({ row }) => moment(row.lastSettledAt) },
  { key: 'lastWithdrawn', text: WORDS.lastWithdrawn, kind: 'moment', value: ({ row }) => moment(row.lastWithdrawnAt) },
  { key: 'state', text: WORDS.state, value: ({ row }) => row.stateText },
  { key: 'stateReason', text: WORDS.stateReason, extra: true, value: ({ row }) => row.stateReason },
];

/** One line of the export. It is a movement, or a line below the movements: the opening balance, the sums or the closing balance. */
interface Line {
  readonly row: Movement | null;
  readonly words: ReturnType<typeof flowWords>;
  readonly operators: Pick<ReadonlyMap<number, string>, 'get'>;
  readonly foot: Foot | null;
}
interface Foot {
  readonly name: string;
  readonly inFen?: number;
  readonly outFen?: number;
  readonly balanceFen?: number;
  readonly remark?: string;
}
const FLOW: readonly ExportColumn<Line>[] = [
  { key: 'at', text: WORDS.at, kind: 'moment', reads: ['at'], same: true, value: ({ row }) => row?.at ?? null },
  { key: 'day', text: WORDS.day, extra: true, reads: ['day'], same: true, value: ({ row }) => row?.day ?? null },
  {
    key: 'txNo',
    text: WORDS.txNo,
    reads: ['txNo'],
    same: true,
    value: ({ row, foot }) => row?.txNo ?? foot?.name ?? null,
  },
  {
    key: 'type',
    text: WORDS.type,
    reads: ['type'],
    few: true,
    value: ({ row, words }) => row && words.type(row.type),
  },
  {
    key: 'account',
    text: WORDS.account,
    reads: ['accountId'],
    few: true,
    value: ({ row, words }) => row && words.account(row.accountId),
  },
  {
    key: 'related',
    text: WORDS.related,
    reads: ['relatedNo'],
    same: true,
    value: ({ row }) => row?.relatedNo ?? null,
  },
  {
    key: 'in',
    text: WORDS.in,
    kind: 'fen',
    reads: ['inFen'],
    same: true,
    value: ({ row, foot }) => row?.inFen ?? foot?.inFen ?? null,
  },
  {
    key: 'out',
    text: WORDS.out,
    kind: 'fen',
    reads: ['outFen'],
    same: true,
    value: ({ row, foot }) => row?.outFen ?? foot?.outFen ?? null,
  },
  {
    key: 'balanceAfter',
    text: WORDS.balanceAfter,
    kind: 'fen',
    amount: true,
    reads: ['balanceAfterFen'],
    same: true,
    value: ({ row, foot }) => row?.balanceAfterFen ?? foot?.balanceFen ?? null,
  },
  {
    key: 'remark',
    text: WORDS.remark,
    reads: ['remark'],
    same: true,
    value: ({ row, foot }) => row?.remark ?? foot?.remark ?? null,
  },
  {
    key: 'operator',
    text: WORDS.operator,
    reads: ['operatorId'],
    few: true,
    value: ({ row, words, operators }) => row && words.operator(operators.get(row.operatorId)),
  },
  {
    key: 'reverses',
    text: WORDS.reverses,
    extra: true,
    reads: ['reversesNo'],
    same: true,
    value: ({ row }) => row?.reversesNo ?? null,
  },
  {
    key: 'reversedBy',
    text: WORDS.reversedBy,
    extra: true,
    reads: ['reversedByNo'],
    same: true,
    value: ({ row }) => row?.reversedByNo ?? null,
  },
];

/**
 * Builds the lines below the movements: opening balance, sums and closing balance. If the movements are filtered by entry type, direction
 * or keyword, only the sums are shown.
 */
function checkLines(ctx: ActorContext, totals: ReturnType<typeof flowTotals>): Foot[] {
  const { inFen, outFen, openingFen, closingFen, isBalanced } = totals;
  const sums = { name: ctx.t(WORDS.sums), inFen, outFen };
  if (openingFen === null || closingFen === null) return [sums];
  const remark = ctx.t(isBalanced ? WORDS.checked : WORDS.wrong);
  return [
    { name: ctx.t(WORDS.opening), balanceFen: openingFen },
    sums,
    { name: ctx.t(WORDS.closing), balanceFen: closingFen, remark },
  ];
}

/** Parses the cursor of an export of movements. The cursor is the key of the last exported row. */
function placeOf(after: ExportKey | null) {
  if (after === null) return null;
  const [day, at, txnId, accountId, seq] = after;
  return {
    day: String(day),
    at: String(at),
    txnId: Number(txnId),
    accountId: Number(accountId),
    seq: Number(seq),
  };
}

export const teamFundExportSources = [
  exportSource<ListInput, Fund>({
    module: 'financial.teamFund',
    columns: FUNDS,
    async words(ctx, input) {
      const amounts = [input.availableFenMin, input.availableFenMax].map((fen) => (fen === undefined ? '' : yuan(fen)));
      const flag = (on: boolean | undefined) => (on === undefined ? '' : ctx.t(on ? WORDS.yes : WORDS.no));
      return joinNonEmpty(
        { label: WORDS.keyword, value: input.keyword ?? '' },
        await stationFilterText(ctx, WORDS.station, input.teamIds),
        {
          label: WORDS.region,
          value: (input.region ?? []).map((code) => regionName(code) ?? code).join(separator(ctx)),
        },
        {
          label: WORDS.mode,
          value: (input.mode ?? [])
            .map((mode) => ctx.t(mode === 'deposit' ? WORDS.modeDeposit : WORDS.modeBalance))
            .join(separator(ctx)),
        },
        { label: WORDS.state, value: input.state ? ctx.t(FUND_STATE_TEXT[input.state]) : '' },
        { label: WORDS.available, value: amounts.some(Boolean) ? amounts.join(' – ') : '' },
        { label: WORDS.belowWarning, value: flag(input.belowWarning) },
        { label: WORDS.negative, value: flag(input.negative) },
        { label: WORDS.holdExpired, value: flag(input.holdExpired) },
      );
    },
    async open(ctx, wish) {
      assertMayAsk(ctx, wish.input);
      const { scope } = ctx.actor;
      const from = (after: Parameters<typeof inExport>[2]) => ({ ...wish.input, place: inExport('team', wish, after) });
      const order = { sortField: 'id', sortOrder: 'desc', offset: 0 } as const;
      return {
        count: (most, after) => fundCount(ctx.db, scope, from(after), most),
        async batch(after, limit) {
          const stored = await fundPage(ctx.db, scope, from(after), { ...order, limit });
          const { rows, last } = batchOf(await rowsOf(ctx, stored), limit);
          const words = { deposit: ctx.t(WORDS.modeDeposit), balance: ctx.t(WORDS.modeBalance) };
          return { rows: rows.map((row) => ({ row, mode: words[row.mode] })), last };
        },
      };
    },
  }),
  exportSource<FlowInput, Line>({
    module: 'financial.flow',
    columns: FLOW,
    async words(ctx, input) {
      const station = await stationOf(ctx, input.teamId);
      const { day } = await presentOf(ctx);
      const { from, to } = daysOf(input, day);
      return joinNonEmpty(
        { label: WORDS.station, value: station.name },
        { label: WORDS.days, value: [daysText(from, to), input.time ?? ''].join(' ').trim() },
        {
          label: WORDS.account,
          value: (input.account ?? []).map((part) => ctx.t(FUND_PART_TEXT[part])).join(separator(ctx)),
        },
        {
          label: WORDS.type,
          value: (input.type ?? []).map((type) => ctx.t(ENTRY_TYPES[type].text)).join(separator(ctx)),
        },
        { label: WORDS.direction, value: input.direction ? ctx.t(ADJUST_DIRECTION_TEXT[input.direction]) : '' },
        { label: WORDS.keyword, value: input.keyword ?? '' },
      );
    },
    async open(ctx, wish) {
      if (wish.ids !== null) throw refuse(40001);
      const { input } = wish;
      const { id: teamId } = await stationOf(ctx, input.teamId);
      // Use the time of the request: an export that runs after midnight must still cover the requested days.
      const then = { ...ctx, clock: { ...ctx.clock, now: () => wish.upTo } };
      const { filter: asked, isWhole } = await flowFilter(then, input);
      const filter = asOfRequest(asked, wish, (await presentOf(then)).day);
      const accounts = await stationAccounts(
        ctx.db,
        teamId,
        partsOf(input.account).map((part) => FUND_PARTS[part]),
      );
      const ids = accounts.map(({ id }) => id);
      const sums = await flowSums(ctx.db, teamId, accounts, filter);
      const order = input.sortOrder ?? 'desc';
      const foots = seesAmounts(ctx) ? checkLines(ctx, flowTotals(sums, isWhole)) : [];
      const words = flowWords(ctx, accounts);
      const operators = learnedNames('operatorId', (wanted) => accountNames(ctx.db, wanted));
      return {
        count: async (most, after) =>
          Math.min(most, foots.length + (await flowRest(ctx.db, teamId, ids, filter, placeOf(after), order, most))),
        fields: FLOW_FIELDS,
        key: ['day', 'at', 'txnId', 'accountId', 'seq'],
        learn: [operators],
        copy: (after, limit, into) =>
          copyFlow(ctx.db, into, teamId, ids, filter, { after: placeOf(after), limit, order }),
        row: (row) => ({ row: row as unknown as Movement, words, operators, foot: null }),
        foot: foots.map((foot) => ({ row: null, words, operators, foot })),
      };
    },
  }),
];
