import type { ReactNode } from 'react';
import styles from './index.css';

/** A value with a second line in `small` or `code`. In a list row both are on one line, so that more rows are visible. */
export function TwoLines({ title, children }: { readonly title?: string; readonly children: ReactNode }) {
  return (
    <span className={styles.lines} title={title}>
      {children}
    </span>
  );
}
