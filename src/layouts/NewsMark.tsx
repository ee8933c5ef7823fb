import { NEWS } from '@contract/news';
import { useCallback } from 'react';
import { useT } from '@/app/i18n/i18n';
import { usePreference } from '@/app/usePreference';
import styles from './news.css';

/** Returns whether the user has not seen the changes of the newest console version, and a function that marks them as seen. */
export function useNews() {
  const latest = NEWS[0]?.version ?? '';
  const [seen, state, keep] = usePreference<string>('newsSeen', (stored) => (typeof stored === 'string' ? stored : ''));
  const see = useCallback(() => keep(latest), [keep, latest]);
  return { isUnseen: state === 'known' && seen !== latest, see };
}

/** Shows a dot on the user menu until the user has seen the changes of the newest console version. */
export default function NewsMark() {
  const t = useT();
  const { isUnseen } = useNews();
  return isUnseen ? (
    <span className={styles.mark}>
      <span data-visually-hidden="">{t('manual.newsUnseen')}</span>
    </span>
  ) : null;
}
