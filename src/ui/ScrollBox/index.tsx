import type { ReactNode } from 'react';

/**
 * What scrolls must be reachable by keyboard (WCAG 2.1.1), also where nothing inside can take the focus. It is no landmark: the block
 * around it is one, often of the same name.
 */
const reachable = (label: string) => ({ tabIndex: 0, role: 'group', 'aria-label': label });

export interface ScrollBoxProps {
  /** Name for a screen reader. */
  readonly label: string;
  readonly children: ReactNode;
  /** Pixels, or all of its parent. */
  readonly height?: number | '100%';
  readonly className?: string | undefined;
}

/** A part that is longer than its room and scrolls within it, with all its words: those for a screen reader only are placed in it too. */
export function ScrollBox({ label, children, height = '100%', className }: ScrollBoxProps) {
  return (
    <div className={className} style={{ position: 'relative', height, overflow: 'auto' }} {...reachable(label)}>
      {children}
    </div>
  );
}
