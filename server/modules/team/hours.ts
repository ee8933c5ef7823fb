import { TEAM } from '../../../contract/limits';
import type { BusinessState } from '../../../contract/team.fields';
import type { TeamState } from '../../../contract/team.states';
import type { WallTime } from '../../core/money/days';

/** This module contains the rules about business hours (营业时间, DOMAIN §3.3). */

interface HourRange {
  readonly from: string;
  readonly to: string;
}
interface WeekDay {
  readonly weekday: number;
  readonly ranges: readonly HourRange[];
}
interface Holiday {
  readonly date: string;
  readonly closed: boolean;
  readonly ranges: readonly HourRange[];
}

/**
 * `order`: a time is invalid, or a range does not end after its start · `overlap`: ranges overlap (42225) ·
 * `count`: a day has more than 4 ranges.
 */
type HoursProblem = 'order' | 'overlap' | 'count';

/** Converts `HH:mm` to minutes since midnight. `24:00` gives 1440, an invalid time gives NaN. */
function minutesOf(time: string): number {
  const [, hours, minutes] = /^(\d\d):(\d\d)$/.exec(time) ?? [];
  const value = Number(hours) * 60 + Number(minutes);
  return value <= 1440 && Number(minutes) < 60 ? value : Number.NaN;
}

/** Finds the problem of one day's ranges, or returns `null`. Ranges that only touch do not overlap. */
export function rangesProblem(ranges: readonly HourRange[]): HoursProblem | null {
  if (ranges.length > TEAM.rangesPerDay) return 'count';
  const spans = ranges.map(({ from, to }) => ({ from: minutesOf(from), to: minutesOf(to) }));
  if (spans.some(({ from, to }) => !(from < to))) return 'order';
  spans.sort((one, other) => one.from - other.from);
  return spans.some(({ from }, index) => from < (spans[index - 1]?.to ?? 0)) ? 'overlap' : null;
}

/** Finds the first problem of a week, or returns `null`. `repeated` means that a weekday is missing or listed twice. */
export function weekProblem(week: readonly WeekDay[]): HoursProblem | 'repeated' | null {
  if (week.length !== 7 || new Set(week.map(({ weekday }) => weekday)).size !== 7) return 'repeated';
  for (const { ranges } of week) {
    const problem = rangesProblem(ranges);
    if (problem) return problem;
  }
  return null;
}

/** Finds the first problem of the special days, or returns `null`. Only days in `known` may be in the past. */
export function holidaysProblem(
  holidays: readonly Holiday[],
  today: string,
  known: ReadonlySet<string> = new Set(),
): HoursProblem | 'repeated' | 'past' | null {
  if (new Set(holidays.map(({ date }) => date)).size !== holidays.length) return 'repeated';
  for (const { date, closed, ranges } of holidays) {
    if (date < today && !known.has(date)) return 'past';
    const problem = closed ? null : rangesProblem(ranges);
    if (problem) return problem;
  }
  return null;
}

/** Tests whether at least one day of the week has business hours. */
export function hasHours(week: readonly WeekDay[]): boolean {
  return week.some(({ ranges }) => ranges.length > 0);
}

/** Tests whether this moment is within business hours. A special day replaces its weekday. */
export function isInHours(week: readonly WeekDay[], holidays: readonly Holiday[], at: WallTime): boolean {
  const holiday = holidays.find(({ date }) => date === at.day);
  if (holiday?.closed) return false;
  const ranges = holiday ? holiday.ranges : (week.find(({ weekday }) => weekday === at.weekday)?.ranges ?? []);
  return ranges.some(({ from, to }) => minutesOf(from) <= at.minutes && at.minutes < minutesOf(to));
}

/** Computes the business state that customers see from the station's state, hours and master switch (DOMAIN §3.3). */
export function businessState(
  status: TeamState,
  acceptsOrders: boolean,
  week: readonly WeekDay[],
  holidays: readonly Holiday[],
  at: WallTime,
): BusinessState {
  if (status !== 'operating') return 'notOperating';
  if (!acceptsOrders) return 'manuallyClosed';
  return isInHours(week, holidays, at) ? 'inHours' : 'outOfHours';
}
