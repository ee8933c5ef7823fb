import { ReloadOutlined, UnorderedListOutlined } from '@ant-design/icons';
import { writeDay } from '@contract/dates';
import type { Input } from '@contract/index';
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useLocale, useT } from '@/app/i18n/i18n';
import { usePlatform } from '@/app/platform';
import { describeFailure, useData } from '@/app/request/useData';
import { usePreference } from '@/app/usePreference';
import { RowActions } from '../actions/RowActions';
import { type Action, type ActionRow, type AllMatching, actionsOf } from '../actions/types';
import { useActions } from '../actions/useActions';
import { useAsked } from '../actions/useAsked';
import { Button } from '../Button';
import { ColumnSettings } from '../ColumnSettings';
import { DataTable } from '../DataTable';
import { useCards } from '../DataTable/useCards';
import { EmptyState } from '../EmptyState';
import { ExportButton } from '../ExportButton';
import { PageHeader } from '../PageHeader';
import { LoadError } from '../QueryBoundary';
import { Select } from '../Select';
import { type ColumnChoice, type ColumnWidths, choiceOf, readChoice, shownColumns } from './columns';
import { Filters } from './Filters';
import styles from './index.css';
import { filterQuery, listQuery } from './listState';
import { keptDefault } from './openings';
import { Pager } from './Pager';
import { SavedViews } from './SavedViews';
import { SelectionBar } from './SelectionBar';
import { CardRoom, SummaryCards } from './SummaryCards';
import { schemaOf } from './schema';
import type { Column, ListAddress, ListPageProps, RowOf } from './types';
import { useListCommands } from './useListCommands';
import { useListState } from './useListState';

const NOBODY: ReadonlySet<number> = new Set();
const NO_ACTIONS: readonly never[] = [];
/** Lists of which no row had an action when they were last seen: their column of actions is not reserved either. */
const actionless = new Set<string>();

/** What a list answers, whatever its rows are (DOMAIN §6.1 **L**). */
interface AnyList<R> {
  readonly list: readonly R[];
  readonly total: number;
  readonly totalCapped: boolean;
  readonly asOf: string;
  readonly summary: unknown;
}

/**
 * A list page from its declaration: everything that DOMAIN §0.2 asks of every list. The page says what its columns, filters
 * and actions are; the rest is here, once.
 */
export function ListPage<A extends ListAddress>(props: ListPageProps<A>) {
  type Row = RowOf<A> & ActionRow;
  const { address, columns, filters = NO_ACTIONS, views = NO_ACTIONS, fixed } = props;
  const actions: readonly Action<Row>[] = props.actions ?? NO_ACTIONS;
  const t = useT();
  const plainColumns = columns as readonly Column<never>[];
  const schema = useMemo(() => schemaOf(filters, plainColumns, views), [filters, plainColumns, views]);
  const { userId } = usePlatform();
  const locale = useLocale();
  const nameOf = useRef(props.rowName);
  nameOf.current = props.rowName;
  /** A row that is named by a day is named as the language writes it. */
  const rowName = useCallback((row: Row) => writeDay(nameOf.current(row), locale), [locale]);
  const control = useListState(schema, props.inside, () => keptDefault(userId, props.name));
  const { state } = control;
  const view = views.find((item) => item.key === state.view);

  // As text, so that an open drawer or another tab does not count as another question.
  const question = JSON.stringify({ ...listQuery(schema, state), ...fixed });
  const input = useMemo(() => JSON.parse(question) as Input<A>, [question]);
  // The declaration and the endpoint belong together; which filters an address takes is checked by the server's schema.
  const query = useData(address, input, { keepPrevious: true });
  const data = query.data as AnyList<Row> | undefined;
  const rows = data?.list;

  const [ownChoice, , saveChoice] = usePreference(`list.${props.name}`, (stored) => readChoice(plainColumns, stored));
  // A saved view, or a link to one, decides the columns as long as it is shown; how wide and dense they are stays the user's.
  const choice = state.columns === null ? ownChoice : choiceOf(plainColumns, state.columns, ownChoice);
  const chooseColumns = (next: ColumnChoice) => {
    if (state.columns === null) return saveChoice({ ...next });
    const { dense, widths } = next;
    if (dense !== ownChoice.dense || widths !== ownChoice.widths) saveChoice({ ...ownChoice, dense, widths });
    control.setColumns(shownColumns(plainColumns, next).map((column) => column.key));
  };
  const latestChoice = useRef(ownChoice);
  latestChoice.current = ownChoice;
  const chooseWidths = useCallback(
    (widths: ColumnWidths) => saveChoice({ ...latestChoice.current, widths }),
    [saveChoice],
  );
  const widthsKey = JSON.stringify(choice.widths);
  const widths = useMemo(() => JSON.parse(widthsKey) as ColumnWidths, [widthsKey]);
  const chosenKey = JSON.stringify(choice);
  const shown = useMemo(
    () => shownColumns(plainColumns, JSON.parse(chosenKey) as ColumnChoice) as readonly Column<RowOf<A>>[],
    [plainColumns, chosenKey],
  );

  // A selection belongs to the page that it was made on.
  const [selection, setSelection] = useState({ question, ids: NOBODY, all: false });
  const selected = selection.question === question ? selection.ids : NOBODY;
  const clearSelection = useCallback(() => setSelection({ question: '', ids: NOBODY, all: false }), []);
  const select = useCallback(
    (id: number, on: boolean) => {
      setSelection((before) => {
        const ids = new Set(before.question === question ? before.ids : NOBODY);
        if (on) ids.add(id);
        else ids.delete(id);
        return { question, ids, all: false };
      });
    },
    [question],
  );
  const selectAll = useCallback(
    (on: boolean) => setSelection({ question, ids: on ? new Set(rows?.map((row) => row.id)) : NOBODY, all: false }),
    [question, rows],
  );
  const chosen = useMemo(() => rows?.filter((row) => selected.has(row.id)) ?? [], [rows, selected]);

  const isWholePage = rows !== undefined && chosen.length === rows.length;
  const isAll = selection.all && selection.question === question && isWholePage;
  const total = data?.total ?? 0;
  const all: AllMatching | null = isAll
    ? { filter: { ...filterQuery(schema, state.filters), ...fixed }, count: total }
    : null;

  const runner = useActions<Row>(rowName, clearSelection);
  const { start } = runner;
  const list = useRef<HTMLDivElement>(null);
  useListCommands({
    list,
    rows,
    chosen,
    all,
    actions,
    rowName,
    runner,
    hasFilters: filters.length > 0,
    opens: props.detail !== undefined,
    reload: () => void query.refetch(),
  });
  useAsked(actions, rows, start);
  const rowActions = useCallback(
    (row: Row) => <RowActions row={row} name={rowName(row)} actions={actions} start={start} />,
    [actions, rowName, start],
  );
  const declaresRowActions = actions.some((action) => action.to ?? action.run ?? action.call);
  const hasRowActions = rows
    ? rows.some((row) => actionsOf(actions, row).length > 0)
    : declaresRowActions && !actionless.has(props.name);
  useEffect(() => {
    if (!rows || rows.length === 0) return;
    if (hasRowActions) actionless.delete(props.name);
    else actionless.add(props.name);
  }, [rows, hasRowActions, props.name]);
  const hasBulk = actions.some((action) => action.bulk);
  const hasFilter = Object.keys(state.filters).length > 0;
  const areCards = useCards();
  const sortable = useMemo(() => plainColumns.filter((column) => column.sort), [plainColumns]);
  // A card has no head to sort by.
  const sorting =
    areCards && sortable.length > 0 && !view ? (
      <Select
        label={t('list.sortBy')}
        placeholder={t('list.sortBy')}
        prefix={t('list.sortBy')}
        search={false}
        clearable
        value={state.sort?.field ?? null}
        options={sortable.map((column) => ({
          value: column.sort === true ? column.key : String(column.sort),
          label: t(column.title),
        }))}
        onChange={(field) => control.setSort(field === null ? null : { field, order: 'desc' })}
      />
    ) : null;

  const body = () => {
    if (view) {
      return (
        <ViewHost
          key={view.key}
          render={() => view.render({ query: filterQuery(schema, state.filters), open: control.open })}
        />
      );
    }
    if (data === undefined && query.error) return <LoadError error={query.error} onRetry={() => query.refetch()} />;
    if (data && data.list.length === 0) {
      if (state.page > 1) {
        return (
          <EmptyState
            text={t('list.pastEnd')}
            action={<Button onClick={() => control.setPage(1)}>{t('list.firstPage')}</Button>}
          />
        );
      }
      return hasFilter ? (
        <EmptyState
          text={t('list.noMatch')}
          action={<Button onClick={control.clearFilters}>{t('list.clearFilters')}</Button>}
        />
      ) : (
        <EmptyState
          text={t(props.empty.text)}
          // What fills by itself, or is for others to make, can at least be looked for again.
          action={props.empty.action ?? <Button onClick={() => query.refetch()}>{t('list.refresh')}</Button>}
        />
      );
    }
    return (
      <>
        {query.error ? <LoadError error={query.error} onRetry={() => query.refetch()} /> : null}
        <DataTable<Row>
          label={t(props.title)}
          columns={shown as readonly Column<Row>[]}
          rows={rows}
          rowName={rowName}
          sort={state.sort}
          onSort={control.setSort}
          {...(hasBulk ? { selected, onSelect: select, onSelectAll: selectAll } : {})}
          {...(props.detail ? { onOpen: control.open } : {})}
          {...(hasRowActions ? { actions: rowActions } : {})}
          compact={choice.dense}
          dimmed={query.isPlaceholderData}
          highlighted={state.created}
          widths={widths}
          onWidths={chooseWidths}
        />
        <SelectionBar
          rows={chosen}
          actions={actions}
          total={total}
          capped={data?.totalCapped ?? false}
          isWholePage={isWholePage}
          isAll={isAll}
          onAll={() => setSelection((before) => ({ ...before, all: true }))}
          onRun={(action, run) => runner.startBulk(action, run, all)}
          onClear={clearSelection}
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
  };

  if (data === undefined && query.error && describeFailure(query.error).forbidden) {
    return (
      <>
        <PageHeader title={props.title} section={props.inside !== undefined} />
        <LoadError error={query.error} onRetry={() => query.refetch()} />
      </>
    );
  }
  return (
    <div ref={list} className={styles.list}>
      <PageHeader
        title={props.title}
        section={props.inside !== undefined}
        beside={<SavedViews list={props.name} title={props.title} schema={schema} control={control} shown={shown} />}
        asOf={data?.asOf}
        primary={props.primary ? <div className={styles.primary}>{props.primary}</div> : null}
        extra={
          <>
            {views.length > 0 ? (
              <fieldset className={styles.views}>
                <legend className={styles.legend}>{t('list.view')}</legend>
                <Button
                  icon={<UnorderedListOutlined aria-hidden />}
                  aria-pressed={view === undefined}
                  onClick={() => control.setView(null)}
                >
                  {t('list.asList')}
                </Button>
                {views.map((item) => (
                  <Button
                    key={item.key}
                    icon={item.icon}
                    aria-pressed={view === item}
                    onClick={() => control.setView(item.key)}
                  >
                    {t(item.label)}
                  </Button>
                ))}
              </fieldset>
            ) : null}
            <ExportButton
              list={address}
              filter={{ ...filterQuery(schema, state.filters), ...fixed }}
              selected={selected}
            />
            <Button
              icon={<ReloadOutlined aria-hidden spin={query.isFetching} />}
              aria-label={t('list.refresh')}
              onClick={() => query.refetch()}
            />
            {view ? null : <ColumnSettings columns={plainColumns} choice={choice} onChange={chooseColumns} />}
          </>
        }
      />
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
      {body()}
      {state.open !== null && props.detail
        ? props.detail({
            id: state.open,
            tab: state.tab,
            setTab: control.setTab,
            close: control.close,
            actions,
            start,
          })
        : null}
      {runner.element}
    </div>
  );
}

/** Gives a view its own place in the tree, so that its hooks live and die with it. */
function ViewHost({ render }: { readonly render: () => ReactNode }) {
  return render();
}
