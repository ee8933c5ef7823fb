import type { Input } from '@contract/index';
import { SERVICE_NOTICE } from '@contract/serviceNotice.states';
import { useLocale, useT } from '@/app/i18n/i18n';
import { readFailureText } from '@/app/request/readFailureText';
import { useData } from '@/app/request/useData';
import { useRested } from '@/app/useRested';
import type { FormValues } from '@/ui/EntityForm/store';
import { formatFigure } from '@/ui/Money/format';
import { personOf } from './audienceFields';
import styles from './index.css';

interface CountProps {
  readonly audience: Input<'user.Notice/createTask'>['audience'] | null;
  readonly values: FormValues;
}

/** Shows the number of people in the audience. The server counts the people again after each change of the audience. */
export function AudienceCount({ audience, values }: CountProps) {
  const t = useT();
  const locale = useLocale();
  const asked = audience === null ? '' : JSON.stringify(audience);
  const settled = useRested(asked);
  const isAsked = settled !== '' && settled === asked;
  const { data, error } = useData(
    'user.Notice/countAudience',
    {
      personType: personOf(values),
      audienceJson: settled,
      excludeBlacklist: values.excludeBlacklist === true ? 'true' : 'false',
      ...(typeof values.templateId === 'number' && { templateId: values.templateId }),
    },
    { enabled: isAsked, keepPrevious: true },
  );
  const sentence = () => {
    if (asked === '') return t('serviceNotice.countWaits');
    if (error) return readFailureText(error);
    if (!data) return '…';
    if (data.count === 0) return t('serviceNotice.countNone');
    const n = formatFigure(data.count, 'count', locale);
    return data.isExact ? t('serviceNotice.count', { n }) : t('serviceNotice.countAbout', { n });
  };
  const isShown = asked !== '' && !error && data !== undefined;
  const limit = formatFigure(SERVICE_NOTICE.ownerAbove, 'count', locale);
  return (
    <div role="status">
      <p className={styles.count}>{sentence()}</p>
      {isShown && data.count > 0 && data.reachable !== null ? (
        <p className={styles.count}>
          {t('serviceNotice.reachable', { n: formatFigure(data.reachable, 'count', locale) })}
        </p>
      ) : null}
      {data?.needsOwner && asked !== '' ? (
        <p className={`${styles.count} ${styles.warning}`}>{t('serviceNotice.needsOwner', { n: limit })}</p>
      ) : null}
    </div>
  );
}
