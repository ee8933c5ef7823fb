import type { Data } from '@contract/index';
import { useMemo } from 'react';
import { useT } from '@/app/i18n/i18n';
import { useData } from '@/app/request/useData';
import { RowActions } from '@/ui/actions/RowActions';
import { type Action, post } from '@/ui/actions/types';
import { useActions } from '@/ui/actions/useActions';
import { Button } from '@/ui/Button';
import { QueryBoundary } from '@/ui/QueryBoundary';
import { StatusTag } from '@/ui/StatusTag';
import { TimeText } from '@/ui/TimeText';
import styles from './index.css';

type Session = Data<'dashboard.Account/getSessions'>['list'][number];

const END: Action<Session> = {
  key: 'end',
  label: 'account.end',
  danger: true,
  confirm: { text: (names, _rows, t) => t('account.endText', { name: names }) },
  call: post('dashboard.Account/endSession', (session: Session) => ({ sessionId: session.id })),
};
const END_OTHERS: Action<Session> = {
  key: 'endOthers',
  label: 'account.endOthers',
  danger: true,
  confirm: { text: (_names, _rows, t) => t('account.endOthersText') },
  call: post('dashboard.Account/endSession', () => ({})),
};

/** Lists the open sessions of the account. */
export function Sessions() {
  const t = useT();
  const query = useData('dashboard.Account/getSessions', {});
  const runner = useActions<Session>((session) => session.device);
  const list = query.data?.list;
  const here = useMemo(() => list?.find((session) => session.current), [list]);
  return (
    <section className={styles.section}>
      <h2>{t('account.sessions')}</h2>
      <p className={styles.intro}>{t('account.sessionsIntro')}</p>
      <QueryBoundary query={query} minHeight={120}>
        {(data) => (
          <ul className={styles.rows}>
            {data.list.map((session) => (
              <li key={session.id} className={styles.row}>
                <div className={styles.what}>
                  <strong>
                    {session.device}{' '}
                    {session.current ? <StatusTag tone="good" text={t('account.thisSession')} /> : null}
                  </strong>
                  <span>
                    {session.ip} · {t('account.signedInAt')} <TimeText at={session.createdAt} /> ·{' '}
                    {t('account.lastSeen')} <TimeText at={session.lastSeenAt} />
                  </span>
                </div>
                {session.current ? null : (
                  <RowActions row={session} name={session.device} actions={[END]} start={runner.start} />
                )}
              </li>
            ))}
            {data.list.length > 1 && here ? (
              <li className={styles.row}>
                <Button danger onClick={() => runner.start(END_OTHERS, here)}>
                  {t('account.endOthers')}
                </Button>
              </li>
            ) : null}
          </ul>
        )}
      </QueryBoundary>
      {runner.element}
    </section>
  );
}
