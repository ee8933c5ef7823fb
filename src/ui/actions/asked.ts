import { history } from '@umijs/max';

/** An action that the address asks for: `do=pause.12`. Its dialog opens with what was typed into it before. */

const NAME = 'do';

/** An address that opens an action's dialog again: of this page, or of the named one. */
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

/** What an address asks for, or null. */
export function askedIn(search: string): Asked | null {
  const match = /^([a-zA-Z]{1,40})\.(\d{1,16})$/.exec(new URLSearchParams(search).get(NAME) ?? '');
  return match ? { action: match[1] ?? '', id: Number(match[2]) } : null;
}

/** It was answered: the address says so no more, and a reload does not ask again. */
export function forgetAsked(): void {
  const { pathname, search, hash } = history.location;
  const query = new URLSearchParams(search);
  query.delete(NAME);
  const text = query.toString();
  history.replace(`${pathname}${text === '' ? '' : `?${text}`}${hash}`);
}
