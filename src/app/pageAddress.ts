import { history } from '@umijs/max';

/**
 * The address of the current page with one parameter set, which opens something there. Filters and page number are kept.
 *
 * @param value null removes the parameter
 */
export function pageAddress(parameter: 'form' | 'open', value: string | number | null): string {
  const { pathname, search } = history.location;
  const query = new URLSearchParams(search);
  if (value === null) query.delete(parameter);
  else query.set(parameter, String(value));
  const text = query.toString();
  return text === '' ? pathname : `${pathname}?${text}`;
}
