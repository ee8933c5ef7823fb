import { history } from '@umijs/max';

/**
 * Returns the URL of the current page with one parameter set, which opens a form or a record on the page. Filters and page number stay.
 *
 * @param value `null` removes the parameter
 */
export function pageAddress(parameter: 'form' | 'open', value: string | number | null): string {
  const { pathname, search } = history.location;
  const query = new URLSearchParams(search);
  if (value === null) query.delete(parameter);
  else query.set(parameter, String(value));
  const text = query.toString();
  return text === '' ? pathname : `${pathname}?${text}`;
}
