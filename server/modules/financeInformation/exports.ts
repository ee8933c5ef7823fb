import { BALANCE_FIGURES, FIGURES, FLOW_FIGURES, type FlowFigure } from '../../../contract/finance.figures';
import { ACCOUNTS, DAY_STATES } from '../../../contract/ledger';
import { LOCALES, type Text, text } from '../../../contract/text';
import { WORD } from '../../../contract/words';
import {
  asOfRequest,
  daysText,
  type ExportColumn,
  type ExportReader,
  type ExportWish,
  type ExportWords,
  exportSource,
  joinNonEmpty,
} from '../../core/export/export';
import type { ActorContext } from '../../core/http/context';
import { refuse } from '../../core/http/refusal';
import { exportedMovementCount, exportedMovements } from '../ledger';
import { merchantNumbers } from '../reference';
import { scopedTeamIds, stationFilterText } from '../team';
import { type DayRow, type DaysInput, dayRows } from './days';
import { frameOf, rangeOf } from './frame';
import { type GroupInput, type GroupRow, groupRows } from './groups';
import { type MovementInput, type MovementRow, movementAnswers, movementFilter } from './movements';
import { type TrialInput, trialAnswer } from './trial';

/** Exports the tabs of bill management. Each export contains the rows that its tab shows (DOMAIN §3.5 "Export"). */

const YUAN: Text = WORD.inYuan;
const inYuan = (name: Text): Text =>
  Object.fromEntries(LOCALES.map((locale) => [locale, `${name[locale]}${YUAN[locale]}`])) as Text;

const WORDS = {
  days: text('记账日', 'Accounting days', 'Dias contábeis', '記帳日'),
  day: WORD.accountingDay,
  until: text('末日截至', 'Last day as of', 'Último dia até', '末日截至'),
  stations: WORD.stations,
  group: WORD.groupedBy,
  team: WORD.groupedByStation,
  byDay: WORD.byDay,
  region: WORD.byCity,
  name: WORD.stationDayOrCity,
  orders: WORD.orderCount,
  figure: WORD.figure,
  account: WORD.ledgerAccount,
  merchantNumber: WORD.merchantNumber,
  txNo: WORD.ledgerTransactionNo,
  at: WORD.time,
  type: WORD.entryType,
  bizNo: WORD.businessNo,
  station: WORD.ownStation,
  debit: WORD.debit,
  credit: WORD.credit,
  remark: WORD.remark,
  side: WORD.kind,
  sideA: WORD.assetsAndExpenses,
  sideL: WORD.liabilitiesAndRevenues,
  opening: WORD.opening,
  closing: WORD.closing,
  sum: WORD.total,
  postings: WORD.postings,
  equal: text('借贷', 'Debit and credit', 'Débito e crédito', '借貸'),
  balanced: WORD.inBalance,
  unbalanced: WORD.outOfBalance,
  openItems: WORD.openDifferences,
  state: WORD.state,
  by: WORD.operator,
  changedAt: WORD.changedAt,
} as const;
const GROUPS = { team: WORDS.team, day: WORDS.byDay, region: WORDS.region } as const;

const separator = (ctx: ActorContext) => (ctx.locale.startsWith('zh') ? '、' : ', ');

async function dayWords(ctx: ActorContext, input: Parameters<typeof rangeOf>[1]): Promise<ExportWords> {
  const { fromDay, toDay } = await rangeOf(ctx, input);
  return { label: WORDS.days, value: daysText(fromDay, toDay) };
}

/**
 * Sets the clock to the request's time, so that an export after midnight covers the same days.
 *
 * @throws Refusal 40001 rows were selected, but these exports contain all rows
 */
function asAsked<I>(ctx: ActorContext, wish: ExportWish<I>): ActorContext {
  if (wish.ids !== null) throw refuse(40001);
  return { ...ctx, clock: { ...ctx.clock, now: () => wish.upTo } };
}

/** Builds a reader of rows that were computed in one step. There are few rows: one per day, station or account. */
function readerOf<R>(rows: readonly R[]): ExportReader<R> {
  const rest = (after: readonly (string | number)[] | null) => rows.slice(Number(after?.[0] ?? 0));
  return {
    count: async (_most, after) => rest(after).length,
    batch: async (after) => ({ rows: rest(after), last: null }),
  };
}

const FLOWS: readonly FlowFigure[] = [
  'income',
  'refunds',
  'commission',
  'deliveryFee',
  'promotionFee',
  'otherFees',
  'compensation',
  'adjustments',
  'net',
  'withdrawn',
];
const SUMMARY: readonly ExportColumn<GroupRow>[] = [
  { key: 'name', text: WORDS.name, value: (row) => row.name },
  { key: 'orders', text: WORDS.orders, kind: 'number', value: (row) => row.orders },
  ...FLOWS.map(
    (key): ExportColumn<GroupRow> => ({
      key,
      text: inYuan(FLOW_FIGURES[key].text),
      kind: 'fen',
      amount: true,
      value: (row) => row.flows[key],
    }),
  ),
  {
    key: 'closingFen',
    text: inYuan(BALANCE_FIGURES.teamMoney.text),
    kind: 'fen',
    amount: true,
    value: (row) => row.closingFen,
  },
];

const MOVEMENTS: readonly ExportColumn<MovementRow>[] = [
  { key: 'txNo', text: WORDS.txNo, value: (row) => row.txNo },
  { key: 'at', text: WORDS.at, kind: 'moment', value: (row) => new Date(row.at) },
  { key: 'day', text: WORDS.day, value: (row) => row.day },
  { key: 'type', text: WORDS.type, value: (row) => row.typeText },
  { key: 'bizNo', text: WORDS.bizNo, value: (row) => row.bizNo },
  { key: 'team', text: WORDS.station, value: (row) => row.teamName },
  { key: 'debit', text: inYuan(WORDS.debit), kind: 'fen', value: (row) => row.debitFen },
  { key: 'credit', text: inYuan(WORDS.credit), kind: 'fen', value: (row) => row.creditFen },
  { key: 'remark', text: WORDS.remark, value: (row) => row.remark },
];

interface TrialRow {
  readonly text: string;
  readonly code: string;
  readonly side: string;
  readonly openingFen: number | null;
  readonly debitFen: number;
  readonly creditFen: number;
  readonly closingFen: number | null;
}
const TRIAL: readonly ExportColumn<TrialRow>[] = [
  { key: 'account', text: WORDS.account, value: (row) => row.text },
  { key: 'side', text: WORDS.side, value: (row) => row.side },
  { key: 'opening', text: inYuan(WORDS.opening), kind: 'fen', amount: true, value: (row) => row.openingFen },
  { key: 'debit', text: inYuan(WORDS.debit), kind: 'fen', amount: true, value: (row) => row.debitFen },
  { key: 'credit', text: inYuan(WORDS.credit), kind: 'fen', amount: true, value: (row) => row.creditFen },
  { key: 'closing', text: inYuan(WORDS.closing), kind: 'fen', amount: true, value: (row) => row.closingFen },
];

interface Day {
  readonly row: DayRow;
  readonly equal: string;
}
const DAYS: readonly ExportColumn<Day>[] = [
  { key: 'day', text: WORDS.day, value: ({ row }) => row.day },
  { key: 'postings', text: WORDS.postings, kind: 'number', value: ({ row }) => row.postings },
  { key: 'debit', text: inYuan(WORDS.debit), kind: 'fen', amount: true, value: ({ row }) => row.debitFen },
  { key: 'credit', text: inYuan(WORDS.credit), kind: 'fen', amount: true, value: ({ row }) => row.creditFen },
  { key: 'equal', text: WORDS.equal, value: ({ equal }) => equal },
  { key: 'openItems', text: WORDS.openItems, kind: 'number', value: ({ row }) => row.openItems },
  { key: 'state', text: WORDS.state, value: ({ row }) => row.stateText },
  { key: 'by', text: WORDS.by, value: ({ row }) => row.byName },
  {
    key: 'changedAt',
    text: WORDS.changedAt,
    kind: 'moment',
    value: ({ row }) => (row.closedAt === null ? null : new Date(row.closedAt)),
  },
];

export const financeInformationExportSources = [
  exportSource<GroupInput, GroupRow>({
    module: 'financial.summary',
    columns: SUMMARY,
    async words(ctx, input) {
      return joinNonEmpty(
        await dayWords(ctx, input),
        { label: WORDS.group, value: ctx.t(GROUPS[input.group]) },
        await stationFilterText(ctx, WORDS.stations, input.teamIds),
      );
    },
    async open(ctx, wish) {
      const then = asAsked(ctx, wish);
      const { fromDay, toDay } = await rangeOf(then, wish.input);
      const teams = await scopedTeamIds(then, wish.input.teamIds);
      return readerOf(await groupRows(then, wish.input, { fromDay, toDay, teams }));
    },
  }),
  exportSource<MovementInput, MovementRow>({
    module: 'financial.movements',
    columns: MOVEMENTS,
    async words(ctx, input) {
      const numbers = input.merchantNumberIds?.length ? await merchantNumbers(ctx.db) : [];
      return joinNonEmpty(
        await dayWords(ctx, input),
        { label: WORDS.until, value: input.time ?? '' },
        { label: WORDS.figure, value: input.figure ? ctx.t(FIGURES[input.figure].text) : '' },
        {
          label: WORDS.account,
          value: (input.code ?? []).map((code) => ctx.t(ACCOUNTS[code].text)).join(separator(ctx)),
        },
        {
          label: WORDS.merchantNumber,
          value: numbers
            .filter(({ id }) => input.merchantNumberIds?.includes(id))
            .map(({ mchNo }) => mchNo)
            .join(separator(ctx)),
        },
        await stationFilterText(ctx, WORDS.stations, input.teamIds),
      );
    },
    async open(ctx, wish) {
      const then = asAsked(ctx, wish);
      const { filter: asked } = await movementFilter(then, wish.input);
      const filter = asOfRequest(asked, wish, (await frameOf(then)).today);
      return {
        count: (most, after) => exportedMovementCount(ctx.db, filter, after, most),
        async batch(after, limit) {
          const found = await exportedMovements(ctx.db, filter, after, limit);
          const last = found.at(-1);
          return {
            rows: await movementAnswers(ctx, found),
            last: last === undefined || found.length < limit ? null : [last.day, last.at.toISOString(), last.id],
          };
        },
      };
    },
  }),
  exportSource<TrialInput, TrialRow>({
    module: 'financial.trialBalance',
    columns: TRIAL,
    async words(ctx, input) {
      const { today } = await frameOf(ctx);
      return joinNonEmpty(
        { label: WORDS.day, value: [input.day ?? today, input.time ?? ''].join(' ').trim() },
        await stationFilterText(ctx, WORDS.stations, input.teamIds),
      );
    },
    async open(ctx, wish) {
      const trial = await trialAnswer(asAsked(ctx, wish), wish.input);
      const { debitFen, creditFen } = trial;
      return readerOf([
        ...trial.rows.map((row) => ({ ...row, side: ctx.t(row.side === 'A' ? WORDS.sideA : WORDS.sideL) })),
        { code: '', text: ctx.t(WORDS.sum), side: '', openingFen: null, debitFen, creditFen, closingFen: null },
      ]);
    },
  }),
  exportSource<DaysInput, Day>({
    module: 'financial.days',
    columns: DAYS,
    async words(ctx, input) {
      return joinNonEmpty(await dayWords(ctx, input), {
        label: WORDS.state,
        value: input.state ? ctx.t(DAY_STATES[input.state]) : '',
      });
    },
    async open(ctx, wish) {
      const { rows } = await dayRows(asAsked(ctx, wish), wish.input);
      return readerOf(
        rows.map((row) => ({
          row,
          equal: ctx.t(row.debitFen === row.creditFen ? WORDS.balanced : WORDS.unbalanced),
        })),
      );
    },
  }),
];
