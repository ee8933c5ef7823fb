import type { FundPart } from '@contract/teamFund.states';
import { Link } from '@umijs/max';
import { Amount, type FundRow, Total } from '@/features/funds';
import { balanceLink, detailLink, receivablesLink } from '@/features/funds/links';
import type { Column } from '@/ui/ListPage/types';
import { Money } from '@/ui/Money';
import { StatusTag } from '@/ui/StatusTag';
import { TimeText } from '@/ui/TimeText';
import { TwoLines } from '@/ui/TwoLines';

const balance = (parts: readonly FundPart[], key: 'availableFen' | 'pendingFen' | 'frozenFen' | 'depositFen') =>
  function Balance(row: FundRow) {
    return <Amount fen={row[key]} to={balanceLink(row.id, parts)} />;
  };

/** Columns of the station funds list: those columns of DOMAIN §3.5 for which data exists. */
export const COLUMNS: readonly Column<FundRow>[] = [
  {
    key: 'name',
    title: 'fund.station',
    sort: true,
    width: 200,
    render: (row) => (
      <TwoLines>
        {row.actions.includes('detail') ? <Link to={detailLink(row.id)}>{row.name}</Link> : row.name}
        <code>{row.code}</code>
      </TwoLines>
    ),
  },
  {
    key: 'state',
    title: 'fund.state',
    render: (row) => (
      <span title={row.stateReason ?? undefined}>
        <StatusTag tone={row.state === 'frozen' ? 'bad' : 'good'} text={row.stateText} />
      </span>
    ),
  },
  {
    key: 'mode',
    title: 'fund.mode',
    hidden: true,
    render: (row, t) => t(row.mode === 'deposit' ? 'team.modeDeposit' : 'team.modeBalance'),
  },
  {
    key: 'available',
    card: 'fact',
    title: 'fund.available',
    help: 'fund.availableHelp',
    unit: 'fund.yuan',
    sort: true,
    align: 'end',
    render: balance(['available'], 'availableFen'),
  },
  {
    key: 'pending',
    card: 'fact',
    title: 'fund.pending',
    help: 'fund.pendingHelp',
    unit: 'fund.yuan',
    sort: true,
    align: 'end',
    render: balance(['pending'], 'pendingFen'),
  },
  {
    key: 'frozen',
    title: 'fund.frozen',
    help: 'fund.frozenHelp',
    unit: 'fund.yuan',
    sort: true,
    align: 'end',
    render: balance(['frozen', 'held'], 'frozenFen'),
  },
  {
    key: 'deposit',
    title: 'fund.deposit',
    help: 'fund.depositHelp',
    unit: 'fund.yuan',
    sort: true,
    align: 'end',
    render: balance(['deposit'], 'depositFen'),
  },
  {
    key: 'owed',
    hidden: true,
    title: 'fund.owed',
    help: 'fund.owedHelp',
    unit: 'fund.yuan',
    sort: true,
    align: 'end',
    render: (row) => <Amount fen={row.owedFen} to={receivablesLink(row.id)} />,
  },
  {
    key: 'credit',
    hidden: true,
    title: 'fund.credit',
    unit: 'fund.yuan',
    align: 'end',
    render: (row) => <Money fen={row.creditLimitFen} />,
  },
  {
    key: 'incomeTotal',
    title: 'fund.income',
    help: 'fund.incomeHelp',
    unit: 'fund.yuan',
    sort: true,
    align: 'end',
    render: (row) => <Total row={row} kind="income" />,
  },
  {
    key: 'withdrawnTotal',
    title: 'fund.withdrawn',
    help: 'fund.withdrawnHelp',
    unit: 'fund.yuan',
    sort: true,
    align: 'end',
    render: (row) => <Total row={row} kind="withdrawn" />,
  },
  {
    key: 'feesTotal',
    hidden: true,
    title: 'fund.fees',
    help: 'fund.feesHelp',
    unit: 'fund.yuan',
    align: 'end',
    render: (row) => <Total row={row} kind="fees" />,
  },
  { key: 'lastSettled', title: 'fund.lastSettled', render: (row) => <TimeText at={row.lastSettledAt} /> },
  {
    key: 'lastWithdrawn',
    title: 'fund.lastWithdrawn',
    hidden: true,
    render: (row) => <TimeText at={row.lastWithdrawnAt} />,
  },
];

const BALANCES: ReadonlySet<string> = new Set([
  'available',
  'pending',
  'frozen',
  'deposit',
  'owed',
  'incomeTotal',
  'withdrawnTotal',
  'feesTotal',
]);
/** Columns for users without permission for amounts. */
export const COLUMNS_WITHOUT_AMOUNTS = COLUMNS.filter(({ key }) => !BALANCES.has(key));
