import type { ReactNode } from 'react';

/** What scrolls must be reachable by keyboard (WCAG 2.1.1), also where nothing inside can take the focus. */
const REACHABLE = { tabIndex: 0 } as const;

export interface ScrollBoxProps {
  /** Name of the region for a screen reader. */
  readonly label: string;
  readonly children: ReactNode;
  /** Pixels, or all of its parent. */
  readonly height?: number | '100%';
  readonly className?: string | undefined;
}

/** A part that is longer than its room and scrolls within it, with all its words: those for a screen reader only are placed in it too. */
export function ScrollBox({ label, children, height = '100%', className }: ScrollBoxProps) {
  return (
    <section
      aria-label={label}
      className={className}
      style={{ position: 'relative', height, overflow: 'auto' }}
      {...REACHABLE}
    >
      {children}
    </section>
  );
}
