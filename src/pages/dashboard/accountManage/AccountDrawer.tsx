import { accountLifecycle } from '@contract/account.states';
import type { Data } from '@contract/index';
import { useT } from '@/app/i18n/i18n';
import { useData } from '@/app/request/useData';
import { RowActions } from '@/ui/actions/RowActions';
import { DetailDrawer, Facts } from '@/ui/DetailDrawer';
import { EmptyState } from '@/ui/EmptyState';
import type { DetailContext } from '@/ui/ListPage/types';
import { Unmask } from '@/ui/Masked';
import { StatusTag } from '@/ui/StatusTag';
import { DayText, TimeText } from '@/ui/TimeText';
import { type AccountRow, UNMASK_RULE } from './columns';
import styles from './index.css';

type Detail = Data<'dashboard.AccountManage/getDetail'>;

/** Shows an account in a drawer: its facts, its open sessions, and its last sign-ins and failed attempts. */
export function AccountDrawer({ id, tab, setTab, close, actions, start }: DetailContext<AccountRow>) {
  const t = useT();
  const query = useData('dashboard.AccountManage/getDetail', { id });
  return (
    <DetailDrawer<Detail>
      query={query}
      title={(account) => `${account.name} · ${account.account}`}
      beside={(account) => <StatusTag tone={accountLifecycle.states[account.state].tone} text={account.stateText} />}
      actions={(account) => (
        <RowActions row={account} name={account.account} actions={actions} start={start} visible={3} buttons />
      )}
      tab={tab}
      onTab={setTab}
      onClose={close}
      tabs={(account) => [
        { key: 'facts', label: t('accounts.tabFacts'), content: () => <AccountFacts account={account} /> },
        {
          key: 'sessions',
          label: t('accounts.tabSessions', { n: account.sessions.length }),
          content: () => <Sessions account={account} />,
        },
        { key: 'log', label: t('accounts.tabLog'), content: () => <SignIns account={account} /> },
      ]}
    />
  );
}

function AccountFacts({ account }: { readonly account: Detail }) {
  const t = useT();
  const separator = t('list.separator');
  return (
    <Facts
      items={[
        { key: 'account', label: t('accounts.account'), value: account.account },
        { key: 'name', label: t('accounts.name'), value: account.name },
        {
          key: 'tel',
          label: t('accounts.tel'),
          value: (
            <Unmask
              objectType="account"
              id={account.id}
              field="tel"
              value={account.maskedTel}
              name={account.account}
              rule={UNMASK_RULE}
            />
          ),
        },
        { key: 'email', label: t('accounts.email'), value: account.email },
        { key: 'type', label: t('accounts.type'), value: account.accountTypeText },
        { key: 'belongsTo', label: t('accounts.belongsTo'), value: account.belongsTo.join(separator) },
        { key: 'identity', label: t('accounts.identity'), value: account.identityNames.join(separator) },
        {
          key: 'twoFactor',
          label: t('accounts.twoFactor'),
          value: t(account.twoFactor ? 'form.on' : 'form.off'),
        },
        { key: 'failedTries', label: t('accounts.failedTries'), value: String(account.failedTries) },
        {
          key: 'lockedUntil',
          label: t('accounts.lockedUntil'),
          value: account.lockedUntil ? <TimeText at={account.lockedUntil} mode="full" /> : null,
        },
        {
          key: 'lastLogin',
          label: t('accounts.lastLogin'),
          value: account.lastLoginAt ? (
            <>
              <TimeText at={account.lastLoginAt} mode="full" /> {account.lastLoginIp}
            </>
          ) : (
            t('accounts.never')
          ),
        },
        {
          key: 'passwordAt',
          label: t('accounts.passwordAt'),
          value: account.passwordAt ? <TimeText at={account.passwordAt} mode="full" /> : t('accounts.noPassword'),
        },
        { key: 'expireAt', label: t('accounts.expireAt'), value: <DayText day={account.expireAt} /> },
        {
          key: 'createdAt',
          label: t('accounts.createdAt'),
          value: (
            <>
              <TimeText at={account.createdAt} mode="full" /> {account.createdByName}
            </>
          ),
        },
      ]}
    />
  );
}

function Sessions({ account }: { readonly account: Detail }) {
  const t = useT();
  if (account.sessions.length === 0) return <EmptyState text={t('accounts.noSessions')} />;
  return (
    <ul className={styles.list}>
      {account.sessions.map((session) => (
        <li key={session.id}>
          <span className={styles.what}>
            {session.device}
            <small>
              {session.ip} · {t('account.signedInAt')} <TimeText at={session.createdAt} />
            </small>
          </span>
          <span>
            {t('account.lastSeen')} <TimeText at={session.lastSeenAt} />
          </span>
        </li>
      ))}
    </ul>
  );
}

function SignIns({ account }: { readonly account: Detail }) {
  const t = useT();
  if (account.log.length === 0) return <EmptyState text={t('accounts.noLog')} />;
  return (
    <ul className={styles.list}>
      {account.log.map((line) => (
        <li key={line.id}>
          <span className={styles.what}>
            <span>
              <StatusTag
                tone={line.ok ? 'good' : 'bad'}
                text={line.reasonText ?? t(line.ok ? 'account.logOk' : 'account.logFailed')}
              />{' '}
              {line.methodText}
            </span>
            <small>
              {line.device} · {line.ip}
            </small>
          </span>
          <TimeText at={line.at} mode="full" />
        </li>
      ))}
    </ul>
  );
}
