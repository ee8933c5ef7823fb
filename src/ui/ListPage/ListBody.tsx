import type { ReactNode } from 'react';
import { useT } from '@/app/i18n/i18n';
import { type ActionRow, isBulk } from '../actions/types';
import { Button } from '../Button';
import { DataTable } from '../DataTable';
import { EmptyState } from '../EmptyState';
import { QueryError } from '../QueryBoundary';
import { filterQuery } from './listState';
import { Pager } from './Pager';
import { SelectionBar } from './SelectionBar';
import { contentOf } from './summaryContent';
import type { ListAddress } from './types';
import type { Listing } from './useListing';

interface ListBodyProps<A extends ListAddress, R extends ActionRow> {
  readonly listing: Listing<A, R>;
  /** `null` when no row has an action. */
  readonly rowActions: ((row: R) => ReactNode) | null;
}

/**
 * Shows the records as a table or in the chosen view. If there are no records, shows the reason. If a load fails, shows the error above
 * them.
 */
export function ListBody<A extends ListAddress, R extends ActionRow>({ listing, rowActions }: ListBodyProps<A, R>) {
  const { query, data, view } = listing;
  const t = useT();
  // Errors are shown above a view too, because the cards above the view belong to the list.
  const failed = <QueryError query={query} note={t('list.filterKept')} />;
  if (data === undefined && query.error && !view) return failed;
  return (
    <>
      {failed}
      <Records listing={listing} rowActions={rowActions} />
    </>
  );
}

function Records<A extends ListAddress, R extends ActionRow>({ listing, rowActions }: ListBodyProps<A, R>) {
  const { schema, control, data, view } = listing;
  if (view) {
    return (
      <ViewHost
        key={view.key}
        render={() => view.render({ query: filterQuery(schema, control.state.filters), open: control.open })}
      />
    );
  }
  return data?.list.length === 0 ? (
    <NoRecords listing={listing} />
  ) : (
    <Table listing={listing} rowActions={rowActions} />
  );
}

/** Wraps a view in its own component, so that its hooks are mounted and unmounted with the view. */
function ViewHost({ render }: { readonly render: () => ReactNode }) {
  return render();
}

function NoRecords<A extends ListAddress, R extends ActionRow>({ listing }: { readonly listing: Listing<A, R> }) {
  const { control, query } = listing;
  const { empty } = listing.props;
  const t = useT();
  if (control.state.page > 1) {
    return (
      <EmptyState
        text={t('list.pastEnd')}
        action={<Button onClick={() => control.setPage(1)}>{t('list.firstPage')}</Button>}
      />
    );
  }
  return Object.keys(control.state.filters).length > 0 ? (
    <EmptyState
      text={t('list.noMatch')}
      action={<Button onClick={control.clearFilters}>{t('list.clearFilters')}</Button>}
    />
  ) : (
    <EmptyState
      text={t(empty.text)}
      // If no action can add a record, the page offers to load the list again.
      action={contentOf(empty.action, listing) ?? <Button onClick={() => query.refetch()}>{t('list.refresh')}</Button>}
    />
  );
}

/** Renders the table with selection bar and pager. */
function Table<A extends ListAddress, R extends ActionRow>({ listing, rowActions }: ListBodyProps<A, R>) {
  const { props, control, query, data, columns, selection, actions, runner } = listing;
  const { state } = control;
  const { selected, select, selectAll } = selection;
  const hasBulk = actions.some(isBulk);
  const t = useT();
  return (
    <>
      <DataTable<R>
        label={t(props.title)}
        columns={columns.shown}
        rows={data?.list}
        rowName={listing.rowName}
        sort={state.sort}
        onSort={control.setSort}
        {...(hasBulk ? { selected, onSelect: select, onSelectAll: selectAll } : {})}
        {...(props.detail ? { onOpen: control.open } : {})}
        {...(rowActions ? { actions: rowActions } : {})}
        compact={columns.choice.dense}
        dimmed={query.isPlaceholderData}
        highlighted={state.created}
        widths={columns.widths}
        onWidths={columns.chooseWidths}
      />
      <SelectionBar
        rows={selection.chosen}
        actions={actions}
        total={data?.total ?? 0}
        capped={data?.totalCapped ?? false}
        isWholePage={selection.isWholePage}
        isAll={selection.isAll}
        onAll={selection.chooseAll}
        onRun={(action, run) => runner.startBulk(action, run, listing.all)}
        onClear={selection.clear}
      />
      {data ? (
        <Pager
          page={state.page}
          limit={state.limit}
          total={data.total}
          capped={data.totalCapped}
          onPage={control.setPage}
          onLimit={control.setLimit}
        />
      ) : null}
    </>
  );
}
