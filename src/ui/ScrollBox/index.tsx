import type { ReactNode } from 'react';

/**
 * Attributes of a scrolling region. The keyboard must reach it (WCAG 2.1.1), even if it contains no focusable element. The region
 * is not a landmark, because the surrounding block is usually a landmark and often has the same name.
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

/** Renders a region that scrolls within its height. `position: relative` makes screen-reader texts inside scroll with the content. */
export function ScrollBox({ label, children, height = '100%', className }: ScrollBoxProps) {
  return (
    <div className={className} style={{ position: 'relative', height, overflow: 'auto' }} {...reachable(label)}>
      {children}
    </div>
  );
}
