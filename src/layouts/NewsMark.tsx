import { NEWS } from '@contract/news';
import { useCallback } from 'react';
import { useT } from '@/app/i18n/i18n';
import { usePreference } from '@/app/usePreference';
import styles from './news.css';

/** Whether the user has not seen the newest version yet, and the function that marks it as seen. */
export function useNews() {
  const latest = NEWS[0]?.version ?? '';
  const [seen, isKnown, keep] = usePreference<string>('newsSeen', (stored) =>
    typeof stored === 'string' ? stored : '',
  );
  const see = useCallback(() => keep(latest), [keep, latest]);
  return { isUnseen: isKnown && seen !== latest, see };
}

/** A dot on the user menu while there is an unseen version. */
export default function NewsMark() {
  const t = useT();
  const { isUnseen } = useNews();
  return isUnseen ? (
    <span className={styles.mark}>
      <span data-visually-hidden="">{t('manual.newsUnseen')}</span>
    </span>
  ) : null;
}
