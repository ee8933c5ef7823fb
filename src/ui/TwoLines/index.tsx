import type { ReactNode } from 'react';
import styles from './index.css';

/** Shows a value and a second line in `small` or `code`. In table rows of a wide window, both are on one line to save space. */
export function TwoLines({ title, children }: { readonly title?: string; readonly children: ReactNode }) {
  return (
    <span className={styles.lines} title={title}>
      {children}
    </span>
  );
}
