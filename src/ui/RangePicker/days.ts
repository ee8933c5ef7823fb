import { DAY_MS } from '@contract/units';

const at = (day: string): number => Date.parse(`${day}T00:00:00Z`);

/** Returns the day `n` days later. A negative `n` returns an earlier day. */
export function addDays(day: string, n: number): string {
  return new Date(at(day) + n * DAY_MS).toISOString().slice(0, 10);
}

/** Counts the days of a range, including both ends. A single day is 1. Reversed ends return less than 1. */
export function countDays(from: string, to: string): number {
  return Math.round((at(to) - at(from)) / DAY_MS) + 1;
}

export interface DayRange {
  readonly from: string;
  readonly to: string;
}

/** Returns the named ranges. All end on or before `today`. Two names can have the same days; {@link rangeName} then returns the first. */
export function namedRanges(today: string) {
  const last = (n: number): DayRange => ({ from: addDays(today, 1 - n), to: today });
  const yesterday = addDays(today, -1);
  const firstOf = (day: string) => `${day.slice(0, 8)}01`;
  const lastMonthEnds = addDays(firstOf(today), -1);
  return {
    today: { from: today, to: today },
    yesterday: { from: yesterday, to: yesterday },
    last7: last(7),
    last30: last(30),
    last90: last(90),
    thisMonth: { from: firstOf(today), to: today },
    lastMonth: { from: firstOf(lastMonthEnds), to: lastMonthEnds },
  } as const satisfies Record<string, DayRange>;
}
export type NamedRange = keyof ReturnType<typeof namedRanges>;

/** Returns the name of a range, or `null` for ranges without a name. */
export function rangeName(range: DayRange, today: string): NamedRange | null {
  const names = Object.entries(namedRanges(today)) as [NamedRange, DayRange][];
  return names.find(([, named]) => named.from === range.from && named.to === range.to)?.[0] ?? null;
}

export type RangeProblem = 'missing' | 'order' | 'long';

/** Checks a range of days (DOMAIN §0.2: both ends included, at most `maxDays`). @returns the error, or `null` */
export function rangeProblem(
  from: string | null,
  to: string | null,
  limits: { readonly maxDays?: number | undefined; readonly isRequired: boolean },
): RangeProblem | null {
  if (!from || !to) return limits.isRequired ? 'missing' : null;
  const days = countDays(from, to);
  if (days < 1) return 'order';
  return limits.maxDays !== undefined && days > limits.maxDays ? 'long' : null;
}
