import { type MessageKey, useT } from '@/app/i18n/i18n';
import { usePlatform } from '@/app/platform';
import { clockText } from '../TimeText/format';
import styles from './index.css';

/** As long as every time of day is. */
const ANY_TIME = '00:00';

/**
 * The moment of the data in a heading. It keeps its room while they are on their way: a heading that grew to a second line would move
 * everything below it.
 *
 * @param label says `{time}`
 */
export function AsOf({ at, label }: { readonly at: string | undefined; readonly label: MessageKey }) {
  const t = useT();
  const { timeZone } = usePlatform();
  if (at === undefined) return <span className={`${styles.asOf} ${styles.room}`}>{t(label, { time: ANY_TIME })}</span>;
  return <span className={styles.asOf}>{t(label, { time: clockText(at, timeZone) })}</span>;
}
