import type { ReactNode } from 'react';
import styles from './index.css';

/** Shows a value and a second line, which the caller wraps in `small` or `code`. In tables of a wide window both share one line. */
export function TwoLines({ title, children }: { readonly title?: string; readonly children: ReactNode }) {
  return (
    <span className={styles.lines} title={title}>
      {children}
    </span>
  );
}
