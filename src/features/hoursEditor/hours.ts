import { CLOCK_TIME_OR_END, TEAM } from '@contract/limits';

/**
 * One range of business hours (营业时间, DOMAIN §3.3), as `HH:mm`. In a valid range the end is after the start and may be `24:00`. While the
 * user edits a range, its times may be empty or invalid.
 */
export interface HourRange {
  readonly from: string;
  readonly to: string;
}
export interface DayHours {
  /** 0 = Sunday … 6 = Saturday. */
  readonly weekday: number;
  readonly ranges: readonly HourRange[];
}
export interface Holiday {
  /** `yyyy-MM-dd`, or empty while no day is picked. */
  readonly date: string;
  readonly closed: boolean;
  readonly ranges: readonly HourRange[];
}

/** Order of the weekdays on the page, starting with Monday. */
export const WEEK_ORDER = [1, 2, 3, 4, 5, 6, 0] as const;

/**
 * Normalizes a typed time: `8` → `08:00`, `830` → `08:30`, `9:5` → `09:05`, `24` → `24:00`. A text that is not a time is returned
 * trimmed, so that the form can mark its field as invalid.
 */
export function readTime(text: string): string {
  const typed = text.trim().replace(/[：.]/g, ':');
  const parts = /^(\d{1,2})(?::(\d{1,2}))?$/.exec(typed) ?? /^(\d{1,2})(\d{2})$/.exec(typed);
  if (!parts) return typed;
  const time = `${(parts[1] ?? '').padStart(2, '0')}:${(parts[2] ?? '0').padStart(2, '0')}`;
  return CLOCK_TIME_OR_END.test(time) ? time : typed;
}

/** Converts a time to minutes after midnight. @returns `null` if the text is not a time */
export function minutesOf(time: string): number | null {
  if (!CLOCK_TIME_OR_END.test(time)) return null;
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}

export type RangeProblem = 'format' | 'order' | 'overlap' | 'tooMany';

/** Finds the first problem in a day's ranges. @returns the problem and the index of its range, or `null` if the ranges are valid */
export function rangesProblem(ranges: readonly HourRange[]): { index: number; problem: RangeProblem } | null {
  if (ranges.length > TEAM.rangesPerDay) return { index: TEAM.rangesPerDay, problem: 'tooMany' };
  const spans: { index: number; from: number; to: number }[] = [];
  for (const [index, range] of ranges.entries()) {
    const from = minutesOf(range.from);
    const to = minutesOf(range.to);
    if (from === null || to === null || from === 24 * 60) return { index, problem: 'format' };
    if (to <= from) return { index, problem: 'order' };
    const other = spans.find((span) => from < span.to && span.from < to);
    if (other) return { index, problem: 'overlap' };
    spans.push({ index, from, to });
  }
  return null;
}

/** Finds the first weekday with invalid ranges, starting with Monday. @returns `null` if the week is valid */
export function weekProblem(
  week: readonly DayHours[],
): { weekday: number; index: number; problem: RangeProblem } | null {
  for (const weekday of WEEK_ORDER) {
    const found = rangesProblem(week.find((day) => day.weekday === weekday)?.ranges ?? []);
    if (found) return { weekday, ...found };
  }
  return null;
}

/** Returns all seven days in the order 0–6. A missing day is added as closed. */
export function wholeWeek(week: readonly DayHours[]): DayHours[] {
  return Array.from({ length: 7 }, (_, weekday) => ({
    weekday,
    ranges: week.find((day) => day.weekday === weekday)?.ranges ?? [],
  }));
}

/** Copies one day's hours to all other days. */
export function copyToAll(week: readonly DayHours[], weekday: number): DayHours[] {
  const ranges = week.find((day) => day.weekday === weekday)?.ranges ?? [];
  return wholeWeek(week).map((day) => ({ ...day, ranges }));
}

/**
 * Proposes the next range of a day. The range starts one hour after the last range and lasts two hours. Near midnight it starts at 23:30 at
 * the latest and is shorter. The first range is 08:00–22:00. If the last range ends at 23:00 or later, or its end is invalid, both times
 * are empty.
 */
export function nextRange(ranges: readonly HourRange[]): HourRange {
  const last = ranges.at(-1);
  const end = last ? minutesOf(last.to) : null;
  if (end === null || end >= 24 * 60 - 60) return last ? { from: '', to: '' } : { from: '08:00', to: '22:00' };
  const from = Math.min(end + 60, 24 * 60 - 30);
  const write = (minutes: number) =>
    `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
  return { from: write(from), to: write(Math.min(from + 120, 24 * 60)) };
}

export type HolidayProblem = {
  index: number;
  problem: RangeProblem | 'date' | 'past' | 'repeated' | 'noHours';
};

/**
 * Finds the first problem in the special days. A past day is valid only if it is already stored.
 *
 * @param today the platform's current day, `yyyy-MM-dd`
 * @param known the stored days
 */
export function holidaysProblem(
  holidays: readonly Holiday[],
  today: string,
  known: readonly Holiday[] = [],
): HolidayProblem | null {
  const seen = new Set<string>();
  for (const [index, { date, closed, ranges }] of holidays.entries()) {
    if (!/^\d{4}-\d{2}-\d{2}$/.test(date)) return { index, problem: 'date' };
    if (date < today && !known.some((day) => day.date === date)) return { index, problem: 'past' };
    if (seen.has(date)) return { index, problem: 'repeated' };
    seen.add(date);
    if (closed) continue;
    if (ranges.length === 0) return { index, problem: 'noHours' };
    const found = rangesProblem(ranges);
    if (found) return { index, problem: found.problem };
  }
  return null;
}
