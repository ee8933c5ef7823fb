import { history, useLocation } from '@umijs/max';
import { useCallback, useMemo, useRef } from 'react';
import {
  EMPTY_STATE,
  type FilterValue,
  formatList,
  type ListSchema,
  type ListState,
  parseList,
  type Sort,
} from './listState';

const NONE: readonly string[] = [];

export interface ListControl {
  readonly state: ListState;
  /** Sets one filter, or takes it away with undefined; starts at page 1 again. */
  readonly setFilter: (key: string, value: FilterValue | undefined) => void;
  readonly setFilters: (patch: Readonly<Record<string, FilterValue | undefined>>) => void;
  readonly clearFilters: () => void;
  readonly setSort: (sort: Sort | null) => void;
  readonly setPage: (page: number) => void;
  readonly setLimit: (limit: ListState['limit']) => void;
  readonly setView: (view: string | null) => void;
  readonly open: (id: number) => void;
  readonly close: () => void;
  readonly setTab: (tab: string | null) => void;
}

/**
 * The one place where a list page's state lives: its address. Reload, Back and a shared link restore everything; each change
 * is a step that Back undoes. The functions never change, so memoised rows do not draw again.
 *
 * @param kept parameters of the address that belong to the page around the list
 */
export function useListState(schema: ListSchema, kept: readonly string[] = NONE): ListControl {
  const { pathname, search } = useLocation();
  const state = useMemo(() => parseList(schema, search), [schema, search]);
  const latest = useRef({ state, pathname, schema, search, kept });
  latest.current = { state, pathname, schema, search, kept };

  const change = useCallback((patch: Partial<ListState>, replace = false) => {
    const { state: before, pathname: path, schema: known, search: shown, kept: names } = latest.current;
    const after = { ...before, ...patch };
    const own = formatList(known, after);
    if (own === formatList(known, before)) return;
    const query = new URLSearchParams(own);
    for (const [name, value] of new URLSearchParams(shown)) if (names.includes(name)) query.set(name, value);
    const text = query.toString();
    latest.current = { ...latest.current, state: after };
    const to = { pathname: path, search: text === '' ? '' : `?${text}` };
    if (replace) history.replace(to);
    else history.push(to);
  }, []);

  const setFilters = useCallback<ListControl['setFilters']>(
    (patch) => {
      const merged = { ...latest.current.state.filters, ...patch };
      const filters = Object.fromEntries(
        Object.entries(merged).filter((entry): entry is [string, FilterValue] => entry[1] !== undefined),
      );
      change({ filters, page: 1, created: null });
    },
    [change],
  );
  const actions = useMemo<Omit<ListControl, 'state'>>(
    () => ({
      setFilters,
      setFilter: (key, value) => setFilters({ [key]: value }),
      clearFilters: () => change({ filters: EMPTY_STATE.filters, page: 1, created: null }),
      setSort: (sort) => change({ sort, page: 1 }),
      setPage: (page) => change({ page }),
      setLimit: (limit) => change({ limit, page: 1 }),
      setView: (view) => change({ view }),
      open: (id) => change({ open: id, tab: null }),
      close: () => change({ open: null, tab: null }),
      setTab: (tab) => change({ tab }, true),
    }),
    [change, setFilters],
  );
  return useMemo(() => ({ state, ...actions }), [state, actions]);
}
