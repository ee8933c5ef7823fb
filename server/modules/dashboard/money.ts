import type { dashboardEndpoints } from '../../../contract/dashboard';
import type { DataOf, ParsedOf } from '../../../contract/endpoint';
import type { FlowFigure } from '../../../contract/finance.figures';
import type { RuleId } from '../../../contract/permissions';
import { assertSeesAmounts, missingRight, seesAmounts } from '../../core/access/access';
import type { ActorContext } from '../../core/http/context';
import { addDays, momentOf } from '../../core/money/days';
import { flowFigures, ordersOf } from '../financeInformation';
import { type FlowRow, flowsBetween, flowsByHour, flowsByKey, flowsUpTo } from '../ledger';
import type { TeamFilter } from '../order';
import { frameOf, rangeOf, teamsOf } from './frame';
import { compared, type Days, daysBefore, kpi, type LedgerMetric, lengthOf } from './rules';

/** Money figures of the workbench. They equal the figures of the bill management page and use the same ledger roll-ups. */

type GetMoney = (typeof dashboardEndpoints)['dashboard.Index/getMoney'];

/** Permission id of the bill management page, which shows the same figures. */
export const LEDGER_PAGE = 31 satisfies RuleId;

const SHOWN = ['received', 'income', 'refunds', 'commission', 'otherFees', 'net'] as const satisfies FlowFigure[];
const FEES = ['technicalFee', 'deliveryFee', 'promotionFee'] as const satisfies FlowFigure[];
const LEDGER_METRICS = { commissionFen: 'commission', netFen: 'net' } as const satisfies Record<
  LedgerMetric,
  FlowFigure
>;

/** Returns the context with the data scope of the bill management page. The workbench then shows the same figures as that page. */
export const asLedger = (ctx: ActorContext): ActorContext => ({
  ...ctx,
  actor: { ...ctx.actor, scope: ctx.actor.scopeOf(LEDGER_PAGE) },
});

/** Checks whether the user may see ledger figures. The user must see amounts and must have the permission for the bill management page. */
export const seesLedger = (ctx: ActorContext): boolean => seesAmounts(ctx) && ctx.can(LEDGER_PAGE);

/** Checks that the user may see amounts and, if `isLedger`, ledger figures. @throws Refusal 40301 (amounts hidden, or no permission) */
export function requireAmounts(ctx: ActorContext, isLedger: boolean): void {
  assertSeesAmounts(ctx);
  if (isLedger && !ctx.can(LEDGER_PAGE)) throw missingRight([LEDGER_PAGE], ctx.locale);
}

export const isLedgerMetric = (metric: string): metric is LedgerMetric => metric in LEDGER_METRICS;

export async function moneyAnswer(ctx: ActorContext, input: ParsedOf<GetMoney>): Promise<DataOf<GetMoney>> {
  requireAmounts(ctx, true);
  const { db } = ctx;
  const teams = await teamsOf(ctx, input.teamIds);
  const frame = await frameOf(ctx);
  // Read up to the current time, so that a figure equals the sum of the list behind its link.
  const now = ctx.clock.now();
  const period = compared(rangeOf(input, frame), now, frame.timeZone);
  const { days, before } = period;
  const flows = await flowsBetween(db, { from: days.fromDay, to: days.toDay, teams }, 'all');
  const sums = flowFigures(flows);
  // If the period includes today, the comparison ends at the same clock time of the corresponding earlier day.
  const isUnderWay = period.to.getTime() === now.getTime();
  const earlier = isUnderWay
    ? [
        ...(before.fromDay < before.toDay
          ? await flowsBetween(db, { from: before.fromDay, to: addDays(before.toDay, -1), teams }, 'all')
          : []),
        ...(await flowsUpTo(db, { day: before.toDay, until: period.prevTo, teams })),
      ]
    : await flowsBetween(db, { from: before.fromDay, to: before.toDay, teams }, 'all');
  const sumsBefore = flowFigures(earlier);
  return {
    figures: Object.fromEntries(
      SHOWN.map((key) => [key, kpi(sums[key], sumsBefore[key])]),
    ) as DataOf<GetMoney>['figures'],
    fees: FEES.map((figure) => ({ figure, fen: sums[figure] })),
    fromDay: days.fromDay,
    toDay: days.toDay,
    from: period.from.toISOString(),
    to: period.to.toISOString(),
    prevFrom: period.prevFrom.toISOString(),
    prevTo: period.prevTo.toISOString(),
    asOf: now.toISOString(),
  };
}

type Values = (key: string) => number;
const valuesOf = (metric: LedgerMetric, rows: readonly FlowRow[]): Values => {
  const groups = flowsByKey(rows);
  return (key) => flowFigures(groups.get(key) ?? [])[LEDGER_METRICS[metric]];
};

/** Reads one ledger figure by hour, for a day and for the previous day that it is compared with. */
async function ledgerHours(
  ctx: ActorContext,
  teams: TeamFilter,
  wanted: { readonly metric: LedgerMetric; readonly day: string; readonly prevDay: string; readonly timeZone: string },
): Promise<{ value: (hour: number) => number; prev: (hour: number) => number }> {
  const { metric, day, prevDay, timeZone } = wanted;
  const now = valuesOf(metric, await flowsByHour(ctx.db, { day, teams, timeZone }));
  const then = valuesOf(metric, await flowsByHour(ctx.db, { day: prevDay, teams, timeZone }));
  return { value: (hour) => now(String(hour)), prev: (hour) => then(String(hour)) };
}

/** Reads all ledger figures by day. The result has no entry for days without movements. */
export async function ledgerByDay(
  ctx: ActorContext,
  teams: TeamFilter,
  fromDay: string,
  toDay: string,
): Promise<Map<string, Record<FlowFigure, number>>> {
  const rows = await flowsBetween(ctx.db, { from: fromDay, to: toDay, teams }, 'day');
  return new Map([...flowsByKey(rows)].map(([day, flows]) => [day, flowFigures(flows)]));
}

/** Reads one ledger figure by day, for a range and for the same number of days before it. */
async function ledgerDays(ctx: ActorContext, teams: TeamFilter, days: Days, metric: LedgerMetric): Promise<Values> {
  const { fromDay } = daysBefore(days);
  return valuesOf(metric, await flowsBetween(ctx.db, { from: fromDay, to: days.toDay, teams }, 'day'));
}

/**
 * Reads a ledger figure over time, with the values of the previous period. If the range is one day, the points are hours, else days. The
 * value of a future hour is `null`.
 */
export async function ledgerPoints(
  ctx: ActorContext,
  teams: TeamFilter,
  days: Days,
  metric: LedgerMetric,
  timeZone: string,
) {
  const before = daysBefore(days);
  const now = ctx.clock.now();
  if (days.fromDay === days.toDay) {
    const wanted = { metric, day: days.fromDay, prevDay: before.fromDay, timeZone };
    const { value, prev } = await ledgerHours(ctx, teams, wanted);
    return Array.from({ length: 24 }, (_, hour) => {
      const at = momentOf(days.fromDay, hour * 60, timeZone);
      return { t: at.toISOString(), value: at < now ? value(hour) : null, prev: prev(hour) };
    });
  }
  const valueOn = await ledgerDays(ctx, teams, days, metric);
  return Array.from({ length: lengthOf(days) }, (_, n) => {
    const day = addDays(days.fromDay, n);
    return {
      t: momentOf(day, 0, timeZone).toISOString(),
      value: valueOn(day),
      prev: valueOn(addDays(before.fromDay, n)),
    };
  });
}

/** Reads one ledger figure by station, with the number of paid orders. The result has no entry for stations without movements. */
export async function ledgerTeams(
  ctx: ActorContext,
  teams: TeamFilter,
  days: Days,
  metric: LedgerMetric,
): Promise<Map<number, { value: number; orders: number }>> {
  const rows = await flowsBetween(ctx.db, { from: days.fromDay, to: days.toDay, teams }, 'team');
  return new Map(
    [...flowsByKey(rows)]
      .filter(([key]) => key !== '0')
      .map(([key, flows]) => [
        Number(key),
        { value: flowFigures(flows)[LEDGER_METRICS[metric]], orders: ordersOf(flows) },
      ]),
  );
}
