import { useDispatch } from '@umijs/max';
import { useState } from 'react';
import { useT, useTexts } from '@/app/i18n/i18n';
import { Button } from '@/ui/Button';
import { Modal } from '@/ui/library/Modal';
import { Announcement } from './Announcement';
import styles from './index.css';
import { useCounts } from './Reader';
import { useQueue } from './useQueue';

/** Opens announcements automatically, one after the other. @param waiting number of such announcements, as the server last reported it */
export function Popups({ waiting, onEnd }: { readonly waiting: number; readonly onEnd: () => void }) {
  const t = useT();
  const dispatch = useDispatch();
  const isReady = useTexts('pages');
  const onCounts = useCounts();
  const { queue, cover, retry, next } = useQueue(waiting, onEnd);
  const [closed, setClosed] = useState(0);
  const [one] = queue;
  const signOut = () => void dispatch({ type: 'login/logout' });
  if (!isReady) return null;
  if (!one)
    return cover === 'none' ? null : <Cover isFailed={cover === 'failed'} onRetry={retry} onSignOut={signOut} />;
  const total = closed + queue.length;
  return (
    <Announcement
      key={one.id}
      one={one}
      onCounts={onCounts}
      {...(total > 1 && { progress: t('announcementInbox.progress', { n: closed + 1, total }) })}
      {...(one.isBlocking && { onSignOut: signOut })}
      onEnd={() => {
        setClosed(closed + 1);
        next();
      }}
    />
  );
}

interface CoverProps {
  readonly isFailed: boolean;
  readonly onRetry: () => void;
  readonly onSignOut: () => void;
}

/** Covers the console while the announcements load slowly or cannot be loaded, because one of them may require a confirmation first. */
function Cover({ isFailed, onRetry, onSignOut }: CoverProps) {
  const t = useT();
  const buttons = (
    <div className={styles.buttons}>
      <Button onClick={onSignOut}>{t('announcementInbox.signOut')}</Button>
      <Button type="primary" loading={!isFailed} onClick={onRetry}>
        {t('common.retry')}
      </Button>
    </div>
  );
  return (
    <Modal
      open
      title={t('announcementInbox.dialog')}
      closable={false}
      keyboard={false}
      mask={{ closable: false }}
      footer={buttons}
    >
      <p role={isFailed ? 'alert' : 'status'}>{t(isFailed ? 'announcementInbox.failed' : 'common.loading')}</p>
    </Modal>
  );
}
