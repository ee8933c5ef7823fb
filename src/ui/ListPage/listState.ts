import { LIST_LIMITS, PAGE_SIZES } from '@contract/limits';

/**
 * State that a list page stores in its URL, for example filters, sorting and the open drawer (DOMAIN §0.2 "Query in address").
 * Default values are left out to keep shared links short. Pure functions: no router, no clock.
 */

/** Formats and parses one filter value in the query string. `parse` returns `undefined` for invalid values. */
export interface Param<T> {
  readonly parse: (raw: string) => T | undefined;
  readonly format: (value: T) => string;
}

const list = <T>(item: (raw: string) => T | undefined): Param<readonly T[]> => ({
  parse: (raw) => {
    const values = raw.split(',').flatMap((part) => {
      const value = item(part);
      return value === undefined ? [] : [value];
    });
    const unique = [...new Set(values)].slice(0, LIST_LIMITS.filterValues);
    return unique.length > 0 ? unique : undefined;
  },
  format: (values) => [...new Set(values)].slice(0, LIST_LIMITS.filterValues).join(','),
});
const pick =
  <T extends string>(values: readonly T[]) =>
  (raw: string): T | undefined =>
    values.find((value) => value === raw);
const positive = (raw: string): number | undefined => {
  if (!/^[1-9]\d{0,15}$/.test(raw)) return undefined;
  const value = Number(raw);
  return Number.isSafeInteger(value) ? value : undefined;
};
const isDay = (raw: string): boolean => {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(raw);
  if (!match) return false;
  const [year = 0, month = 0, date = 0] = match.slice(1).map(Number);
  const days = [
    31,
    (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28,
    31,
    30,
    31,
    30,
    31,
    31,
    30,
    31,
    30,
    31,
  ];
  return year > 0 && date >= 1 && date <= (days[month - 1] ?? 0);
};

/** Codecs for the value types of filters. */
export const param = {
  /** Trimmed text of 1–64 characters (DOMAIN §0.2). A longer text is cut. */
  text: (): Param<string> => ({
    parse: (raw) => raw.trim().slice(0, LIST_LIMITS.keyword).trim() || undefined,
    format: (value) => value,
  }),
  one: <T extends string>(values: readonly T[]): Param<T> => ({ parse: pick(values), format: (value) => value }),
  many: <T extends string>(values: readonly T[]): Param<readonly T[]> => list(pick(values)),
  ids: (): Param<readonly number[]> => list(positive),
  /** Region codes of six digits. */
  codes: (): Param<readonly string[]> => list((raw) => (/^\d{6}$/.test(raw) ? raw : undefined)),
  flag: (): Param<boolean> => ({
    parse: (raw) => (raw === 'true' ? true : raw === 'false' ? false : undefined),
    format: String,
  }),
  /** A whole number of at most ten digits: an amount in fen, or a count. */
  fen: (): Param<number> => ({
    parse: (raw) => (/^-?\d{1,10}$/.test(raw) ? Number(raw) : undefined),
    format: String,
  }),
  /** A day as `yyyy-MM-dd`. */
  day: (): Param<string> => ({ parse: (raw) => (isDay(raw) ? raw : undefined), format: (value) => value }),
} as const;

export type PageSize = (typeof PAGE_SIZES)[number];
export type FilterValue = string | number | boolean | readonly string[] | readonly number[];
export type FilterValues = Readonly<Record<string, FilterValue>>;

export interface ListSchema {
  readonly filters: Readonly<Record<string, Param<FilterValue>>>;
  readonly sortable: readonly string[];
  /** Keys of the views other than the table. */
  readonly views: readonly string[];
  /** Keys of the columns. */
  readonly columns: readonly string[];
}

export interface Sort {
  readonly field: string;
  readonly order: 'asc' | 'desc';
}

export interface ListState {
  /** Contains only active filters. */
  readonly filters: FilterValues;
  /** `null` means the server's default order. */
  readonly sort: Sort | null;
  readonly page: number;
  readonly limit: PageSize;
  /** `null` means that the table is shown. */
  readonly view: string | null;
  /** Id of the record in the drawer. `null` means that the drawer is closed. */
  readonly open: number | null;
  /** Tab inside the drawer. `null` means the first tab. */
  readonly tab: string | null;
  /** Id of the newly created record. Its row is marked. */
  readonly created: number | null;
  /** Visible columns in order, if the URL contains them (saved view or shared link). `null` means the user's own choice. */
  readonly columns: readonly string[] | null;
  /** Id of the picked saved view. The URL also contains the view's values. */
  readonly saved: number | null;
}

const DEFAULT_LIMIT: PageSize = 20;
export const EMPTY_STATE: ListState = {
  filters: {},
  sort: null,
  page: 1,
  limit: DEFAULT_LIMIT,
  view: null,
  open: null,
  tab: null,
  created: null,
  columns: null,
  saved: null,
};

/** Widens the type of a codec for a schema with codecs of different types. */
export function erase<T extends FilterValue>(codec: Param<T>): Param<FilterValue> {
  return { parse: codec.parse, format: (value) => codec.format(value as T) };
}

/** Returns the number of the last page for a page size. The server returns only the first 10,000 rows (DOMAIN §0.2). */
export function lastPage(limit: number): number {
  return Math.max(1, Math.floor(LIST_LIMITS.deepestRow / limit));
}

/** Parses a query string. Ignores invalid values, so that a mistyped link still opens the list. */
export function parseList(schema: ListSchema, search: string): ListState {
  const query = new URLSearchParams(search);
  const filters: Record<string, FilterValue> = {};
  for (const [key, codec] of Object.entries(schema.filters)) {
    const raw = query.get(key);
    const value = raw === null ? undefined : codec.parse(raw);
    if (value !== undefined) filters[key] = value;
  }
  const rawSort = query.get('sort') ?? '';
  const field = rawSort.replace(/^-/, '');
  const limit = PAGE_SIZES.find((size) => String(size) === query.get('limit')) ?? DEFAULT_LIMIT;
  const page = Math.min(positive(query.get('page') ?? '') ?? 1, lastPage(limit));
  const view = query.get('view');
  const tab = query.get('tab');
  const open = positive(query.get('open') ?? '') ?? null;
  return {
    filters,
    sort: schema.sortable.includes(field) ? { field, order: rawSort.startsWith('-') ? 'desc' : 'asc' } : null,
    page,
    limit,
    view: view !== null && schema.views.includes(view) ? view : null,
    open,
    tab: open !== null && tab !== null && /^[a-zA-Z]{1,32}$/.test(tab) ? tab : null,
    created: positive(query.get('created') ?? '') ?? null,
    columns: list(pick(schema.columns)).parse(query.get('columns') ?? '') ?? null,
    saved: positive(query.get('saved') ?? '') ?? null,
  };
}

/** Formats a state as a query string without `?`. The result is empty when all values are defaults. */
export function formatList(schema: ListSchema, state: ListState): string {
  const query = new URLSearchParams();
  for (const [key, codec] of Object.entries(schema.filters)) {
    const value = state.filters[key];
    if (value === undefined) continue;
    const text = codec.format(value);
    if (text !== '') query.set(key, text);
  }
  if (state.sort) query.set('sort', `${state.sort.order === 'desc' ? '-' : ''}${state.sort.field}`);
  if (state.page > 1) query.set('page', String(state.page));
  if (state.limit !== DEFAULT_LIMIT) query.set('limit', String(state.limit));
  if (state.view !== null) query.set('view', state.view);
  if (state.open !== null) query.set('open', String(state.open));
  if (state.open !== null && state.tab !== null) query.set('tab', state.tab);
  if (state.created !== null) query.set('created', String(state.created));
  if (state.columns !== null) query.set('columns', state.columns.join(','));
  if (state.saved !== null) query.set('saved', String(state.saved));
  return query.toString();
}

/** Formats what a saved view stores: filters, sorting, columns, and the chosen view or table. */
export function viewQuery(schema: ListSchema, { filters, sort, columns, view }: ListState): string {
  return formatList(schema, { ...EMPTY_STATE, filters, sort, columns, view });
}

/** Adapts a stored query to this version of the page. Filters and columns that no longer exist are removed. */
export function readView(schema: ListSchema, stored: string): string {
  return viewQuery(schema, parseList(schema, stored));
}

/** Checks whether a state matches a stored query. Ignores the chosen view, because table and map show the same records. */
export function showsView(schema: ListSchema, state: ListState, stored: string): boolean {
  const content = (shown: ListState) => viewQuery(schema, { ...shown, view: null });
  return content(state) === content(parseList(schema, stored));
}

/** Formats the state as the query of a list call (DOMAIN §6.1 "List request"). */
export function listQuery(schema: ListSchema, state: ListState): Record<string, string | number> {
  return {
    page: state.page,
    limit: state.limit,
    ...(state.sort ? { sortField: state.sort.field, sortOrder: state.sort.order } : {}),
    ...filterQuery(schema, state.filters),
  };
}

/** Formats only the filters as a query, for views that show all matching records. */
export function filterQuery(schema: ListSchema, filters: FilterValues): Record<string, string> {
  const query: Record<string, string> = {};
  for (const [key, codec] of Object.entries(schema.filters)) {
    const value = filters[key];
    if (value !== undefined) query[key] = codec.format(value);
  }
  return query;
}
