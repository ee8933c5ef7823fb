import type { ReactNode } from 'react';
import styles from './index.css';

/** Shows an empty state: one sentence and an action. The drawing uses the theme's colours (DESIGN "Empty"). */
export function EmptyState({ text, action }: { readonly text: string; readonly action?: ReactNode }) {
  return (
    <div className={styles.empty} data-empty="">
      <svg width="96" height="64" viewBox="0 0 96 64" fill="none" aria-hidden="true">
        <ellipse cx="48" cy="56" rx="40" ry="6" className={styles.ground} />
        <path d="M20 26 30 12h36l10 14v24a4 4 0 0 1-4 4H24a4 4 0 0 1-4-4V26Z" className={styles.box} />
        <path d="M20 26h18c0 6 4 10 10 10s10-4 10-10h18" className={styles.box} />
      </svg>
      <p>{text}</p>
      {action}
    </div>
  );
}
