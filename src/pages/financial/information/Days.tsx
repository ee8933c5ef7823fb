import type { Data } from '@contract/index';
import { useMemo } from 'react';
import shared from '@/features/funds/index.css';
import { type Action, post } from '@/ui/actions/types';
import { trimmed } from '@/ui/EntityForm/store';
import { Figure } from '@/ui/Figure';
import { ListPage } from '@/ui/ListPage';
import type { Column, FilterOf } from '@/ui/ListPage/types';
import { StatusTag } from '@/ui/StatusTag';
import { DayText, TimeText } from '@/ui/TimeText';
import { Balanced } from './Balanced';
import { KEPT, type View } from './links';

type Row = Data<'finance.Information/getDays'>['list'][number];

const FILTERS: readonly FilterOf<'finance.Information/getDays'>[] = [
  {
    kind: 'one',
    key: 'state',
    label: 'bill.status',
    options: [
      { value: 'open', label: 'finance.dayOpen' },
      { value: 'closed', label: 'finance.dayClosed' },
    ],
  },
];
const toDay = (row: Row) => `/financial/information?part=movements&dayFrom=${row.day}&dayTo=${row.day}`;
const COLUMNS: readonly Column<Row>[] = [
  { key: 'day', title: 'finance.day', sort: true, opens: true, render: (row) => <DayText day={row.day} /> },
  {
    key: 'postings',
    title: 'bill.postings',
    align: 'end',
    render: (row) => <Figure value={row.postings} to={toDay(row)} />,
  },
  {
    key: 'debit',
    title: 'bill.debit',
    unit: 'list.yuan',
    align: 'end',
    render: (row) => <Figure value={row.debitFen} kind="fen" to={toDay(row)} />,
  },
  {
    key: 'credit',
    title: 'bill.credit',
    unit: 'list.yuan',
    align: 'end',
    render: (row) => <Figure value={row.creditFen} kind="fen" to={toDay(row)} />,
  },
  {
    key: 'equal',
    title: 'finance.equal',
    render: (row) => <Balanced one={row.debitFen} other={row.creditFen} />,
  },
  {
    key: 'statements',
    title: 'finance.statementCheck',
    help: 'finance.statementCheckHelp',
    render: (row) => (row.statements ? `${row.statements.balanced} / ${row.statements.all}` : '—'),
  },
  {
    key: 'openItems',
    title: 'finance.openItems',
    align: 'end',
    render: (row) => (
      <Figure
        value={row.openItems}
        {...(row.openItems > 0 && { to: `/financial/merchantIdFunds?part=items&dayFrom=${row.day}&dayTo=${row.day}` })}
      />
    ),
  },
  {
    key: 'state',
    title: 'bill.status',
    render: (row) => <StatusTag tone={row.state === 'closed' ? 'good' : 'info'} text={row.stateText} />,
  },
  { key: 'by', title: 'bill.operatorName', render: (row) => row.byName || '—' },
  {
    key: 'closedAt',
    title: 'finance.changedAt',
    render: (row) => (row.closedAt ? <TimeText at={row.closedAt} /> : '—'),
  },
  {
    key: 'reopening',
    title: 'finance.reopened',
    render: (row, t) =>
      row.reopening === null ? (
        '—'
      ) : (
        <span className={shared.twoLines}>
          <TimeText at={row.reopening.at} />
          <small>
            {t('finance.reopenedTimes', {
              n: row.reopening.times,
              name: row.reopening.byName,
              reason: row.reopening.reason,
            })}
          </small>
        </span>
      ),
  },
];
const ACTIONS: readonly Action<Row>[] = [
  {
    key: 'closeDay',
    label: 'finance.closeDay',
    confirm: { text: (names, _rows, t) => t('finance.closeDayText', { names }) },
    call: post('finance.Information/closeDay', (row: Row) => ({ day: row.day })),
  },
  {
    key: 'reopenDay',
    label: 'finance.reopenDay',
    danger: true,
    confirm: { text: (names, _rows, t) => t('finance.reopenDayText', { names }) },
    fields: () => [{ kind: 'text', name: 'reason', label: 'finance.reason', required: true, min: 5, max: 200 }],
    call: post('finance.Information/reopenDay', (row: Row, values) => ({
      day: row.day,
      reason: trimmed(values, 'reason'),
    })),
  },
];
const nameOf = (row: Row) => row.day;

/** Lists days with the number and sums of their postings (日结). Past days can be closed. The owner can propose to reopen a closed day. */
export function Days({ view }: { readonly view: View }) {
  const fixed = useMemo(() => ({ dayFrom: view.dayFrom, dayTo: view.dayTo }), [view.dayFrom, view.dayTo]);
  return (
    <ListPage<'finance.Information/getDays'>
      address="finance.Information/getDays"
      name="financeDays"
      title="finance.partDays"
      inside={KEPT}
      fixed={fixed}
      filters={FILTERS}
      columns={COLUMNS}
      actions={ACTIONS}
      rowName={nameOf}
      empty={{ text: 'finance.emptyDays' }}
    />
  );
}
