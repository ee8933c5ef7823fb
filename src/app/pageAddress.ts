import { history } from '@umijs/max';

/**
 * The address of the present page with one parameter set: what is open there. Filters and page stay.
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
