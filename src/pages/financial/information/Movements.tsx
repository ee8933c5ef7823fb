import { FIGURES } from '@contract/finance.figures';
import type { Data } from '@contract/index';
import { ACCOUNT_CODES, ACCOUNTS } from '@contract/ledger';
import { Link, useSearchParams } from '@umijs/max';
import { lazy, Suspense, useMemo } from 'react';
import { t as tNow, useT } from '@/app/i18n/i18n';
import { useData } from '@/app/request/useData';
import { DetailDrawer } from '@/ui/DetailDrawer';
import { ListPage } from '@/ui/ListPage';
import type { Column, FilterOf, SummaryCard } from '@/ui/ListPage/types';
import { Money } from '@/ui/Money';
import { StatusTag } from '@/ui/StatusTag';
import { DayText, TimeText } from '@/ui/TimeText';
import styles from './index.css';
import { askOf, KEPT, timeOf, type View } from './links';

const Settlement = lazy(() => import('@/features/settlement').then((module) => ({ default: module.Settlement })));
const Postings = lazy(() => import('@/features/postings').then((module) => ({ default: module.Postings })));

type Row = Data<'finance.Information/getMovements'>['list'][number];
type Detail = Data<'finance.Information/getTransaction'>;

const FILTERS: readonly FilterOf<'finance.Information/getMovements'>[] = [
  {
    kind: 'one',
    key: 'figure',
    label: 'finance.figure',
    options: Object.entries(FIGURES).map(([value, { text }]) => ({ value, label: text })),
  },
  {
    kind: 'many',
    key: 'code',
    label: 'bill.account',
    options: ACCOUNT_CODES.map((code) => ({ value: code, label: ACCOUNTS[code].text })),
  },
  { kind: 'options', key: 'merchantNumberIds', label: 'bill.merchantNo', source: 'merchantNumbers' },
];
const COLUMNS: readonly Column<Row>[] = [
  { key: 'txNo', title: 'bill.txNo', opens: true, width: 190, render: (row) => <code>{row.txNo}</code> },
  { key: 'at', title: 'bill.at', sort: true, render: (row) => <TimeText at={row.at} /> },
  { key: 'day', title: 'bill.day', render: (row) => <DayText day={row.day} /> },
  {
    key: 'type',
    title: 'bill.type',
    render: (row, t) => (
      <span className={styles.states}>
        {row.typeText}
        {row.isReversal ? <StatusTag tone="attention" text={t('finance.undoes')} /> : null}
      </span>
    ),
  },
  { key: 'bizNo', title: 'bill.bizNo', render: (row) => <code>{row.bizNo}</code> },
  { key: 'team', title: 'bill.teamId', render: (row) => row.teamName || '—' },
  {
    key: 'debit',
    title: 'bill.debit',
    unit: 'list.yuan',
    align: 'end',
    render: (row) => <Money fen={row.debitFen === 0 ? null : row.debitFen} />,
  },
  {
    key: 'credit',
    title: 'bill.credit',
    unit: 'list.yuan',
    align: 'end',
    render: (row) => <Money fen={row.creditFen === 0 ? null : row.creditFen} />,
  },
  { key: 'remark', title: 'bill.remark', render: (row) => row.remark || '—' },
];
const nameOf = (row: Row) => row.txNo;

function cardsOf(summary: Data<'finance.Information/getMovements'>['summary']): readonly SummaryCard[] {
  const { openingFen, closingFen } = summary;
  return [
    ...(openingFen === null
      ? []
      : [
          {
            key: 'opening',
            label: 'finance.opening' as const,
            value: openingFen,
            kind: 'fen' as const,
            unit: 'list.yuan' as const,
          },
        ]),
    { key: 'debit', label: 'bill.debit', value: summary.debitFen, kind: 'fen', unit: 'list.yuan' },
    { key: 'credit', label: 'bill.credit', value: summary.creditFen, kind: 'fen', unit: 'list.yuan' },
    {
      key: 'amount',
      label: 'finance.change',
      value: summary.amountFen,
      kind: 'fen',
      unit: 'list.yuan',
      help: 'finance.changeHelp',
    },
    ...(closingFen === null
      ? []
      : [
          {
            key: 'closing',
            label: 'finance.closing' as const,
            value: closingFen,
            kind: 'fen' as const,
            unit: 'list.yuan' as const,
          },
        ]),
    ...(summary.count === null ? [] : [{ key: 'count', label: 'finance.transactions' as const, value: summary.count }]),
  ];
}

/**
 * Lists the transactions behind a figure or an account (账户流水). Without further filters, the sum of the transactions equals the figure
 * if the figure counts flows. The closing value equals the figure if the figure is a balance.
 */
export function Movements({ view }: { readonly view: View }) {
  const [query] = useSearchParams();
  const time = timeOf(query);
  const fixed = useMemo(() => ({ ...askOf(view), ...(time && { time }) }), [view, time]);
  const figure = query.get('figure') as keyof typeof FIGURES | null;
  // Only account balances have opening and closing values.
  const hasBalance = figure !== null && figure in FIGURES ? FIGURES[figure].types === null : query.has('code');
  return (
    <ListPage<'finance.Information/getMovements'>
      address="finance.Information/getMovements"
      name="financeMovements"
      title="finance.partMovements"
      inside={KEPT}
      fixed={fixed}
      filters={FILTERS}
      columns={COLUMNS}
      rowName={nameOf}
      cards={hasBalance ? 6 : 4}
      summary={cardsOf}
      note={({ fromDay, toDay }, { figure: chosen }) =>
        [
          time
            ? tNow('finance.movementsUntil', { from: fromDay, to: toDay, time })
            : tNow('finance.movementsOf', { from: fromDay, to: toDay }),
          typeof chosen === 'string' && chosen in FIGURES ? tNow(FIGURES[chosen as keyof typeof FIGURES].help) : '',
        ]
          .filter(Boolean)
          .join(' ')
      }
      empty={{ text: 'finance.emptyMovements' }}
      detail={(context) => <TransactionDrawer id={context.id} close={context.close} />}
    />
  );
}

/** Shows one transaction with its postings, its settlement (if any), and a link to its bill (if any). */
function TransactionDrawer({ id, close }: { readonly id: number; readonly close: () => void }) {
  const t = useT();
  const query = useData('finance.Information/getTransaction', { id });
  return (
    <DetailDrawer<Detail>
      query={query}
      title={({ transaction }) => `${transaction.typeText} ${transaction.txNo}`}
      tab={null}
      onTab={() => undefined}
      onClose={close}
      tabs={({ transaction, billId, billNo, teamName, settlement }) => [
        {
          key: 'postings',
          label: t('bill.postings'),
          content: () => (
            <Suspense fallback={null}>
              <p className={styles.cause}>
                {teamName ? `${t('bill.teamId')}${t('list.colon')}${teamName}` : t('finance.noStation')}
                {billId ? (
                  <>
                    {' · '}
                    <Link to={`/financial/bill?open=${billId}`}>
                      {t('finance.toBill')} {billNo}
                    </Link>
                  </>
                ) : null}
              </p>
              <Postings transaction={transaction} />
              {settlement ? <Settlement settlement={settlement} /> : null}
            </Suspense>
          ),
        },
      ]}
    />
  );
}
