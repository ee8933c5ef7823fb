import { LIST_LIMITS } from '../../../contract/limits';
import { DAY_MS } from '../../../contract/units';
import { refuse } from '../http/refusal';
import { addDays, dayRange, wallTime } from './days';

/** The range of days of a list (both ends inclusive), and the range of moments (`to` is exclusive). */
export interface ListDays {
  readonly fromDay: string;
  readonly toDay: string;
  readonly from: Date;
  readonly to: Date;
}

/**
 * Computes the days of a list (DOMAIN §0.2 "Date range"). The default is the last 30 days. When only one end is given, the range has 30
 * days.
 *
 * @param most maximum number of days
 * @throws Refusal 40006 when `to` is before `from`, or when the range has more than `most` days
 */
export function listDays(
  wanted: { readonly from?: string | undefined; readonly to?: string | undefined },
  now: Date,
  timeZone: string,
  most: number = LIST_LIMITS.rangeDays,
): ListDays {
  const back = LIST_LIMITS.defaultRangeDays - 1;
  const toDay = wanted.to ?? (wanted.from ? addDays(wanted.from, back) : wallTime(now, timeZone).day);
  const fromDay = wanted.from ?? addDays(toDay, -back);
  const days = (Date.parse(toDay) - Date.parse(fromDay)) / DAY_MS + 1;
  if (days < 1 || days > most) throw refuse(40006, { n: most });
  return { fromDay, toDay, ...dayRange(fromDay, toDay, timeZone) };
}

/** The first and last day that replace a missing start or end of a range. */
const ALL_DAYS = { from: '2000-01-01', to: '9999-01-01' };

/**
 * Computes the moments of a range of days whose start or end may be missing.
 *
 * @returns `null` when both are missing
 * @throws Refusal 40006 when `to` is before `from`
 */
export function optionalDays(from: string | undefined, to: string | undefined, timeZone: string) {
  if (from && to && from > to) throw refuse(40006, { n: LIST_LIMITS.rangeDays });
  return from || to ? dayRange(from ?? ALL_DAYS.from, to ?? ALL_DAYS.to, timeZone) : null;
}
