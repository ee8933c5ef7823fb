import { history } from '@umijs/max';

/** Returns the URL of the current page with other query parameters. An empty query leaves no `?` in the URL. */
function withQuery(change: (query: URLSearchParams) => void): string {
  const { pathname, search } = history.location;
  const query = new URLSearchParams(search);
  change(query);
  const text = query.toString();
  return text === '' ? pathname : `${pathname}?${text}`;
}

/**
 * Returns the URL of the current page with one parameter set, which opens a form or a record on the page. Filters and page number stay.
 *
 * @param value `null` removes the parameter
 */
export const pageAddress = (parameter: 'form' | 'open', value: string | number | null): string =>
  value === null ? addressWithout(parameter) : withQuery((query) => query.set(parameter, String(value)));

/** Returns the URL of the current page without these query parameters. */
export const addressWithout = (...parameters: readonly string[]): string =>
  withQuery((query) => {
    for (const parameter of parameters) query.delete(parameter);
  });
