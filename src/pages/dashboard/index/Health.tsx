import type { Tone } from '@contract/lifecycle';
import { RULE } from '@contract/rule-ids';
import { Link } from '@umijs/max';
import { useT } from '@/app/i18n/i18n';
import { usePlatform } from '@/app/platform';
import { useData } from '@/app/request/useData';
import { StatusTag } from '@/ui/StatusTag';
import { TimeText } from '@/ui/TimeText';
import styles from './index.css';

/** Tone of each result of the nightly check of the books. */
const TONE = { right: 'good', wrong: 'bad', unchecked: 'neutral' } as const satisfies Record<string, Tone>;

/**
 * Shows the last check of the books and the time of the last credited settlement in one line (DOMAIN §3.2). The line is empty until the
 * data is loaded.
 */
export function Health({ ready }: { readonly ready: boolean }) {
  const t = useT();
  const { can } = usePlatform();
  const { data } = useData('dashboard.Index/getHealth', {}, { enabled: ready });
  if (!data) return <p className={styles.health} />;
  return (
    <p className={styles.health}>
      {can(RULE['site.health']) ? (
        <Link to="/site/index?tab=health">{t('dashboard.health')}</Link>
      ) : (
        <span>{t('dashboard.health')}</span>
      )}
      <StatusTag tone={TONE[data.books]} text={t(`dashboard.books_${data.books}`)} />
      {data.checkedAt === null ? null : (
        <span>
          {t('dashboard.checkedAt')}
          <TimeText at={data.checkedAt} />
        </span>
      )}
      {data.releasedAt === null ? null : (
        <span>
          {t('dashboard.releasedAt')}
          <TimeText at={data.releasedAt} />
        </span>
      )}
    </p>
  );
}
