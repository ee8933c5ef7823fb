import { writeDays } from '@contract/dates';
import type { Data, Input } from '@contract/index';
import { ENTRY_TYPES, type EntryType } from '@contract/ledger.entries';
import { type ADJUST_DIRECTION_TEXT, FUND_PART_NAMES, FUND_PART_TEXT, type FundPart } from '@contract/teamFund.states';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useSearchParams } from '@umijs/max';
import { useMemo } from 'react';
import { useLocale, useT } from '@/app/i18n/i18n';
import { usePlatform } from '@/app/platform';
import { readData } from '@/app/request/useData';
import shared from '@/features/funds/index.css';
import { Button } from '@/ui/Button';
import { DataTable } from '@/ui/DataTable';
import { EmptyState } from '@/ui/EmptyState';
import { ExportButton } from '@/ui/ExportButton';
import { Filters } from '@/ui/ListPage/Filters';
import { filterQuery } from '@/ui/ListPage/listState';
import { schemaOf } from '@/ui/ListPage/schema';
import type { Column, Filter } from '@/ui/ListPage/types';
import { useListState } from '@/ui/ListPage/useListState';
import { Money } from '@/ui/Money';
import { formatFigure } from '@/ui/Money/format';
import { QueryError } from '@/ui/QueryBoundary';
import { DayText, TimeText } from '@/ui/TimeText';
import { dayIn } from '@/ui/TimeText/format';
import { asOfOf } from './AsOf';
import styles from './index.css';

type Page = Data<'finance.TeamFund/getFlow'>;
type Movement = Page['list'][number];
type Totals = NonNullable<Page['totals']>;
interface Row extends Movement {
  /** Position among the displayed rows, used as the row's id. */
  readonly id: number;
}

const ADDRESS = 'finance.TeamFund/getFlow';
const INSIDE = ['teamId', 'tab', 'asOf'];
const FILTERS: readonly Filter[] = [
  { kind: 'days', key: 'days', label: 'fund.range' },
  {
    kind: 'many',
    key: 'account',
    label: 'fund.account',
    options: FUND_PART_NAMES.map((value) => ({ value, label: FUND_PART_TEXT[value] })),
  },
  {
    kind: 'many',
    key: 'type',
    label: 'fund.type',
    options: (Object.keys(ENTRY_TYPES) as EntryType[]).map((value) => ({ value, label: ENTRY_TYPES[value].text })),
  },
  {
    kind: 'one',
    key: 'direction',
    label: 'fund.direction',
    options: [
      { value: 'in', label: 'fund.in' },
      { value: 'out', label: 'fund.out' },
    ] satisfies readonly { value: keyof typeof ADJUST_DIRECTION_TEXT; label: 'fund.in' | 'fund.out' }[],
  },
  { kind: 'text', key: 'keyword', label: 'fund.flowKeyword' },
];
const FILTERS_OF_ONE = FILTERS.filter(({ key }) => key !== 'account');

/** Shows the time of a movement. If the movement was posted to another day, that day is added. */
function FlowTime({ row }: { readonly row: Row }) {
  const t = useT();
  const { timeZone } = usePlatform();
  const isLate = dayIn(Date.parse(row.at), timeZone) !== row.day;
  return (
    <span className={shared.twoLines}>
      <TimeText at={row.at} mode="full" />
      {isLate ? (
        <small>
          {t('fund.day')} <DayText day={row.day} />
        </small>
      ) : null}
    </span>
  );
}

const columnsFor = (onOpen: (txNo: string) => void): readonly Column<Row>[] => {
  const link = (txNo: string, text: string) => (
    <button type="button" className={styles.link} onClick={() => onOpen(txNo)}>
      {text}
    </button>
  );
  return [
    { key: 'at', title: 'fund.at', sort: true, render: (row) => <FlowTime row={row} /> },
    {
      key: 'txNo',
      title: 'fund.txNo',
      render: (row, t) => (
        <span className={shared.twoLines}>
          {link(row.txNo, row.txNo)}
          {row.reversesNo ? <small>{link(row.reversesNo, t('fund.reverses', { no: row.reversesNo }))}</small> : null}
          {row.reversedByNo ? (
            <small>{link(row.reversedByNo, t('fund.reversedBy', { no: row.reversedByNo }))}</small>
          ) : null}
        </span>
      ),
    },
    { key: 'type', title: 'fund.type', render: (row) => row.typeText },
    { key: 'account', title: 'fund.account', render: (row) => row.accountText },
    { key: 'related', title: 'fund.related', render: (row) => <code>{row.relatedNo}</code> },
    {
      key: 'in',
      title: 'fund.in',
      unit: 'fund.yuan',
      align: 'end',
      render: (row) => (row.inFen === null ? '' : <Money fen={row.inFen} />),
    },
    {
      key: 'out',
      title: 'fund.out',
      unit: 'fund.yuan',
      align: 'end',
      render: (row) => (row.outFen === null ? '' : <Money fen={row.outFen} />),
    },
    {
      key: 'balanceAfter',
      title: 'fund.balanceAfter',
      unit: 'fund.yuan',
      align: 'end',
      render: (row) => <Money fen={row.balanceAfterFen} sum />,
    },
    {
      key: 'remark',
      title: 'fund.remark',
      render: (row) => <span className={shared.twoLines}>{row.remark ?? '—'}</span>,
    },
    { key: 'operator', title: 'fund.operator', render: (row) => row.operatorName },
  ];
};

/** Columns whose keys are valid in the sort parameter of the query string. */
const SORTED = columnsFor(() => undefined);

/** Converts the query parameters of the page to the endpoint's input. */
function inputOf(
  teamId: number,
  query: Readonly<Record<string, string>>,
  fixed: FundPart | undefined,
  asOf: string | null,
) {
  const { daysFrom, daysTo, ...rest } = query;
  const [day, time] = (asOf ?? '').split('T');
  return {
    teamId,
    ...rest,
    ...(daysFrom && { from: daysFrom }),
    ...(daysTo && { to: daysTo }),
    // The list must end at the moment of the balances, so the last day is cut at that time.
    ...(daysTo && time && day === daysTo && { time }),
    ...(fixed && { account: fixed }),
  } as Input<typeof ADDRESS>;
}

/** Converts the input to the filter of an export, in which all values are texts. */
const exported = (input: Input<typeof ADDRESS>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(input).map(([key, value]) => [key, String(value)]));

/** Lists the movements of the station's money (资金流水), by default newest first. Each row opens its transaction. */
export function Flow({
  teamId,
  fixed,
  onOpen,
}: {
  readonly teamId: number;
  /** Restricts the list to this fund part. */
  readonly fixed?: FundPart;
  readonly onOpen: (txNo: string) => void;
}) {
  const t = useT();
  const locale = useLocale();
  const filters = fixed ? FILTERS_OF_ONE : FILTERS;
  const columns = useMemo(() => columnsFor(onOpen), [onOpen]);
  const schema = useMemo(() => schemaOf(filters, SORTED, []), [filters]);
  const { state, setFilters, clearFilters, setSort } = useListState(schema, INSIDE);
  const { sort } = state;
  const input = {
    ...inputOf(teamId, filterQuery(schema, state.filters), fixed, asOfOf(useSearchParams()[0])),
    ...(sort && { sortField: 'at' as const, sortOrder: sort.order }),
  };
  const query = useInfiniteQuery({
    queryKey: [ADDRESS, input],
    queryFn: ({ pageParam }) => readData(ADDRESS, { ...input, ...(pageParam !== '' && { cursor: pageParam }) }),
    initialPageParam: '',
    getNextPageParam: (last: Page) => last.nextCursor,
  });
  const pages = query.data?.pages;
  const rows = useMemo<readonly Row[] | undefined>(
    () => pages?.flatMap(({ list }) => list).map((movement, id) => ({ ...movement, id })),
    [pages],
  );
  const [first] = pages ?? [];
  return (
    <section className={styles.flow}>
      <div className={styles.bar}>
        <Filters filters={filters} values={state.filters} onChange={setFilters} onClear={clearFilters} />
        <ExportButton list={ADDRESS} filter={exported(input)} />
      </div>
      <QueryError query={query} />
      {first?.totals ? (
        <Sums totals={first.totals} from={first.from} to={input.time ? `${first.to} ${input.time}` : first.to} />
      ) : null}
      {rows?.length === 0 ? (
        <EmptyState
          text={t('fund.flowEmpty')}
          action={<Button onClick={() => query.refetch()}>{t('list.refresh')}</Button>}
        />
      ) : query.error && !rows ? null : (
        <DataTable<Row>
          label={t('fund.flow')}
          columns={columns}
          rows={rows}
          rowName={(row) => row.txNo}
          sort={sort}
          onSort={setSort}
        />
      )}
      {rows && rows.length > 0 && first?.totals ? (
        <p className={styles.more}>
          {t('fund.shownOf', {
            shown: formatFigure(rows.length, 'count', locale),
            n: formatFigure(first.totals.rows, 'count', locale),
          })}
          {query.hasNextPage ? (
            <Button loading={query.isFetchingNextPage} onClick={() => query.fetchNextPage()}>
              {t('fund.more')}
            </Button>
          ) : null}
        </p>
      ) : null}
    </section>
  );
}

/**
 * Shows opening + in − out = closing, and whether the equation is correct. If the list is filtered by type, direction or number, only in
 * and out are shown.
 */
function Sums({ totals, from, to }: { readonly totals: Totals; readonly from: string; readonly to: string }) {
  const t = useT();
  const locale = useLocale();
  const { openingFen, closingFen, inFen, outFen, isBalanced } = totals;
  const part = (label: 'fund.opening' | 'fund.in' | 'fund.out' | 'fund.closing', fen: number | null) => (
    <span className={styles.sum}>
      {t(label)} <Money fen={fen} sign sum />
    </span>
  );
  return (
    <div className={styles.sums} role="status">
      <span>{writeDays(from, to, locale)}</span>
      {openingFen === null ? null : part('fund.opening', openingFen)}
      {part('fund.in', inFen)}
      {part('fund.out', outFen)}
      {closingFen === null ? null : part('fund.closing', closingFen)}
      {isBalanced === null ? (
        <span className={styles.check}>{t('fund.partly')}</span>
      ) : (
        <span className={isBalanced ? styles.check : styles.wrong}>
          {t(isBalanced ? 'fund.balanced' : 'fund.unbalanced')}
        </span>
      )}
    </div>
  );
}
