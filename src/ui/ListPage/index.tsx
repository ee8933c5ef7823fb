import { useMemo, useRef } from 'react';
import { useT } from '@/app/i18n/i18n';
import { describeFailure } from '@/app/request/useData';
import { useAsked } from '../actions/useAsked';
import { useCards } from '../DataTable/useCards';
import { PageHeader } from '../PageHeader';
import { QueryError } from '../QueryBoundary';
import { Select } from '../Select';
import { Filters } from './Filters';
import styles from './index.css';
import { ListBody } from './ListBody';
import { ListHead } from './ListHead';
import { CardRoom, SummaryCards } from './SummaryCards';
import type { Column, ListAddress, ListPageProps } from './types';
import { useListCommands } from './useListCommands';
import { useListing } from './useListing';
import type { ListControl } from './useListState';
import { useRowActions } from './useRowActions';

/**
 * Renders a list page from its declaration, with the functions that DOMAIN §0.2 requires of lists. The page declares what differs,
 * for example columns, filters and actions.
 */
export function ListPage<A extends ListAddress>(props: ListPageProps<A>) {
  const listing = useListing(props);
  const { filters, actions, plainColumns, control, query, data, view, runner } = listing;
  const { state } = control;
  const list = useRef<HTMLDivElement>(null);
  useListCommands({
    list,
    rows: data?.list,
    chosen: listing.selection.chosen,
    all: listing.all,
    actions,
    rowName: listing.rowName,
    runner,
    hasFilters: filters.length > 0,
    opens: props.detail !== undefined,
    reload: () => void query.refetch(),
  });
  useAsked(actions, data?.list, runner.start);
  const rowActions = useRowActions(listing);
  const areCards = useCards();
  const sortable = useMemo(() => plainColumns.filter((column) => column.sort), [plainColumns]);
  // Cards have no table heads, so they need a separate control for sorting.
  const sorting = areCards && sortable.length > 0 && !view ? <Sorting sortable={sortable} control={control} /> : null;
  if (data === undefined && query.error && describeFailure(query.error).forbidden) {
    return (
      <>
        <PageHeader title={props.title} section={props.inside !== undefined} />
        <QueryError query={query} />
      </>
    );
  }
  return (
    <div ref={list} className={styles.list}>
      <ListHead listing={listing} />
      {filters.length > 0 || sorting ? (
        <Filters
          filters={filters}
          values={state.filters}
          onChange={control.setFilters}
          onClear={control.clearFilters}
          folded={areCards}
          sorting={sorting}
        />
      ) : null}
      {props.summary ? (
        <div className={styles.summary}>
          {data ? (
            <SummaryCards
              cards={props.summary(data.summary as never, state.filters)}
              filters={state.filters}
              onFilter={control.setFilters}
            />
          ) : (
            <CardRoom count={props.cards ?? 0} />
          )}
        </div>
      ) : null}
      {props.note && !view ? (
        <p className={styles.note}>{data ? props.note(data.summary as never, state.filters) : null}</p>
      ) : null}
      <ListBody listing={listing} rowActions={rowActions} />
      {state.open !== null && props.detail
        ? props.detail({
            id: state.open,
            tab: state.tab,
            setTab: control.setTab,
            close: control.close,
            actions,
            start: runner.start,
          })
        : null}
      {runner.element}
    </div>
  );
}

interface SortingProps {
  readonly sortable: readonly Column<never>[];
  readonly control: Pick<ListControl, 'state' | 'setSort'>;
}

function Sorting({ sortable, control }: SortingProps) {
  const t = useT();
  return (
    <Select
      label={t('list.sortBy')}
      placeholder={t('list.sortBy')}
      prefix={t('list.sortBy')}
      search={false}
      clearable
      value={control.state.sort?.field ?? null}
      options={sortable.map((column) => ({
        value: column.sort === true ? column.key : String(column.sort),
        label: t(column.title),
      }))}
      onChange={(field) => control.setSort(field === null ? null : { field, order: 'desc' })}
    />
  );
}
