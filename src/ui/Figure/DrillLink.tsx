import { Link } from '@umijs/max';
import type { ReactNode } from 'react';
import styles from './index.css';

export interface DrillLinkProps {
  /** The figure itself; 0 and null (hidden or not known) have nothing behind them. */
  readonly value: number | null;
  /** Where its rows are; absent: nowhere. */
  readonly to: string | undefined;
  readonly className?: string | undefined;
  /** Ids of elements that label the link, where the label is more than its content. */
  readonly labelledBy?: string;
  readonly children: ReactNode;
}

/**
 * A figure that opens its rows. It has the ink of all figures; hover and focus underline it. The colour of links belongs to names. The
 * one place that decides whether a figure is a link.
 */
export function DrillLink({ value, to, className, labelledBy, children }: DrillLinkProps) {
  if (to === undefined || value === null || value === 0) {
    return className === undefined ? children : <span className={className}>{children}</span>;
  }
  return (
    <Link
      className={className === undefined ? styles.drill : `${styles.drill} ${className}`}
      to={to}
      aria-labelledby={labelledBy}
    >
      {children}
    </Link>
  );
}
