import { history } from '@umijs/max';

/** Query parameter that requests an action with its dialog: `do=pause.12`. */

const NAME = 'do';

/** Builds the URL that opens an action's dialog on this page or on the given page. */
export function askingAddress(action: string, id: number, page?: string): string {
  const { pathname: here, search: shown } = history.location;
  const [pathname = here, search = ''] = page === undefined ? [here, shown] : page.split('?');
  const query = new URLSearchParams(search);
  query.set(NAME, `${action}.${id}`);
  return `${pathname}?${query}`;
}

export interface Asked {
  readonly action: string;
  readonly id: number;
}

/** Reads the requested action from a query string. Returns `null` when there is no valid one. */
export function askedIn(search: string): Asked | null {
  const match = /^([a-zA-Z]{1,40})\.(\d{1,16})$/.exec(new URLSearchParams(search).get(NAME) ?? '');
  return match ? { action: match[1] ?? '', id: Number(match[2]) } : null;
}

/** Removes the request from the URL, so that a reload does not open the dialog again. */
export function forgetAsked(): void {
  const { pathname, search, hash } = history.location;
  const query = new URLSearchParams(search);
  query.delete(NAME);
  const text = query.toString();
  history.replace(`${pathname}${text === '' ? '' : `?${text}`}${hash}`);
}
