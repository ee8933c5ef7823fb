import type { ReactNode } from 'react';

/**
 * A scrolling part must be reachable by keyboard (WCAG 2.1.1), even when it contains no focusable element. It is no landmark: the
 * surrounding block is one, often with the same name.
 */
const reachable = (label: string) => ({ tabIndex: 0, role: 'group', 'aria-label': label });

export interface ScrollBoxProps {
  /** Accessible name. */
  readonly label: string;
  readonly children: ReactNode;
  /** Height in pixels, or the full height of the parent. */
  readonly height?: number | '100%';
  readonly className?: string | undefined;
}

/** A part that scrolls within its height. It is the containing block of its texts for screen readers, so they scroll with it. */
export function ScrollBox({ label, children, height = '100%', className }: ScrollBoxProps) {
  return (
    <div className={className} style={{ position: 'relative', height, overflow: 'auto' }} {...reachable(label)}>
      {children}
    </div>
  );
}
