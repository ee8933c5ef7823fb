import { accountLifecycle } from '@contract/account.states';
import type { Data } from '@contract/index';
import { RULE } from '@contract/rule-ids';
import { CutText } from '@/ui/CutText';
import type { Column } from '@/ui/ListPage/types';
import { Unmask } from '@/ui/Masked';
import { StatusTag } from '@/ui/StatusTag';
import { DayText, TimeText } from '@/ui/TimeText';
import { TwoLines } from '@/ui/TwoLines';

export type AccountRow = Data<'dashboard.AccountManage/getList'>['list'][number];

/** Permission id for revealing phone numbers of accounts. The user must give a reason. */
export const UNMASK_RULE = RULE['dashboard.accountManage.unmask'];
/** Age of a password in days after which the list highlights it. */
const OLD_DAYS = 90;

/** Columns of the account list (DOMAIN §3.2). */
export const COLUMNS: readonly Column<AccountRow>[] = [
  { key: 'account', title: 'accounts.account', sort: true, opens: true, width: 160, render: (row) => row.account },
  { key: 'name', title: 'accounts.name', card: 'fact', render: (row) => row.name },
  {
    key: 'state',
    title: 'accounts.state',
    render: (row, t) => (
      <TwoLines>
        <StatusTag tone={accountLifecycle.states[row.state].tone} text={row.stateText} />
        {row.lockedUntil ? (
          <small>
            {t('accounts.lockedUntil')} <TimeText at={row.lockedUntil} mode="full" />
          </small>
        ) : null}
      </TwoLines>
    ),
  },
  {
    key: 'tel',
    title: 'accounts.tel',
    render: (row) => (
      <Unmask
        objectType="account"
        id={row.id}
        field="tel"
        value={row.maskedTel}
        name={row.account}
        rule={UNMASK_RULE}
      />
    ),
  },
  { key: 'type', title: 'accounts.type', render: (row) => row.accountTypeText },
  {
    key: 'belongsTo',
    title: 'accounts.belongsTo',
    render: (row, t) => <CutText text={row.belongsTo.join(t('list.separator')) || '—'} most={220} />,
  },
  {
    key: 'identity',
    title: 'accounts.identity',
    render: (row, t) => row.identityNames.join(t('list.separator')) || '—',
  },
  {
    key: 'twoFactor',
    hidden: true,
    title: 'accounts.twoFactor',
    render: (row, t) => t(row.twoFactor ? 'form.on' : 'form.off'),
  },
  { key: 'failedTries', hidden: true, title: 'accounts.failedTries', align: 'end', render: (row) => row.failedTries },
  {
    key: 'lastLogin',
    card: 'fact',
    title: 'accounts.lastLogin',
    sort: 'lastLoginAt',
    render: (row, t) =>
      row.lastLoginAt === null ? (
        t('accounts.never')
      ) : (
        <TwoLines>
          <TimeText at={row.lastLoginAt} />
          <small>{row.lastLoginIp}</small>
        </TwoLines>
      ),
  },
  {
    key: 'passwordAge',
    title: 'accounts.passwordAge',
    render: (row, t) =>
      row.passwordDays === null ? (
        t('accounts.noPassword')
      ) : row.passwordDays > OLD_DAYS ? (
        <StatusTag tone="attention" text={t('accounts.days', { n: row.passwordDays })} />
      ) : (
        t('accounts.days', { n: row.passwordDays })
      ),
  },
  { key: 'expireAt', title: 'accounts.expireAt', hidden: true, render: (row) => <DayText day={row.expireAt} /> },
  {
    key: 'createdAt',
    title: 'accounts.createdAt',
    hidden: true,
    sort: true,
    render: (row) => <TimeText at={row.createdAt} mode="day" />,
  },
];
