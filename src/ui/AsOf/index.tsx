import { type MessageKey, useT } from '@/app/i18n/i18n';
import { usePlatform } from '@/app/platform';
import { clockText } from '../TimeText/format';
import styles from './index.css';

/** Placeholder for a time of day. Digits have equal widths, so the placeholder reserves the right width. */
const ANY_TIME = '00:00';

/**
 * Shows the time of the data ("as of") in a heading. The space is reserved while the data loads. Otherwise the heading could wrap when the
 * time appears, and everything below it would shift.
 *
 * @param label contains `{time}`
 */
export function AsOf({ at, label }: { readonly at: string | undefined; readonly label: MessageKey }) {
  const t = useT();
  const { timeZone } = usePlatform();
  if (at === undefined) return <span className={`${styles.asOf} ${styles.room}`}>{t(label, { time: ANY_TIME })}</span>;
  return <span className={styles.asOf}>{t(label, { time: clockText(at, timeZone) })}</span>;
}
