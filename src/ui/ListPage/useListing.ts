import { writeDay } from '@contract/dates';
import type { Input } from '@contract/index';
import { useCallback, useMemo, useRef } from 'react';
import { useLocale } from '@/app/i18n/i18n';
import { usePlatform } from '@/app/platform';
import { useData } from '@/app/request/useData';
import type { Action, ActionRow, AllMatching } from '../actions/types';
import { type ActionRunner, useActions } from '../actions/useActions';
import { filterQuery, type ListSchema, listQuery } from './listState';
import { keptDefault } from './openings';
import { schemaOf } from './schema';
import type { Column, ListAddress, ListPageProps, ListView, RowOf } from './types';
import { type ListColumns, useListColumns } from './useListColumns';
import { type ListControl, useListState } from './useListState';
import { type Selection, useSelection } from './useSelection';

const NO_ACTIONS: readonly never[] = [];

/** Response of a list call, for any row type (DOMAIN §6.1 **L**). */
interface AnyList<R> {
  readonly list: readonly R[];
  readonly total: number;
  readonly totalCapped: boolean;
  readonly asOf: string;
  readonly summary: unknown;
}

/** A mounted list: its declaration, its state and its data. */
export interface Listing<A extends ListAddress, R extends ActionRow> {
  readonly props: ListPageProps<A>;
  readonly filters: NonNullable<ListPageProps<A>['filters']>;
  readonly views: readonly ListView[];
  readonly actions: readonly Action<R>[];
  readonly plainColumns: readonly Column<never>[];
  readonly schema: ListSchema;
  readonly control: ListControl;
  /** The current view. `undefined` means the table. */
  readonly view: ListView | undefined;
  readonly query: Pick<ReturnType<typeof useData>, 'error' | 'isFetching' | 'isPlaceholderData'> & {
    readonly refetch: () => unknown;
  };
  readonly data: AnyList<R> | undefined;
  readonly rowName: (row: R) => string;
  readonly columns: ListColumns<R>;
  readonly selection: Selection<R>;
  /** The selection when it includes all matching records. Otherwise `null`. */
  readonly all: AllMatching | null;
  readonly runner: ActionRunner<R>;
}

/** Loads a list by its declaration and its URL. Manages the selection and the chosen columns. */
export function useListing<A extends ListAddress>(props: ListPageProps<A>): Listing<A, RowOf<A> & ActionRow> {
  type Row = RowOf<A> & ActionRow;
  const { address, filters = NO_ACTIONS, views = NO_ACTIONS, fixed } = props;
  const plainColumns = props.columns as readonly Column<never>[];
  const schema = useMemo(() => schemaOf(filters, plainColumns, views), [filters, plainColumns, views]);
  const { userId } = usePlatform();
  const locale = useLocale();
  const nameOf = useRef(props.rowName);
  nameOf.current = props.rowName;
  /** Returns the name of a row. If the name is a day, it is formatted in the language. */
  const rowName = useCallback((row: Row) => writeDay(nameOf.current(row), locale), [locale]);
  const control = useListState(schema, props.inside, () => keptDefault(userId, props.name));
  const { state } = control;

  // The query key is compared as text. It stays the same when only the open drawer or its tab changes.
  const question = JSON.stringify({ ...listQuery(schema, state), ...fixed });
  const input = useMemo(() => JSON.parse(question) as Input<A>, [question]);
  // TypeScript cannot prove that declaration and API path match. The server's schema checks the filters of the URL.
  const query = useData(address, input, { keepPrevious: true });
  const data = query.data as AnyList<Row> | undefined;

  const columns = useListColumns<Row>(props.name, plainColumns, control);
  const selection = useSelection(question, data?.list);
  const all: AllMatching | null = selection.isAll
    ? { filter: { ...filterQuery(schema, state.filters), ...fixed }, count: data?.total ?? 0 }
    : null;
  return {
    props,
    filters,
    views,
    actions: props.actions ?? NO_ACTIONS,
    plainColumns,
    schema,
    control,
    view: views.find((item) => item.key === state.view),
    query,
    data,
    rowName,
    columns,
    selection,
    all,
    runner: useActions<Row>(rowName, selection.clear),
  };
}
