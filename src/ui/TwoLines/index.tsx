import type { ReactNode } from 'react';
import styles from './index.css';

/** A value with what belongs to it below, in `small` or `code`. In a row of a list both stand in one line: more rows are in sight. */
export function TwoLines({ title, children }: { readonly title?: string; readonly children: ReactNode }) {
  return (
    <span className={styles.lines} title={title}>
      {children}
    </span>
  );
}
