import type { Conflict } from '@/app/calls/mutate';
import { useT } from '@/app/i18n/i18n';
import { Button } from '../Button';
import { SmallTable } from '../SmallTable';
import { TimeText } from '../TimeText';
import styles from './index.css';

/** One value of an object: as it was shown, and as it is now. */
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
 * "Changed by someone else", for an action: the other user, the time and the changes, before the page reads the object again (DOMAIN
 * §0.3). Forms show mine and theirs side by side instead ({@link file://./Merge.tsx}).
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
