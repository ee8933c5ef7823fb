import type { FinanceFigure } from '@contract/finance.figures';
import type { AccountCode } from '@contract/ledger';
import { CLOCK_TIME } from '@contract/limits';
import { DAY_MS } from '@contract/units';

/** Days and stations of the page. The URL stores them. */
export interface View {
  readonly dayFrom: string;
  readonly dayTo: string;
  readonly teamIds: readonly number[];
}

/** Query parameters of the page itself. A list on the page keeps them in the URL when its own parameters change. */
export const KEPT = ['part', 'dayFrom', 'dayTo', 'teamIds', 'time'] as const;

/** Reads the time from the query string. @returns `null` if there is no valid time */
export function timeOf(query: URLSearchParams): string | null {
  const time = query.get('time') ?? '';
  return CLOCK_TIME.test(time) ? time : null;
}

/** Builds the link to the bills of the same days and stations. */
export function billsOf({ dayFrom, dayTo, teamIds }: View): string {
  const query = new URLSearchParams({
    atFrom: dayFrom,
    atTo: dayTo,
    ...(teamIds.length > 0 && { teamIds: teamIds.join(',') }),
  });
  return `/financial/bill?${query.toString()}`;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const DEFAULT_DAYS = 30;

/** Reads days and stations from the query string. By default, they are the last 30 days and all stations. */
export function readView(query: URLSearchParams, today: string): View {
  const [from, to] = [query.get('dayFrom') ?? '', query.get('dayTo') ?? ''];
  const teamIds = (query.get('teamIds') ?? '').split(',').filter((id) => /^[1-9]\d{0,15}$/.test(id));
  const back = new Date(Date.parse(today) - (DEFAULT_DAYS - 1) * DAY_MS).toISOString().slice(0, 10);
  const isWhole = DAY.test(from) && DAY.test(to) && from <= to;
  return { dayFrom: isWhole ? from : back, dayTo: isWhole ? to : today, teamIds: teamIds.map(Number) };
}

/** Returns days and stations as query parameters of the endpoints. */
export const askOf = ({ dayFrom, dayTo, teamIds }: View) => ({
  dayFrom,
  dayTo,
  ...(teamIds.length > 0 && { teamIds: teamIds.join(',') }),
});

/** Builds the link to the movements behind a figure or an account, for the same days and stations. */
export function movementsOf(
  of: { readonly figure: FinanceFigure } | { readonly code: AccountCode; readonly merchantNumberId?: number },
  view: View,
  time?: string | null,
): string {
  const query = new URLSearchParams({ part: 'movements', ...askOf(view) });
  if ('figure' in of) query.set('figure', of.figure);
  else {
    query.set('code', of.code);
    if (of.merchantNumberId) query.set('merchantNumberIds', String(of.merchantNumberId));
  }
  if (time) query.set('time', time);
  return `/financial/information?${query.toString()}`;
}

/**
 * Returns the view with a range that ends today, because current balances include all movements until today. The chosen days may end
 * earlier.
 */
export const untilToday = (view: View, today: string): View => ({
  ...view,
  dayFrom: view.dayFrom <= today ? view.dayFrom : today,
  dayTo: today,
});
