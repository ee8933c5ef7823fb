import { DAY_MS } from '@contract/units';

const at = (day: string): number => Date.parse(`${day}T00:00:00Z`);

/** The day `n` days later; earlier for a negative `n`. */
export function addDays(day: string, n: number): string {
  return new Date(at(day) + n * DAY_MS).toISOString().slice(0, 10);
}

/** Number of days in a range, both ends included: the same day is 1. Below 1 for reversed ends. */
export function countDays(from: string, to: string): number {
  return Math.round((at(to) - at(from)) / DAY_MS) + 1;
}

export interface DayRange {
  readonly from: string;
  readonly to: string;
}

/** Named ranges, all ending on or before `today`. When two have the same days, the first name is used. */
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

/** The name of a range; null for other ranges. */
export function rangeName(range: DayRange, today: string): NamedRange | null {
  const names = Object.entries(namedRanges(today)) as [NamedRange, DayRange][];
  return names.find(([, named]) => named.from === range.from && named.to === range.to)?.[0] ?? null;
}

export type RangeProblem = 'missing' | 'order' | 'long';

/** The error of a range (DOMAIN §0.2: inclusive days, at most `maxDays`); null when it is valid. */
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
