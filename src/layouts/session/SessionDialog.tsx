import { useT } from '@/app/i18n/i18n';
import { Button } from '@/ui/Button';
import { Modal } from '@/ui/library/Modal';
import { SignInAgain } from './SignInAgain';
import styles from './session.css';

/** Formats milliseconds as minutes and seconds, for example `1:05`. Fractions of a second are rounded up. */
const clockText = (ms: number): string => {
  const seconds = Math.ceil(ms / 1_000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
};

interface SessionDialogProps {
  /** `idle`: the idle limit is near. `ending`: the maximum duration is almost over. `ended`: the session has ended. */
  readonly kind: 'idle' | 'ending' | 'ended';
  /** Milliseconds until the session ends. */
  readonly left: number;
  /** Called after the user has continued the session or has signed in again. */
  readonly onDone: () => void;
  readonly onLater: () => void;
  readonly onLeave: () => void;
}

/** Shows a dialog about the end of the session. The page below stays unchanged. */
export function SessionDialog({ kind, left, onDone, onLater, onLeave }: SessionDialogProps) {
  const t = useT();
  if (kind === 'idle') {
    return (
      <Modal
        open
        width={420}
        title={t('draft.idleTitle')}
        closable={false}
        footer={
          <Button type="primary" autoFocus onClick={onDone}>
            {t('draft.stay')}
          </Button>
        }
        onCancel={onDone}
      >
        <p role="timer" className={styles.left}>
          {t('draft.idleText', { time: clockText(left) })}
        </p>
        <p>{t('draft.safe')}</p>
      </Modal>
    );
  }
  return (
    <Modal
      open
      width={420}
      title={t(kind === 'ended' ? 'draft.endedTitle' : 'draft.endingTitle')}
      closable={kind === 'ending'}
      mask={{ closable: false }}
      keyboard={kind === 'ending'}
      footer={null}
      onCancel={onLater}
    >
      <p className={styles.left}>
        {kind === 'ended' ? t('draft.endedText') : t('draft.endingText', { time: clockText(left) })}
      </p>
      <p>{t('draft.safe')}</p>
      <SignInAgain onDone={onDone} />
      {kind === 'ended' ? (
        <p className={styles.other}>
          <Button type="link" onClick={onLeave}>
            {t('draft.toSignIn')}
          </Button>
        </p>
      ) : null}
    </Modal>
  );
}
