import { LIST_LIMITS } from '@contract/limits';
import { param } from '@/ui/ListPage/listState';
import { countDays, type DayRange } from '@/ui/RangePicker/days';

/** The workbench's state in its address: stations and days (DOMAIN §3.2). Pure: the current day is passed in. */
export interface View {
  /** Empty means all stations in the user's data scope. */
  readonly teamIds: readonly number[];
  readonly days: DayRange;
  /** Today is compared with the same clock time yesterday, so it is not requested as a range. */
  readonly isToday: boolean;
}

/** The parts that filters change. */
export type ViewPatch = Partial<Pick<View, 'teamIds' | 'days'>>;

/** Parses the address. Values that are malformed, longer than 92 days or in the future count as not set. */
export function readView(query: URLSearchParams, today: string): View {
  const teamIds = param.ids().parse(query.get('teams') ?? '') ?? [];
  const from = param.day().parse(query.get('from') ?? '');
  const to = param.day().parse(query.get('to') ?? '');
  const length = from && to ? countDays(from, to) : 0;
  const valid = from && to && to <= today && length >= 1 && length <= LIST_LIMITS.rangeDays;
  const days = valid ? { from, to } : { from: today, to: today };
  return { teamIds, days, isToday: days.from === today && days.to === today };
}

/** Returns the address with changed filters. Today and all stations are omitted. Other parameters stay. */
export function writeView(query: URLSearchParams, patch: ViewPatch, today: string): URLSearchParams {
  const next = new URLSearchParams(query);
  if (patch.teamIds) {
    next.delete('teams');
    if (patch.teamIds.length > 0) next.set('teams', param.ids().format(patch.teamIds));
  }
  if (patch.days) {
    next.delete('from');
    next.delete('to');
    const { from, to } = patch.days;
    if (from !== today || to !== today) {
      next.set('from', from);
      next.set('to', to);
    }
  }
  return next;
}

/** Returns the query of the endpoints. Unset filters are omitted, so that equal views have equal keys. */
export function stationsOf(view: View): { teamIds?: string } {
  return view.teamIds.length > 0 ? { teamIds: param.ids().format(view.teamIds) } : {};
}
export function rangeOf(view: View): { teamIds?: string; from?: string; to?: string } {
  return view.isToday ? stationsOf(view) : { ...stationsOf(view), ...view.days };
}
