import type { Data } from '@contract/index';
import { useEffect, useState } from 'react';
import { mutate } from '@/app/calls/mutate';
import { useT } from '@/app/i18n/i18n';
import { useData, useRefresh } from '@/app/request/useData';
import { Button } from '@/ui/Button';
import { toast } from '@/ui/feedback';
import { Modal } from '@/ui/library/Modal';
import { QRCode } from '@/ui/library/QRCode';
import { QueryError } from '@/ui/QueryBoundary';
import styles from './index.css';

const GET = 'dashboard.Account/getFollower';
/** Milliseconds between two checks of whether the QR code was scanned. */
const LOOK_MS = 3_000;

type Code = Data<'dashboard.Account/startFollower'>;

/** Binds and unbinds the user's messaging account. The official account can send notices to a bound account. */
export function OfficialAccount() {
  const t = useT();
  const refresh = useRefresh();
  const [code, setCode] = useState<Code | null>(null);
  const [isEnding, setEnding] = useState(false);
  const query = useData(GET, {}, { everyMs: code === null ? undefined : LOOK_MS, staleTime: 0 });
  const { data } = query;
  const isBound = (data?.boundAt ?? null) !== null;
  useEffect(() => {
    if (!isBound) return;
    setCode((shown) => {
      if (shown) toast.success(t('account.followerBound'));
      return null;
    });
    refresh('dashboard.Account/getNotify');
  }, [isBound, refresh, t]);
  if (!data) return <QueryError query={query} />;
  if (!data.isOffered) return null;
  const start = async () => {
    const end = await mutate('dashboard.Account/startFollower', () => ({}));
    if (end.kind === 'done') setCode(end.data);
    else if (end.kind === 'refused') toast.error(end.msg || t('common.networkError'));
  };
  return (
    <div className={styles.row}>
      <div className={styles.what}>
        <strong>{t('account.follower')}</strong>
        <span>{t(isBound ? 'account.followerOn' : 'account.followerOff')}</span>
      </div>
      {isBound ? (
        <Button onClick={() => setEnding(true)}>{t('account.followerEnd')}</Button>
      ) : (
        <Button onClick={() => void start()}>{t('account.followerStart')}</Button>
      )}
      {code ? (
        <Modal open title={t('account.followerStart')} footer={null} onCancel={() => setCode(null)}>
          <figure className={styles.code} aria-label={t('account.followerStart')}>
            <QRCode value={code.qrUrl} type="svg" aria-label={t('account.followerStart')} />
            <figcaption>
              {t('account.followerScan', { minutes: code.expireIn / 60 })}
              {data.isSimulated ? <small>{t('account.followerSimulated')}</small> : null}
            </figcaption>
          </figure>
        </Modal>
      ) : null}
      {isEnding ? <Ending onClose={() => setEnding(false)} /> : null}
    </div>
  );
}

/** Unbinds the messaging account after a confirmation. */
function Ending({ onClose }: { readonly onClose: () => void }) {
  const t = useT();
  const refresh = useRefresh();
  const [isRunning, setRunning] = useState(false);
  const run = async () => {
    setRunning(true);
    const end = await mutate('dashboard.Account/endFollower', () => ({}));
    setRunning(false);
    if (end.kind === 'done') toast.success(end.data.message);
    else if (end.kind === 'refused') toast.error(end.msg || t('common.networkError'));
    refresh('dashboard.Account/getFollower');
    refresh('dashboard.Account/getNotify');
    onClose();
  };
  return (
    <Modal
      open
      title={t('account.followerEnd')}
      okText={t('account.followerEnd')}
      cancelText={t('common.cancel')}
      confirmLoading={isRunning}
      onOk={() => void run()}
      onCancel={onClose}
    >
      {t('account.followerEndText')}
    </Modal>
  );
}
