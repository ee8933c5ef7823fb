import { LIST_LIMITS } from '@contract/limits';
import { param } from '@/ui/ListPage/listState';
import { countDays, type DayRange } from '@/ui/RangePicker/days';

/** The filters of the workbench, which the URL stores (DOMAIN §3.2). */
export interface View {
  /** Ids of the chosen stations. If empty, all stations in the user's data scope are shown. */
  readonly teamIds: readonly number[];
  readonly days: DayRange;
  /** Whether only today is shown. Today is then not sent as a range, because it is compared with the same time yesterday. */
  readonly isToday: boolean;
}

/** The fields that filters can change. */
export type ViewPatch = Partial<Pick<View, 'teamIds' | 'days'>>;

/** Reads the filters from the query string. A malformed range, a range in the future or a range over 92 days is ignored. */
export function readView(query: URLSearchParams, today: string): View {
  const teamIds = param.ids().parse(query.get('teams') ?? '') ?? [];
  const from = param.day().parse(query.get('from') ?? '');
  const to = param.day().parse(query.get('to') ?? '');
  const length = from && to ? countDays(from, to) : 0;
  const valid = from && to && to <= today && length >= 1 && length <= LIST_LIMITS.rangeDays;
  const days = valid ? { from, to } : { from: today, to: today };
  return { teamIds, days, isToday: days.from === today && days.to === today };
}

/** Returns the query string with changed filters. "Today" and "all stations" are omitted. Other parameters stay unchanged. */
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

/** Returns the station filter for the endpoints. An unset filter is omitted, so that equal views have equal query keys. */
export function stationsOf(view: View): { teamIds?: string } {
  return view.teamIds.length > 0 ? { teamIds: param.ids().format(view.teamIds) } : {};
}
export function rangeOf(view: View): { teamIds?: string; from?: string; to?: string } {
  return view.isToday ? stationsOf(view) : { ...stationsOf(view), ...view.days };
}
