import { BALANCE_FIGURES, FLOW_FIGURES, type FlowFigure } from '@contract/finance.figures';
import type { Data } from '@contract/index';
import { Link } from '@umijs/max';
import { useMemo } from 'react';
import { usePlatform } from '@/app/platform';
import { CutText } from '@/ui/CutText';
import { Figure } from '@/ui/Figure';
import { ListPage } from '@/ui/ListPage';
import type { Column, FilterOf, SummaryCard, SummaryOf } from '@/ui/ListPage/types';
import { DayText } from '@/ui/TimeText';
import { askOf, billsOf, KEPT, movementsOf, type View } from './links';

type Row = Data<'finance.Information/getByTeam'>['list'][number];

const FLOWS: readonly FlowFigure[] = [
  'income',
  'refunds',
  'commission',
  'deliveryFee',
  'promotionFee',
  'otherFees',
  'compensation',
  'adjustments',
  'net',
  'withdrawn',
];
const SORTABLE: readonly FlowFigure[] = ['income', 'net'];
const FILTERS: readonly FilterOf<'finance.Information/getByTeam'>[] = [
  {
    kind: 'one',
    key: 'group',
    label: 'finance.group',
    options: [
      { value: 'team', label: 'finance.groupTeam' },
      { value: 'day', label: 'finance.groupDay' },
      { value: 'region', label: 'finance.groupRegion' },
    ],
  },
];
/** Permission id of the page of bills. */
const BILLS = 32;
const nameOf = (row: Row) => row.name;
/** Shows the name of a row. The name of a row by day is its date. */
const named = (row: Row) => (row.day ? <DayText day={row.day} /> : <CutText text={row.name} />);

/** Returns the view restricted to the day or the stations of a row. */
function viewOf(row: Row, view: View): View {
  if (row.day) return { ...view, dayFrom: row.day, dayTo: row.day };
  return { ...view, teamIds: row.teamIds.length > 0 ? row.teamIds : view.teamIds };
}
/** Returns whether a row has links. A row without a station has none, because a link to all stations would show another sum. */
const isLinked = (row: Row) => row.day !== null || row.teamIds.length > 0;

const flowColumn = (key: FlowFigure, view: View, sort: true | undefined): Column<Row> => ({
  key,
  title: FLOW_FIGURES[key].text,
  help: FLOW_FIGURES[key].help,
  unit: 'list.yuan',
  align: 'end',
  ...(SORTABLE.includes(key) && { sort }),
  render: (row) => (
    <Figure
      value={row.flows[key]}
      kind="fen"
      {...(isLinked(row) && { to: movementsOf({ figure: key }, viewOf(row, view)) })}
    />
  ),
});

/** Builds the columns. @param sort `true` only if the user may see sums, because the server refuses to sort by a hidden sum */
function columnsOf(view: View, mayBills: boolean, sort: true | undefined): readonly Column<Row>[] {
  return [
    {
      key: 'name',
      title: 'finance.name',
      opens: true,
      width: 200,
      render: (row) =>
        mayBills && isLinked(row) ? <Link to={billsOf(viewOf(row, view))}>{named(row)}</Link> : named(row),
    },
    {
      key: 'orders',
      title: 'finance.orders',
      help: 'finance.ordersHelp',
      sort: true,
      align: 'end',
      render: (row) => <Figure value={row.orders} />,
    },
    ...FLOWS.map((key) => flowColumn(key, view, sort)),
    {
      key: 'closingFen',
      title: BALANCE_FIGURES.teamMoney.text,
      help: BALANCE_FIGURES.teamMoney.help,
      unit: 'list.yuan',
      align: 'end',
      sort,
      render: (row) => (
        <Figure
          value={row.closingFen}
          kind="fen"
          {...(isLinked(row) && { to: movementsOf({ figure: 'teamMoney' }, viewOf(row, view)) })}
        />
      ),
    },
  ];
}

/** Returns the cards with totals of all filtered rows. The amounts link to their movements. */
const cardsOf = (
  { orders, flows, closingFen }: SummaryOf<'finance.Information/getByTeam'>,
  view: View,
): readonly SummaryCard[] => [
  { key: 'orders', label: 'finance.orders', value: orders, help: 'finance.ordersHelp' },
  ...(['income', 'refunds', 'net', 'withdrawn'] as const).map((key) => ({
    key,
    label: FLOW_FIGURES[key].text,
    help: FLOW_FIGURES[key].help,
    value: flows[key],
    kind: 'fen' as const,
    unit: 'list.yuan' as const,
    to: movementsOf({ figure: key }, view),
  })),
  {
    key: 'closing',
    label: BALANCE_FIGURES.teamMoney.text,
    help: BALANCE_FIGURES.teamMoney.help,
    value: closingFen,
    kind: 'fen',
    unit: 'list.yuan',
    to: movementsOf({ figure: 'teamMoney' }, view),
  },
];

/** Lists figures by station, day or city (账单汇总). Amounts link to their movements if the row has a day or stations. */
export function SummaryList({ view }: { readonly view: View }) {
  const { can, reveals } = usePlatform();
  const mayBills = can(BILLS);
  const sort = reveals('amount') || undefined;
  const columns = useMemo(() => columnsOf(view, mayBills, sort), [view, mayBills, sort]);
  const fixed = useMemo(() => askOf(view), [view]);
  return (
    <ListPage<'finance.Information/getByTeam'>
      address="finance.Information/getByTeam"
      name="financeSummary"
      title="finance.partSummary"
      inside={KEPT}
      fixed={fixed}
      filters={FILTERS}
      columns={columns}
      rowName={nameOf}
      cards={6}
      summary={(sums) => cardsOf(sums, view)}
      empty={{ text: 'finance.emptySummary' }}
    />
  );
}
