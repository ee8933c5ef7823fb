import { type Label, useT } from '@/app/i18n/i18n';
import { useData } from '@/app/request/useData';
import { QueryBoundary } from '@/ui/QueryBoundary';
import { StatusTag } from '@/ui/StatusTag';
import styles from './index.css';

const NAMES = {
  wechat: 'account.wechat',
  alipay: 'account.alipay',
  wecom: 'account.wecom',
} as const satisfies Record<string, Label>;

/** Shows which platforms are configured, and explains that the user's accounts on these platforms cannot be bound. */
export function Binding() {
  const t = useT();
  const query = useData('dashboard.Account/getInfo', {});
  return (
    <div className={styles.panel}>
      <p className={styles.intro}>{t('account.bindingIntro')}</p>
      <QueryBoundary query={query} minHeight={160}>
        {(info) => (
          <ul className={styles.rows}>
            {info.platforms.map(({ key, configured }) => (
              <li key={key} className={styles.row}>
                <div className={styles.what}>
                  <strong>{t(NAMES[key])}</strong>
                  <span>{t(configured ? 'account.platformReady' : 'account.platformMissing')}</span>
                </div>
                <StatusTag
                  tone={configured ? 'info' : 'neutral'}
                  text={t(configured ? 'account.configured' : 'account.notConnected')}
                />
              </li>
            ))}
          </ul>
        )}
      </QueryBoundary>
      <p className={styles.intro}>{t('account.bindingFactors')}</p>
    </div>
  );
}
