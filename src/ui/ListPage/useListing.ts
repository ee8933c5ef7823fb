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

/** What a list answers, whatever its rows are (DOMAIN §6.1 **L**). */
interface AnyList<R> {
  readonly list: readonly R[];
  readonly total: number;
  readonly totalCapped: boolean;
  readonly asOf: string;
  readonly summary: unknown;
}

/** A list while it is shown: its declaration, its state and its answer. */
export interface Listing<A extends ListAddress, R extends ActionRow> {
  readonly props: ListPageProps<A>;
  readonly filters: NonNullable<ListPageProps<A>['filters']>;
  readonly views: readonly ListView[];
  readonly actions: readonly Action<R>[];
  readonly plainColumns: readonly Column<never>[];
  readonly schema: ListSchema;
  readonly control: ListControl;
  /** The chosen view; undefined: the table. */
  readonly view: ListView | undefined;
  readonly query: Pick<ReturnType<typeof useData>, 'error' | 'isFetching' | 'isPlaceholderData'> & {
    readonly refetch: () => unknown;
  };
  readonly data: AnyList<R> | undefined;
  readonly rowName: (row: R) => string;
  readonly columns: ListColumns<R>;
  readonly selection: Selection<R>;
  /** The selection, where it is everything that the filter leaves. */
  readonly all: AllMatching | null;
  readonly runner: ActionRunner<R>;
}

/** Reads a list as its declaration and its address say, and holds what is selected and chosen. */
export function useListing<A extends ListAddress>(props: ListPageProps<A>): Listing<A, RowOf<A> & ActionRow> {
  type Row = RowOf<A> & ActionRow;
  const { address, filters = NO_ACTIONS, views = NO_ACTIONS, fixed } = props;
  const plainColumns = props.columns as readonly Column<never>[];
  const schema = useMemo(() => schemaOf(filters, plainColumns, views), [filters, plainColumns, views]);
  const { userId } = usePlatform();
  const locale = useLocale();
  const nameOf = useRef(props.rowName);
  nameOf.current = props.rowName;
  /** A row that is named by a day is named as the language writes it. */
  const rowName = useCallback((row: Row) => writeDay(nameOf.current(row), locale), [locale]);
  const control = useListState(schema, props.inside, () => keptDefault(userId, props.name));
  const { state } = control;

  // As text, so that an open drawer or another tab does not count as another question.
  const question = JSON.stringify({ ...listQuery(schema, state), ...fixed });
  const input = useMemo(() => JSON.parse(question) as Input<A>, [question]);
  // The declaration and the endpoint belong together; which filters an address takes is checked by the server's schema.
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
