import { LIST_LIMITS } from '../../../contract/limits';
import { RULES, type Rule } from '../../../contract/permissions';
import { addDays, momentOf, wallTime } from '../../core/money/days';
import { type Figures, type MinutesCount, medianMinutes, shareBp } from '../order';

/** Rules of the workbench (DOMAIN §3.2). Pure functions: no database, no clock. */

export interface Days {
  /** Days in the form `yyyy-MM-dd`, both inclusive. */
  readonly fromDay: string;
  readonly toDay: string;
}

/**
 * Returns the requested days. The default is today. If only the end is given, the range is that one day. If only the start is given, the
 * range ends today. Days after today are replaced by today.
 *
 * @returns `null` if the range is reversed or longer than 92 days (40006)
 */
export function daysAsked(from: string | undefined, to: string | undefined, today: string): Days | null {
  const wantedTo = to ?? today;
  const wantedFrom = from ?? to ?? today;
  if (wantedFrom > wantedTo || lengthOf({ fromDay: wantedFrom, toDay: wantedTo }) > LIST_LIMITS.rangeDays) return null;
  const earlier = (day: string): string => (day < today ? day : today);
  return { fromDay: earlier(wantedFrom), toDay: earlier(wantedTo) };
}

/** Counts the days of a range, including both ends. */
export function lengthOf({ fromDay, toDay }: Days): number {
  return Math.round((Date.parse(toDay) - Date.parse(fromDay)) / 86_400_000) + 1;
}

/** Returns the range of the same length that directly precedes the given range. */
export function daysBefore(days: Days): Days {
  const length = lengthOf(days);
  return { fromDay: addDays(days.fromDay, -length), toDay: addDays(days.fromDay, -1) };
}

interface Compared {
  readonly days: Days;
  readonly from: Date;
  /** The end of the period, exclusive. */
  readonly to: Date;
  readonly before: Days;
  readonly prevFrom: Date;
  readonly prevTo: Date;
}

/**
 * Builds the requested period and the previous period of the same number of days. Both end at the same clock time. So an unfinished
 * day is compared with the corresponding earlier day up to the same time (DOMAIN §3.2).
 *
 * @param asOf moment up to which the figures are complete
 */
export function compared(days: Days, asOf: Date, timeZone: string): Compared {
  const before = daysBefore(days);
  const start = momentOf(days.toDay, 0, timeZone);
  const end = momentOf(addDays(days.toDay, 1), 0, timeZone);
  const to = asOf < start ? start : asOf < end ? asOf : end;
  const whole = to.getTime() === end.getTime();
  const { minutes } = wallTime(to, timeZone);
  const prevTo = whole
    ? momentOf(days.fromDay, 0, timeZone)
    : new Date(momentOf(before.toDay, minutes, timeZone).getTime() + (to.getTime() % 60_000));
  return {
    days,
    from: momentOf(days.fromDay, 0, timeZone),
    to,
    before,
    prevFrom: momentOf(before.fromDay, 0, timeZone),
    prevTo,
  };
}

/** Returns the change from the previous period in rounded basis points. Returns `null` if the previous value is missing or 0. */
export function changeBp(value: number | null, prev: number | null): number | null {
  if (value === null || prev === null || prev === 0) return null;
  return Math.round(((value - prev) * 10_000) / prev) + 0;
}

interface Kpi {
  readonly value: number | null;
  readonly prev: number | null;
  readonly changeBp: number | null;
}

export function kpi(value: number | null, prev: number | null): Kpi {
  return { value, prev, changeBp: changeBp(value, prev) };
}

type Metric =
  | 'orderCount'
  | 'gmvFen'
  | 'finishRateBp'
  | 'onTimeRateBp'
  | 'avgDeliverMin'
  | 'newUserCount'
  | 'refundFen'
  | 'refundRateBp';

export type LedgerMetric = 'commissionFen' | 'netFen';

export const METRIC_UNITS = {
  orderCount: 'count',
  gmvFen: 'fen',
  finishRateBp: 'bp',
  onTimeRateBp: 'bp',
  avgDeliverMin: 'minutes',
  newUserCount: 'count',
  refundFen: 'fen',
  refundRateBp: 'bp',
  commissionFen: 'fen',
  netFen: 'fen',
} as const satisfies Record<Metric | LedgerMetric, string>;

/** Returns the value of a metric (DOMAIN §3.2). A rate or a duration is `null` if there are no orders from which to compute it. */
export function metricOf(
  metric: Metric,
  figures: Figures | undefined,
  minutes: readonly MinutesCount[] | undefined,
): number | null {
  switch (metric) {
    case 'orderCount':
      return figures?.orders ?? 0;
    case 'gmvFen':
      return figures?.gmvFen ?? 0;
    case 'newUserCount':
      return figures?.newUsers ?? 0;
    case 'refundFen':
      return figures?.refundFen ?? 0;
    case 'refundRateBp':
      return figures ? refundRateBp(figures) : null;
    case 'finishRateBp':
      return figures ? shareBp(figures.delivered, figures.delivered + figures.cancelled) : null;
    case 'onTimeRateBp':
      return figures ? shareBp(figures.onTime, figures.delivered) : null;
    case 'avgDeliverMin':
      return medianMinutes(minutes ?? []);
  }
}

/** Returns the refunds as a share of the payments in the same period, in basis points. Returns `null` if there are no payments. */
export function refundRateBp(figures: Figures): number | null {
  return shareBp(figures.refundFen, figures.gmvFen);
}

export type RankMetric = 'orderCount' | 'gmvFen' | 'onTimeRateBp';

/** Returns the value by which a station is ranked. `null` means that the station cannot be ranked. */
export function rankValue(
  metric: RankMetric,
  row: { readonly orders: number; readonly gmvFen: number; readonly delivered: number; readonly onTime: number },
): number | null {
  if (metric === 'orderCount') return row.orders;
  if (metric === 'gmvFen') return row.gmvFen;
  return shareBp(row.onTime, row.delivered);
}

/**
 * Ranks the rows and returns the first `limit` rows. Among equal values, the row with more orders ranks first, then the row with the lower
 * id.
 */
export function ranked<R extends { readonly id: number; readonly value: number; readonly orderCount: number }>(
  rows: readonly R[],
  direction: 'top' | 'bottom',
  limit: number,
): (R & { rank: number })[] {
  const sign = direction === 'top' ? -1 : 1;
  return [...rows]
    .sort((one, other) => sign * (one.value - other.value) || other.orderCount - one.orderCount || one.id - other.id)
    .slice(0, limit)
    .map((row, index) => ({ ...row, rank: index + 1 }));
}

const PAGES: ReadonlyMap<string, number> = new Map(
  (RULES as readonly Rule[]).flatMap((rule) => (rule.kind === 'page' && rule.route ? [[rule.route, rule.id]] : [])),
);

/** Returns the distinct paths that lead to pages which the user may open. */
export function openPaths(paths: readonly string[], rules: ReadonlySet<number>): string[] {
  return [...new Set(paths)].filter((path) => {
    const rule = PAGES.get(path);
    return rule !== undefined && rules.has(rule);
  });
}
