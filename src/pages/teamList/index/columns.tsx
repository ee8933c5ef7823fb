import type { Data } from '@contract/index';
import { teamLifecycle } from '@contract/team.states';
import { serverAddress } from '@/app/windowSettings';
import { Figure } from '@/ui/Figure';
import type { Column } from '@/ui/ListPage/types';
import { Masked } from '@/ui/Masked';
import { Money } from '@/ui/Money';
import { StatusTag } from '@/ui/StatusTag';
import { TimeText } from '@/ui/TimeText';
import styles from './index.css';

export type TeamRow = Data<'team.Team/getList'>['list'][number];

/** Columns of the station list: those columns of DOMAIN §3.3 for which data exists. */
export const COLUMNS: readonly Column<TeamRow>[] = [
  {
    key: 'name',
    title: 'team.name',
    sort: true,
    opens: true,
    width: 180,
    render: (row, t) => (
      <span className={`${styles.name} ${row.logoUrl ? '' : styles.unmarked}`} title={row.name}>
        {row.logoUrl ? <img src={serverAddress(row.logoUrl)} alt="" width={24} height={24} loading="lazy" /> : null}
        <span>{row.name || t('team.unnamed')}</span>
      </span>
    ),
  },
  { key: 'code', title: 'team.code', sort: true, render: (row) => <code>{row.code}</code> },
  {
    key: 'status',
    title: 'team.status',
    render: (row) => (
      <span title={row.statusReason ?? undefined}>
        <StatusTag tone={teamLifecycle.states[row.status].tone} text={row.statusText} />
      </span>
    ),
  },
  { key: 'businessState', title: 'team.businessState', render: (row) => row.businessStateText },
  { key: 'region', title: 'team.region', render: (row) => row.regionText },
  {
    key: 'ordersToday',
    title: 'team.ordersToday',
    card: 'fact',
    sort: true,
    align: 'end',
    render: (row) => <Figure value={row.ordersToday} />,
  },
  {
    key: 'gmv30dFen',
    title: 'team.gmv30d',
    help: 'team.gmv30dHelp',
    unit: 'team.yuan',
    sort: true,
    align: 'end',
    render: (row) => <Money fen={row.gmv30dFen} />,
  },
  {
    key: 'riders',
    title: 'team.riders',
    card: 'fact',
    help: 'team.ridersHelp',
    align: 'end',
    render: (row, t) => t('team.ofTotal', { online: row.ridersOnline, total: row.ridersTotal }),
  },
  { key: 'type', title: 'team.type', hidden: true, render: (row) => row.teamTypeText },
  { key: 'franchisee', title: 'team.franchisee', render: (row) => row.franchiseeName ?? '—' },
  {
    key: 'contact',
    title: 'team.contact',
    hidden: true,
    render: (row) => (
      <span>
        {row.contactName} <Masked value={row.contactTel} />
      </span>
    ),
  },
  { key: 'feePlan', title: 'team.feePlan', hidden: true, render: (row) => row.feePlanName ?? '—' },
  {
    key: 'openedAt',
    title: 'team.openedAt',
    sort: true,
    hidden: true,
    render: (row) => <TimeText at={row.openedAt} mode="day" />,
  },
  { key: 'updatedAt', title: 'team.updatedAt', sort: true, render: (row) => <TimeText at={row.updatedAt} /> },
];

/** Columns for users without permission for amounts (字段权限). */
export const COLUMNS_WITHOUT_AMOUNTS = COLUMNS.filter(({ key }) => key !== 'gmv30dFen');
