import type { dashboardEndpoints } from '../../../contract/dashboard';
import type { ParsedOf } from '../../../contract/endpoint';
import type { FlowFigure } from '../../../contract/finance.figures';
import { text } from '../../../contract/text';
import { WORD } from '../../../contract/words';
import { daysText, type ExportColumn, exportSource, joinNonEmpty } from '../../core/export/export';
import type { ActorContext } from '../../core/http/context';
import { addDays } from '../../core/money/days';
import { dailyFigures, dailyMinutes, type Figures, type MinutesCount } from '../order';
import { stationFilterText } from '../team';
import { frameOf, rangeOf, teamsOf } from './frame';
import { asLedger, LEDGER_PAGE, ledgerByDay, seesLedger } from './money';
import { type Days, metricOf } from './rules';

/** Exports the key figures by day (DOMAIN §3.2 "KPI daily table"). */

type Input = ParsedOf<(typeof dashboardEndpoints)['dashboard.Index/getOverview']>;
interface Row {
  readonly day: string;
  readonly figures: Figures | undefined;
  readonly minutes: readonly MinutesCount[] | undefined;
  /** Figures of the ledger. `null` means that the requester may not see them; the columns then stay empty. */
  readonly ledger: Partial<Record<FlowFigure, number>> | null;
}

/** Number of days up to today that an export covers if the request has no days. */
const USUAL_DAYS = 30;

const WORDS = {
  day: WORD.day,
  days: WORD.dates,
  stations: WORD.stations,
  orders: WORD.ordersPlaced,
  gmv: text('交易额（元）', 'GMV (yuan)', 'GMV (yuan)', '交易額（元）'),
  finish: WORD.completionRate,
  onTime: WORD.onTimeRate,
  minutes: text('配送时长中位数（分钟）', 'Median delivery (min)', 'Entrega mediana (min)', '配送時長中位數（分鐘）'),
  newUsers: WORD.newUsers,
  activeUsers: WORD.activeUsers,
  refund: text('退款（元）', 'Refunds (yuan)', 'Reembolsos (yuan)', '退款（元）'),
  refundRate: WORD.refundRate,
  income: text('订单收入（元）', 'Order income (yuan)', 'Receita de pedidos (yuan)', '訂單收入（元）'),
  commission: text('平台抽佣（元）', 'Commission (yuan)', 'Comissão (yuan)', '平台抽佣（元）'),
  net: text('站点净收入（元）', 'Net to stations (yuan)', 'Líquido às estações (yuan)', '站點淨收入（元）'),
  exceptions: WORD.exceptions,
} as const;

const COLUMNS: readonly ExportColumn<Row>[] = [
  { key: 'day', text: WORDS.day, value: ({ day }) => day },
  { key: 'orderCount', text: WORDS.orders, kind: 'number', value: ({ figures }) => figures?.orders ?? 0 },
  {
    key: 'gmvFen',
    text: WORDS.gmv,
    kind: 'fen',
    amount: true,
    value: ({ figures }) => figures?.gmvFen ?? 0,
  },
  {
    key: 'finishRateBp',
    text: WORDS.finish,
    kind: 'bp',
    value: ({ figures }) => metricOf('finishRateBp', figures, []),
  },
  {
    key: 'onTimeRateBp',
    text: WORDS.onTime,
    kind: 'bp',
    value: ({ figures }) => metricOf('onTimeRateBp', figures, []),
  },
  {
    key: 'avgDeliverMin',
    text: WORDS.minutes,
    kind: 'number',
    value: ({ figures, minutes }) => metricOf('avgDeliverMin', figures, minutes),
  },
  { key: 'newUserCount', text: WORDS.newUsers, kind: 'number', value: ({ figures }) => figures?.newUsers ?? 0 },
  {
    key: 'activeUserCount',
    text: WORDS.activeUsers,
    kind: 'number',
    value: ({ figures }) => figures?.activeUsers ?? 0,
  },
  {
    key: 'refundFen',
    text: WORDS.refund,
    kind: 'fen',
    amount: true,
    value: ({ figures }) => figures?.refundFen ?? 0,
  },
  {
    key: 'refundRateBp',
    text: WORDS.refundRate,
    kind: 'bp',
    value: ({ figures }) => metricOf('refundRateBp', figures, []),
  },
  {
    key: 'incomeFen',
    amount: true,
    rule: LEDGER_PAGE,
    text: WORDS.income,
    kind: 'fen',
    value: ({ ledger }) => ledger?.income ?? null,
  },
  {
    key: 'commissionFen',
    amount: true,
    rule: LEDGER_PAGE,
    text: WORDS.commission,
    kind: 'fen',
    value: ({ ledger }) => ledger?.commission ?? null,
  },
  {
    key: 'netFen',
    amount: true,
    rule: LEDGER_PAGE,
    text: WORDS.net,
    kind: 'fen',
    value: ({ ledger }) => ledger?.net ?? null,
  },
  { key: 'exceptionCount', text: WORDS.exceptions, kind: 'number', value: ({ figures }) => figures?.exceptions ?? 0 },
];

async function daysOf(ctx: ActorContext, input: Input): Promise<Days> {
  const frame = await frameOf(ctx);
  return input.from || input.to
    ? rangeOf(input, frame)
    : { fromDay: addDays(frame.today, 1 - USUAL_DAYS), toDay: frame.today };
}

/**
 * Finds the stations whose ledger figures are exported. Returns `null` if the requester may not see ledger figures, or if a selected
 * station is outside the requester's data scope.
 */
async function ledgerStations(ctx: ActorContext, asked: readonly number[] | undefined) {
  if (!seesLedger(ctx)) return null;
  const seen = await teamsOf(asLedger(ctx), undefined);
  if (!asked?.length) return { teams: seen };
  return seen === null || asked.every((id) => seen.includes(id)) ? { teams: asked } : null;
}

export const dashboardExportSources = [
  exportSource<Input, Row>({
    module: 'dashboard.kpi',
    columns: COLUMNS,
    async words(ctx, input) {
      const { fromDay, toDay } = await daysOf(ctx, input);
      return joinNonEmpty(
        { label: WORDS.days, value: daysText(fromDay, toDay) },
        await stationFilterText(ctx, WORDS.stations, input.teamIds),
      );
    },
    async open(ctx, wish) {
      const teams = await teamsOf(ctx, wish.input.teamIds);
      const money = await ledgerStations(ctx, wish.input.teamIds);
      // Use the time of the request, so that an export that runs after midnight still covers the requested days.
      const { fromDay, toDay } = await daysOf({ ...ctx, clock: { ...ctx.clock, now: () => wish.upTo } }, wish.input);
      const days: string[] = [];
      for (let day = toDay; day >= fromDay; day = addDays(day, -1)) days.push(day);
      const rest = (after: readonly (string | number)[] | null) =>
        after === null ? days : days.filter((day) => day < String(after[0]));
      return {
        count: async (_most, after) => rest(after).length,
        async batch(after) {
          const [figures, minutes, ledger] = [
            await dailyFigures(ctx.db, teams, fromDay, toDay),
            await dailyMinutes(ctx.db, teams, fromDay, toDay),
            money && (await ledgerByDay(ctx, money.teams, fromDay, toDay)),
          ];
          const rows = rest(after).map((day) => ({
            day,
            figures: figures.get(day),
            minutes: minutes.get(day),
            ledger: ledger && (ledger.get(day) ?? { income: 0, commission: 0, net: 0 }),
          }));
          return { rows, last: null };
        },
      };
    },
  }),
];
