import type { Data } from '@contract/index';
import { ADJUST_STATES, adjustCase } from '@contract/teamFund.states';
import { Link } from '@umijs/max';
import { serverAddress } from '@/app/windowSettings';
import { caseActions } from '@/features/cases/actions';
import { CaseDrawer } from '@/features/cases/CaseDrawer';
import { CutText } from '@/ui/CutText';
import { ListPage } from '@/ui/ListPage';
import type { Column, FilterOf, SummaryCard } from '@/ui/ListPage/types';
import { Money } from '@/ui/Money';
import { StatusTag } from '@/ui/StatusTag';
import { TimeText } from '@/ui/TimeText';
import { TwoLines } from '@/ui/TwoLines';
import styles from './index.css';
import { detailLink } from './links';

type Row = Data<'finance.TeamFund/getAdjusts'>['list'][number];

const FILTERS: readonly FilterOf<'finance.TeamFund/getAdjusts'>[] = [
  { kind: 'text', key: 'keyword', label: 'fund.search' },
  {
    kind: 'many',
    key: 'state',
    label: 'fund.adjustState',
    options: ADJUST_STATES.map((value) => ({ value, label: adjustCase.states[value].text })),
  },
  { kind: 'flag', key: 'forMe', label: 'fund.forMe' },
];

const COLUMNS: readonly Column<Row>[] = [
  { key: 'no', title: 'fund.no', width: 200, opens: true, render: (row) => <code>{row.no}</code> },
  {
    key: 'state',
    title: 'fund.adjustState',
    render: (row, t) => (
      <TwoLines>
        <StatusTag tone={adjustCase.states[row.state].tone} text={row.stateText} />
        {row.needsOwner ? <small>{t('fund.needsOwner')}</small> : null}
      </TwoLines>
    ),
  },
  {
    key: 'team',
    title: 'fund.station',
    render: (row) => (
      <Link to={`${detailLink(row.teamId)}&tab=adjusts`}>
        <CutText text={row.teamName} most={180} />
      </Link>
    ),
  },
  { key: 'account', title: 'fund.account', hidden: true, render: (row) => row.accountText },
  { key: 'direction', title: 'fund.direction', hidden: true, render: (row) => row.directionText },
  {
    key: 'amount',
    card: 'fact',
    title: 'fund.amount',
    unit: 'fund.yuan',
    sort: true,
    align: 'end',
    render: (row) => <Money fen={row.direction === 'in' ? row.amountFen : -row.amountFen} />,
  },
  { key: 'category', title: 'fund.category', render: (row) => row.categoryText },
  {
    key: 'reason',
    card: 'fact',
    title: 'fund.reason',
    render: (row) => (
      <TwoLines>
        <span className={styles.reason} title={row.reason}>
          {row.reason}
        </span>
        {row.relatedNo ? <code>{row.relatedNo}</code> : null}
        {row.evidence.map((file) => (
          <a key={file.fileId} href={serverAddress(file.url)} target="_blank" rel="noreferrer">
            {file.name}
          </a>
        ))}
      </TwoLines>
    ),
  },
  { key: 'maker', title: 'fund.maker', render: (row) => row.makerName },
  { key: 'createdAt', title: 'fund.submittedAt', sort: true, render: (row) => <TimeText at={row.createdAt} /> },
  {
    key: 'expireAt',
    title: 'fund.expires',
    hidden: true,
    render: (row) => <TimeText at={row.state === 'pending' ? row.expireAt : null} mode="full" />,
  },
  {
    key: 'checker',
    title: 'fund.checker',
    render: (row) =>
      row.decidedAt === null || row.checkerName === null ? (
        '—'
      ) : (
        <TwoLines>
          <span>
            {row.checkerName} · <TimeText at={row.decidedAt} />
          </span>
          {row.note ? <span>{row.note}</span> : null}
        </TwoLines>
      ),
  },
  {
    key: 'txNo',
    title: 'fund.txNo',
    render: (row) =>
      row.txNo === null ? '—' : <Link to={`${detailLink(row.teamId)}&tx=${row.txNo}`}>{row.txNo}</Link>,
  },
];

const ACTIONS = caseActions<Row>([adjustCase], (row) => ({
  type: adjustCase.key,
  no: row.no,
  title: `${row.directionText} · ${row.accountText} · ${row.categoryText}`,
  object: `${row.teamName} · ${row.reason}`,
  amountFen: row.amountFen,
  makerName: row.makerName,
}));

const OF_ALL = ['tab'];
const OF_ONE = ['tab', 'teamId'];

/** Lists manual adjustments (调账) of one station, or of all stations that the user can see. */
export function Adjusts({ teamId }: { readonly teamId?: number }) {
  return (
    <ListPage<'finance.TeamFund/getAdjusts'>
      inside={teamId === undefined ? OF_ALL : OF_ONE}
      {...(teamId !== undefined && { fixed: { teamId: String(teamId) } })}
      address="finance.TeamFund/getAdjusts"
      name={teamId === undefined ? 'fundAdjusts' : 'fundAdjustsOfTeam'}
      title="fund.tabAdjusts"
      rowName={(row) => row.no}
      filters={FILTERS}
      columns={teamId === undefined ? COLUMNS : COLUMNS_OF_ONE}
      actions={ACTIONS}
      detail={(context) => <CaseDrawer context={context} inside={teamId === undefined ? OF_ALL : OF_ONE} />}
      cards={2}
      summary={({ pending, forMe }): readonly SummaryCard[] => [
        { key: 'pending', label: 'fund.allPending', value: pending, filter: { state: ['pending'] } },
        { key: 'forMe', label: 'fund.forMe', value: forMe, filter: { forMe: true } },
      ]}
      empty={{ text: 'fund.adjustsEmpty' }}
    />
  );
}

const COLUMNS_OF_ONE = COLUMNS.filter(({ key }) => key !== 'team');
