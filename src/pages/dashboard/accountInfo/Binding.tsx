import { type Label, useSay } from '@/app/i18n/translate';
import { useData } from '@/app/request/useData';
import { Region } from '@/ui/QueryBoundary';
import { StatusTag } from '@/ui/StatusTag';
import styles from './index.css';

const NAMES = {
  wechat: 'account.wechat',
  alipay: 'account.alipay',
  wecom: 'account.wecom',
} as const satisfies Record<string, Label>;

/** Platform accounts. The console is connected with none of them, so nothing can be bound; the page says so and promises nothing. */
export function Binding() {
  const say = useSay();
  const query = useData('dashboard.Account/getInfo', {});
  return (
    <div className={styles.panel}>
      <p className={styles.intro}>{say('account.bindingIntro')}</p>
      <Region query={query} minHeight={160}>
        {(info) => (
          <ul className={styles.rows}>
            {info.platforms.map(({ key, configured }) => (
              <li key={key} className={styles.row}>
                <div className={styles.what}>
                  <strong>{say(NAMES[key])}</strong>
                  <span>{say(configured ? 'account.platformReady' : 'account.platformMissing')}</span>
                </div>
                <StatusTag
                  tone={configured ? 'info' : 'neutral'}
                  text={say(configured ? 'account.configured' : 'account.notConnected')}
                />
              </li>
            ))}
          </ul>
        )}
      </Region>
      <p className={styles.intro}>{say('account.bindingFactors')}</p>
    </div>
  );
}
