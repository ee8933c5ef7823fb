import { useData } from '@/components/data';
import { Region } from '@/components/Region';
import { StatusTag } from '@/components/StatusTag';
import { type Label, useSay } from '@/components/say';
import styles from './index.css';

const NAMES = {
  wechat: 'account.wechat',
  alipay: 'account.alipay',
  wecom: 'account.wecom',
} as const satisfies Record<string, Label>;

/** Platform accounts. While a platform's sign-in is not configured here there is nothing to bind, and the page says so. */
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
                  text={say(configured ? 'account.configured' : 'account.notConfigured')}
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
