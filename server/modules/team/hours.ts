import { TEAM } from '../../../contract/limits';
import type { BusinessState } from '../../../contract/team.fields';
import type { TeamState } from '../../../contract/team.states';
import type { WallTime } from '../../core/money/days';

/** Pure rules about business hours (营业时间, DOMAIN §3.3). */

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

/** `order`: a range ends before it begins, or at the same time · `overlap`: 42225 · `count`: more than 4 ranges a day. */
type HoursProblem = 'order' | 'overlap' | 'count';

/** Minutes since midnight of `HH:mm`; `24:00` is 1440. NaN for an invalid time. */
function minutesOf(time: string): number {
  const [, hours, minutes] = /^(\d\d):(\d\d)$/.exec(time) ?? [];
  const value = Number(hours) * 60 + Number(minutes);
  return value <= 1440 && Number(minutes) < 60 ? value : Number.NaN;
}

/** The problem of one day's ranges, or null. Ranges that touch do not overlap. */
export function rangesProblem(ranges: readonly HourRange[]): HoursProblem | null {
  if (ranges.length > TEAM.rangesPerDay) return 'count';
  const spans = ranges.map(({ from, to }) => ({ from: minutesOf(from), to: minutesOf(to) }));
  if (spans.some(({ from, to }) => !(from < to))) return 'order';
  spans.sort((one, other) => one.from - other.from);
  return spans.some(({ from }, index) => from < (spans[index - 1]?.to ?? 0)) ? 'overlap' : null;
}

/** The first problem of a week, or null; `repeated` when a weekday is missing or listed twice. */
export function weekProblem(week: readonly WeekDay[]): HoursProblem | 'repeated' | null {
  if (week.length !== 7 || new Set(week.map(({ weekday }) => weekday)).size !== 7) return 'repeated';
  for (const { ranges } of week) {
    const problem = rangesProblem(ranges);
    if (problem) return problem;
  }
  return null;
}

/** The first problem of the special days, or null. Days in `known` may be in the past. */
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

/** Tests whether the week has any hour at which the station takes orders. */
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

/** The business state that customers see: state, hours and master switch combined (DOMAIN §3.3). */
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
