import { Link } from '@umijs/max';
import type { ReactNode } from 'react';
import styles from './index.css';

export interface DrillLinkProps {
  /** The figure. 0 and `null` (hidden or unknown) have no rows to open, so they are not links. */
  readonly value: number | null;
  /** URL of the figure's rows. `undefined` means that the figure is not a link. */
  readonly to: string | undefined;
  readonly className?: string | undefined;
  /** Ids of elements that label the link. Needed when its content is not a sufficient accessible name. */
  readonly labelledBy?: string;
  readonly children: ReactNode;
}

/**
 * Renders a figure that links to its rows. A figure that is 0 or unknown is not a link. The link has the text colour of all figures,
 * because the link colour is for names. Hover and focus underline the link. Only this component decides whether a figure is a link.
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
