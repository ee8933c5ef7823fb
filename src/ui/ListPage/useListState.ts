import { history, useLocation } from '@umijs/max';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { FRAME_PARAMS, withoutFrame } from '@/app/commands/overlay';
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
  /** Sets one filter, or removes it when the value is `undefined`. Returns to page 1. */
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
  /** Sets the visible columns in the URL. */
  readonly setColumns: (columns: readonly string[]) => void;
  /** Applies a saved view. `null` returns to the plain list. */
  readonly pick: (view: { readonly id: number; readonly query: string } | null) => void;
  /** Applies this query if the user opened the plain list and has not changed it yet. */
  readonly openWith: (query: string) => void;
}

/** History state that marks the list without parameters as the user's choice. The default view is not applied to this history entry. */
const PLAIN = { plain: true } as const;
const isPlain = (mark: unknown): boolean => typeof mark === 'object' && mark !== null && 'plain' in mark;
/** Checks whether a query string has no parameters of the list. */
const isBare = (search: string, kept: readonly string[]): boolean =>
  [...new URLSearchParams(withoutFrame(search)).keys()].every((name) => kept.includes(name));

/** Adds the parameters of the surrounding page to a list's own query. */
function joined(own: string, search: string, kept: readonly string[]): string {
  const query = new URLSearchParams(own);
  for (const [name, value] of new URLSearchParams(search)) {
    if (kept.includes(name) || FRAME_PARAMS.includes(name)) query.set(name, value);
  }
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
}

/**
 * Stores the state of a list page in its URL, so that Reload, Back and a shared link restore it. The functions keep their identity, so
 * memoized rows do not render again.
 *
 * @param kept query parameters that belong to the surrounding page
 * @param opensWith returns the query of the default view, or `null`; called at most once, when the page opens without list parameters
 */
export function useListState(
  schema: ListSchema,
  kept: readonly string[] = NONE,
  opensWith: () => string | null = () => null,
): ListControl {
  const location = useLocation();
  const { pathname, key } = location;
  const [entry] = useState(() => {
    const isOpen = isBare(location.search, kept) && !isPlain(location.state);
    return { key, isOpen, query: isOpen ? opensWith() : null };
  });
  // The first request already uses the default query. The URL changes after the page is shown.
  const search =
    entry.query !== null && key === entry.key ? joined(entry.query, location.search, kept) : location.search;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page is opened
  useEffect(() => {
    if (entry.query !== null) history.replace({ pathname: history.location.pathname, search });
  }, []);
  // Typing in the command palette changes the URL, but not the list.
  const listed = withoutFrame(search);
  const state = useMemo(() => parseList(schema, listed), [schema, listed]);
  const latest = useRef({ state, pathname, schema, search, kept, key });
  latest.current = { state, pathname, schema, search, kept, key };

  const change = useCallback((patch: Partial<ListState>, replace = false) => {
    const { state: before, pathname: path, schema: known, search: shown, kept: names } = latest.current;
    const after = { ...before, ...patch };
    const own = formatList(known, after);
    if (own === formatList(known, before)) return;
    latest.current = { ...latest.current, state: after };
    const to = { pathname: path, search: joined(own, shown, names) };
    const mark = own === '' ? PLAIN : undefined;
    if (replace) history.replace(to, mark);
    else history.push(to, mark);
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
      clearFilters: () => change({ filters: EMPTY_STATE.filters, page: 1, created: null, columns: null, saved: null }),
      setSort: (sort) => change({ sort, page: 1 }),
      setPage: (page) => change({ page }),
      setLimit: (limit) => change({ limit, page: 1 }),
      setView: (view) => change({ view }),
      open: (id) => change({ open: id, tab: null }),
      close: () => change({ open: null, tab: null }),
      setTab: (tab) => change({ tab }, true),
      setColumns: (columns) => change({ columns }),
      pick: (view) => {
        const { schema: known, state: before } = latest.current;
        const { filters, sort, columns, view: form } = view ? parseList(known, view.query) : EMPTY_STATE;
        change({ ...EMPTY_STATE, filters, sort, columns, view: form, limit: before.limit, saved: view?.id ?? null });
      },
      openWith: (query) => {
        const { pathname: path, search: shown, kept: names, key: now } = latest.current;
        if (!entry.isOpen || entry.query !== null || now !== entry.key) return;
        history.replace({ pathname: path, search: joined(query, shown, names) });
      },
    }),
    [change, setFilters, entry],
  );
  return useMemo(() => ({ state, ...actions }), [state, actions]);
}
