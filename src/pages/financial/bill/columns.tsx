import { BILL_STATUS_TONE, RECON_STATE_TONE } from '@contract/finance';
import type { Data } from '@contract/index';
import { Link, useSearchParams } from '@umijs/max';
import type { Translate } from '@/app/i18n/i18n';
import type { Column } from '@/ui/ListPage/types';
import { Money } from '@/ui/Money';
import { StatusTag } from '@/ui/StatusTag';
import { TimeText } from '@/ui/TimeText';
import styles from './index.css';

export type BillRow = Data<'finance.Bill/getList'>['list'][number];

/** The state of a bill; one that was undone says so beside it. */
export function BillStatus({ row, t }: { readonly row: BillRow; readonly t: Translate }) {
  return (
    <span className={styles.states}>
      <StatusTag tone={BILL_STATUS_TONE[row.status]} text={row.statusText} />
      {row.reversedByNo ? <StatusTag tone="attention" text={t('bill.reversed')} /> : null}
    </span>
  );
}

const number = (value: string | null) => (value ? <code>{value}</code> : '—');

/** The amount opens the postings that make it up, in the list as it is filtered. */
function BillAmount({ row }: { readonly row: BillRow }) {
  const [query] = useSearchParams();
  const opened = new URLSearchParams(query);
  opened.set('open', String(row.id));
  return (
    <Link to={`?${opened.toString()}`}>
      <Money fen={row.direction === 'in' ? row.amountFen : -row.amountFen} />
    </Link>
  );
}

/** Columns of the bills (DOMAIN §3.5). What a bill is, how much and how it stands come first: at 1440 pixels they need no scrolling. */
export const COLUMNS: readonly Column<BillRow>[] = [
  { key: 'billNo', title: 'bill.billNo', opens: true, width: 190, render: (row) => <code>{row.billNo}</code> },
  { key: 'at', title: 'bill.at', sort: true, render: (row) => <TimeText at={row.at} /> },
  { key: 'type', title: 'bill.type', render: (row) => row.typeText },
  {
    key: 'team',
    title: 'bill.team',
    // A long name must not push the amounts out of sight.
    render: (row) =>
      row.teamName ? (
        <span className={styles.team} title={row.teamName}>
          {row.teamName}
        </span>
      ) : (
        '—'
      ),
  },
  {
    key: 'amountFen',
    title: 'bill.amount',
    unit: 'bill.yuan',
    sort: true,
    align: 'end',
    render: (row) => <BillAmount row={row} />,
  },
  { key: 'status', title: 'bill.status', render: (row, t) => <BillStatus row={row} t={t} /> },
  { key: 'direction', title: 'bill.direction', render: (row) => row.directionText },
  {
    key: 'counterparty',
    title: 'bill.counterparty',
    render: (row) =>
      row.counterType === 'none' ? (
        '—'
      ) : (
        <span>
          {row.counterName}
          <small className={styles.beside}>{row.counterTypeText}</small>
        </span>
      ),
  },
  { key: 'orderNo', title: 'bill.orderNo', render: (row) => number(row.orderNo) },
  {
    key: 'feeFen',
    title: 'bill.fee',
    unit: 'bill.yuan',
    align: 'end',
    help: 'bill.feeHelp',
    render: (row) => <Money fen={row.feeFen} />,
  },
  {
    key: 'netFen',
    title: 'bill.net',
    unit: 'bill.yuan',
    align: 'end',
    help: 'bill.netHelp',
    render: (row) => <Money fen={row.direction === 'in' ? row.netFen : -row.netFen} />,
  },
  { key: 'channel', title: 'bill.channel', render: (row) => row.channelText || '—' },
  {
    key: 'merchantNumber',
    title: 'bill.merchantNumber',
    render: (row) => <span title={row.merchantName}>{number(row.merchantNo)}</span>,
  },
  { key: 'channelTradeNo', title: 'bill.channelTradeNo', render: (row) => number(row.channelTradeNo) },
  {
    key: 'reconState',
    title: 'bill.reconState',
    render: (row) => <StatusTag tone={RECON_STATE_TONE[row.reconState]} text={row.reconStateText} />,
  },
  { key: 'operator', title: 'bill.operator', render: (row) => row.operatorName },
];
