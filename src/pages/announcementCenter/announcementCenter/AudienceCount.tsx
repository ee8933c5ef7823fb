import type { AudienceType } from '@contract/announcement.states';
import { useLocale, useT } from '@/app/i18n/i18n';
import { useData } from '@/app/request/useData';
import { useRested } from '@/app/useRested';
import { formatFigure } from '@/ui/Money/format';
import styles from './index.css';

interface CountProps {
  readonly audienceType: AudienceType;
  readonly target: object;
}

/** Shows the number of people in the audience. The server counts the people again after each change of the audience. */
export function AudienceCount({ audienceType, target }: CountProps) {
  const t = useT();
  const locale = useLocale();
  const asked = JSON.stringify({ audienceType, target });
  const settled = useRested(asked);
  const { data, error } = useData(
    'announcement.Announcement/countTarget',
    { audienceType, targetJson: JSON.stringify(target) },
    { enabled: settled === asked, keepPrevious: true },
  );
  const sentence = () => {
    if (error) return error.message || t('announcement.countFailed');
    if (!data) return '…';
    if (data.count === 0) return t('announcement.countNone');
    return t('announcement.countPeople', { n: formatFigure(data.count, 'count', locale) });
  };
  return (
    <p role="status" className={styles.count}>
      {sentence()}
    </p>
  );
}
