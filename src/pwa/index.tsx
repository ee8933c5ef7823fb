import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { reloadAsked } from '@/app/calls/reload';
import { now } from '@/app/clock';
import { useT } from '@/app/i18n/i18n';
import { getToken } from '@/app/session/token';
import { windowSettings } from '@/app/windowSettings';
import { Button } from '@/ui/Button';
import { IconButton } from '@/ui/IconButton';
import styles from './index.css';
import { type Follower, followWorker, removeWorkers } from './worker';

const isOnline = () => navigator.onLine;

function subscribe(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

/** Checks whether offline use is enabled, both in the build (`OFFLINE`) and in the settings of the installation (`offline`). */
function isKept(): boolean {
  return process.env.NODE_ENV === 'production' && process.env.OFFLINE !== 'off' && windowSettings().offline;
}

/** Shows the messages "You are offline now" and "New content is available" (SPEC §8). */
export default function Notices() {
  const t = useT();
  const online = useSyncExternalStore(subscribe, isOnline, isOnline);
  const [isNew, setIsNew] = useState(false);
  const follower = useRef<Follower | null>(null);

  useEffect(() => {
    if (!isKept()) {
      void removeWorkers().catch(() => undefined);
      return;
    }
    // Browsers offer service workers only to pages with a secure origin.
    if (!navigator.serviceWorker) return;
    const following = followWorker(
      {
        workers: navigator.serviceWorker,
        isSignedIn: () => getToken() !== null,
        now,
        reload: () => window.location.reload(),
      },
      () => setIsNew(true),
    );
    follower.current = following;
    return following.stop;
  }, []);

  const refresh = () => void reloadAsked(() => follower.current?.refresh());

  return (
    <div className={styles.notices} role="status">
      {!online && <div className={`${styles.notice} ${styles.offline}`}>{t('common.offline')}</div>}
      {isNew && (
        <div className={styles.notice}>
          <span>{t('common.newContent')}</span>
          <Button type="primary" size="small" onClick={refresh}>
            {t('common.refresh')}
          </Button>
          <IconButton className={styles.close} label={t('common.closeMessage')} onClick={() => setIsNew(false)}>
            ×
          </IconButton>
        </div>
      )}
    </div>
  );
}
