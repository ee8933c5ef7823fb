import type { Conflict } from '@/app/calls/mutate';
import { useT } from '@/app/i18n/i18n';
import { Button } from '../Button';
import { SmallTable } from '../SmallTable';
import { TimeText } from '../TimeText';
import styles from './index.css';

/** One changed value of an object: the value that the page showed, and the current value. */
export interface Changed {
  readonly name: string;
  readonly label: string;
  readonly before: string;
  readonly now: string;
}

export interface ConflictNoticeProps {
  readonly conflict: Conflict;
  readonly changes: readonly Changed[];
  readonly onReload: () => void;
}

/**
 * Shows who changed the object, when, and which values, if an action was sent with an older version (DOMAIN §0.3). The user then
 * loads the object again. Forms compare mine and theirs instead ({@link file://./Merge.tsx}).
 */
export function ConflictNotice({ conflict, changes, onReload }: ConflictNoticeProps) {
  const t = useT();
  return (
    <div className={styles.notice} role="alert">
      <p>
        <strong>{t('form.conflict')}</strong>{' '}
        {conflict.changedBy ? t('form.conflictBy', { name: conflict.changedBy }) : ''}{' '}
        {conflict.changedAt ? <TimeText at={conflict.changedAt} /> : null}
      </p>
      <p>{t('form.conflictKept')}</p>
      {changes.length > 0 ? (
        <SmallTable
          isNamed
          heads={[t('form.field'), t('conflict.before'), t('conflict.now')]}
          rows={changes.map(({ name, label, before, now }) => ({ key: name, cells: [label, before, now] }))}
        />
      ) : null}
      <div className={styles.buttons}>
        <Button onClick={onReload}>{t('common.reload')}</Button>
      </div>
    </div>
  );
}
