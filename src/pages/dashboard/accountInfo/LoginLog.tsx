import type { Data } from '@contract/index';
import { useDispatch } from '@umijs/max';
import { useMemo } from 'react';
import { t } from '@/app/i18n/i18n';
import { type Action, post } from '@/ui/actions/types';
import { ListPage } from '@/ui/ListPage';
import type { Column, FilterOf } from '@/ui/ListPage/types';
import { StatusTag } from '@/ui/StatusTag';
import { TimeText } from '@/ui/TimeText';

type Line = Data<'dashboard.Account/getLoginLog'>['list'][number];

const COLUMNS: readonly Column<Line>[] = [
  {
    key: 'at',
    title: 'account.logAt',
    sort: true,
    opens: true,
    render: (line) => <TimeText at={line.at} mode="full" />,
  },
  {
    key: 'ok',
    title: 'account.logResult',
    render: (line, t) => (
      <StatusTag tone={line.ok ? 'good' : 'bad'} text={t(line.ok ? 'account.logOk' : 'account.logFailed')} />
    ),
  },
  { key: 'method', title: 'account.logMethod', render: (line) => line.methodText },
  { key: 'reason', title: 'account.logReason', render: (line) => line.reasonText ?? '—' },
  { key: 'device', title: 'account.device', render: (line) => line.device },
  { key: 'ip', title: 'account.ip', render: (line) => <code>{line.ip}</code> },
];
const FILTERS: readonly FilterOf<'dashboard.Account/getLoginLog'>[] = [
  {
    kind: 'one',
    key: 'ok',
    label: 'account.logResult',
    options: [
      { value: 'true', label: 'account.logOk' },
      { value: 'false', label: 'account.logFailed' },
    ],
  },
  { kind: 'days', key: 'at', label: 'account.logAt' },
];

/** Lists the user's sign-ins and failed attempts. "Not me" ends all sessions of the user, including those of an intruder. */
export function LoginLog() {
  const dispatch = useDispatch();
  const actions = useMemo<readonly Action<Line>[]>(
    () => [
      {
        key: 'notMe',
        label: 'account.notMe',
        danger: true,
        confirm: { text: (_names, _rows, t) => t('account.notMeText') },
        call: post('dashboard.Account/reportNotMe', (line: Line) => ({ logId: line.id })),
        // The action has also ended the current session.
        after: () => dispatch({ type: 'login/logout' }),
      },
    ],
    [dispatch],
  );
  return (
    <ListPage<'dashboard.Account/getLoginLog'>
      address="dashboard.Account/getLoginLog"
      name="loginLog"
      title="account.tabHistory"
      inside={['tab']}
      columns={COLUMNS}
      filters={FILTERS}
      actions={actions}
      rowName={(line) => `${line.methodText} ${t(line.ok ? 'account.logOk' : 'account.logFailed')}`}
      empty={{ text: 'account.logEmpty' }}
    />
  );
}
