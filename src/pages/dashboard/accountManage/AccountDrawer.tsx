import { accountLifecycle } from '@contract/account.states';
import type { Data } from '@contract/index';
import { useSay } from '@/app/i18n/translate';
import { useData } from '@/app/request/useData';
import { RowActions } from '@/ui/actions/RowActions';
import { DetailDrawer, Facts } from '@/ui/DetailDrawer';
import { EmptyState } from '@/ui/EmptyState';
import type { DetailContext } from '@/ui/ListPage/types';
import { Unmask } from '@/ui/Masked';
import { StatusTag } from '@/ui/StatusTag';
import { TimeText } from '@/ui/TimeText';
import { type AccountRow, UNMASK_RULE } from './columns';
import styles from './index.css';

type Detail = Data<'dashboard.AccountManage/getDetail'>;

/** One account beside the list: its facts, where it is signed in, its last sign-ins. */
export function AccountDrawer({ id, tab, setTab, close, actions, start }: DetailContext<AccountRow>) {
  const say = useSay();
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
        { key: 'facts', label: say('accounts.tabFacts'), content: () => <AccountFacts account={account} /> },
        {
          key: 'sessions',
          label: say('accounts.tabSessions', { n: account.sessions.length }),
          content: () => <Sessions account={account} />,
        },
        { key: 'log', label: say('accounts.tabLog'), content: () => <SignIns account={account} /> },
      ]}
    />
  );
}

function AccountFacts({ account }: { readonly account: Detail }) {
  const say = useSay();
  const separator = say('list.separator');
  return (
    <Facts
      items={[
        { key: 'account', label: say('accounts.account'), value: account.account },
        { key: 'name', label: say('accounts.name'), value: account.name },
        {
          key: 'tel',
          label: say('accounts.tel'),
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
        { key: 'email', label: say('accounts.email'), value: account.email },
        { key: 'type', label: say('accounts.type'), value: account.accountTypeText },
        { key: 'belongsTo', label: say('accounts.belongsTo'), value: account.belongsTo.join(separator) },
        { key: 'identity', label: say('accounts.identity'), value: account.identityNames.join(separator) },
        {
          key: 'twoFactor',
          label: say('accounts.twoFactor'),
          value: say(account.twoFactor ? 'form.on' : 'form.off'),
        },
        { key: 'failedTries', label: say('accounts.failedTries'), value: String(account.failedTries) },
        {
          key: 'lockedUntil',
          label: say('accounts.lockedUntil'),
          value: account.lockedUntil ? <TimeText at={account.lockedUntil} mode="full" /> : null,
        },
        {
          key: 'lastLogin',
          label: say('accounts.lastLogin'),
          value: account.lastLoginAt ? (
            <>
              <TimeText at={account.lastLoginAt} mode="full" /> {account.lastLoginIp}
            </>
          ) : (
            say('accounts.never')
          ),
        },
        {
          key: 'passwordAt',
          label: say('accounts.passwordAt'),
          value: account.passwordAt ? <TimeText at={account.passwordAt} mode="full" /> : say('accounts.noPassword'),
        },
        { key: 'expireAt', label: say('accounts.expireAt'), value: account.expireAt },
        {
          key: 'createdAt',
          label: say('accounts.createdAt'),
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
  const say = useSay();
  if (account.sessions.length === 0) return <EmptyState text={say('accounts.noSessions')} />;
  return (
    <ul className={styles.list}>
      {account.sessions.map((session) => (
        <li key={session.id}>
          <span className={styles.what}>
            {session.device}
            <small>
              {session.ip} · {say('account.signedInAt')} <TimeText at={session.createdAt} />
            </small>
          </span>
          <span>
            {say('account.lastSeen')} <TimeText at={session.lastSeenAt} />
          </span>
        </li>
      ))}
    </ul>
  );
}

function SignIns({ account }: { readonly account: Detail }) {
  const say = useSay();
  if (account.log.length === 0) return <EmptyState text={say('accounts.noLog')} />;
  return (
    <ul className={styles.list}>
      {account.log.map((line) => (
        <li key={line.id}>
          <span className={styles.what}>
            <span>
              <StatusTag
                tone={line.ok ? 'good' : 'bad'}
                text={line.reasonText ?? say(line.ok ? 'account.logOk' : 'account.logFailed')}
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
