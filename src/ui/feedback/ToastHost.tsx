import { useSyncExternalStore } from 'react';
import { useT } from '@/app/i18n/i18n';
import {
  dismissToast,
  holdToast,
  releaseToast,
  shownToasts,
  subscribeToasts,
  type ToastAction,
  type ToastKind,
} from '@/app/toast';
import { IconButton } from '../IconButton';
import styles from './feedback.css';

const SIGNS: Record<ToastKind, string> = {
  success: 'M8 1a7 7 0 1 0 0 14A7 7 0 0 0 8 1Zm3.6 5.3-4.2 4.6a.7.7 0 0 1-1 0L4.4 8.8l1-1 1.5 1.6 3.7-4 1 .9Z',
  error: 'M8 1a7 7 0 1 0 0 14A7 7 0 0 0 8 1Zm2.9 8.9-1 1L8 9l-1.9 1.9-1-1L7 8 5.1 6.1l1-1L8 7l1.9-1.9 1 1L9 8l1.9 1.9Z',
  warning: 'M8 1a7 7 0 1 0 0 14A7 7 0 0 0 8 1Zm.7 10.5H7.3v-1.4h1.4v1.4Zm0-2.5H7.3V4.5h1.4V9Z',
};

/** Renders a message's button or link. Using it removes the message. */
function Action({ id, action: { label, to, run } }: { readonly id: number; readonly action: ToastAction }) {
  const staying = {
    className: styles.action,
    onPointerEnter: () => holdToast(id),
    onPointerLeave: () => releaseToast(id),
    onFocus: () => holdToast(id),
    onBlur: () => releaseToast(id),
  };
  const use = () => {
    dismissToast(id);
    run();
  };
  if (to === undefined) {
    return (
      <button type="button" {...staying} onClick={use}>
        {label}
      </button>
    );
  }
  return (
    <a
      href={to}
      {...staying}
      onClick={(event) => {
        event.preventDefault();
        use();
      }}
    >
      {label}
    </a>
  );
}

/** Shows all messages of the console. Both live regions exist from the start, so that screen readers announce new messages. */
export function ToastHost() {
  const t = useT();
  const entries = useSyncExternalStore(subscribeToasts, shownToasts, shownToasts);
  const words: Record<ToastKind, string> = {
    success: t('common.success'),
    error: t('common.failed'),
    warning: t('common.warning'),
  };
  const list = (wanted: (kind: ToastKind) => boolean) =>
    entries
      .filter((entry) => wanted(entry.kind))
      .map((entry) => (
        <div key={entry.id} className={`${styles.toast} ${styles[entry.kind]}`}>
          <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" className={styles.sign}>
            <path d={SIGNS[entry.kind]} fill="currentColor" />
          </svg>
          <span className={styles.kindWord}>{words[entry.kind]}: </span>
          <span className={styles.text}>
            {entry.title === undefined ? null : <strong className={styles.title}>{entry.title}</strong>}
            {entry.text}
          </span>
          {entry.action ? <Action id={entry.id} action={entry.action} /> : null}
          <IconButton
            className={styles.close}
            label={t('common.closeMessage')}
            onClick={() => dismissToast(entry.id)}
            onPointerEnter={() => holdToast(entry.id)}
            onPointerLeave={() => releaseToast(entry.id)}
            onFocus={() => holdToast(entry.id)}
            onBlur={() => releaseToast(entry.id)}
          >
            ×
          </IconButton>
        </div>
      ));
  return (
    <div className={styles.host}>
      <div role="status" aria-live="polite">
        {list((kind) => kind === 'success')}
      </div>
      <div role="alert" aria-live="assertive">
        {list((kind) => kind !== 'success')}
      </div>
    </div>
  );
}
