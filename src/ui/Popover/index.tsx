import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { getDirection } from '@/app/i18n/i18n';
import styles from './index.css';

export interface PopoverProps {
  /** The element at which the panel is placed, and which gets the focus back. */
  readonly anchor: HTMLElement;
  readonly onClose: () => void;
  readonly children: ReactNode;
  readonly align?: 'start' | 'end';
  /** Makes the panel at least as wide as the anchor. */
  readonly matchWidth?: boolean;
}

const GAP = 4;

/** Places a panel below its anchor, or above it where there is more space; always inside the window. */
function place(panel: HTMLElement, anchor: HTMLElement, align: 'start' | 'end', matchWidth: boolean): void {
  const box = anchor.getBoundingClientRect();
  if (matchWidth) panel.style.minWidth = `${box.width}px`;
  const { width, height } = panel.getBoundingClientRect();
  const { clientWidth, clientHeight } = document.documentElement;
  const below = clientHeight - box.bottom;
  const upwards = below < height + GAP * 2 && box.top > below;
  const atRight = (align === 'end') !== (getDirection() === 'rtl');
  const wanted = atRight ? box.right - width : box.left;
  panel.style.left = `${Math.max(GAP, Math.min(wanted, clientWidth - width - GAP))}px`;
  panel.style.top = `${upwards ? Math.max(GAP, box.top - height - GAP) : box.bottom + GAP}px`;
}

/**
 * A light popup beside an element. Escape and a press outside close it; Escape closes only this popup (DESIGN "Keyboard") and
 * restores the focus to the anchor. The opener moves the focus inside.
 */
export function Popover({ anchor, onClose, children, align = 'start', matchWidth = false }: PopoverProps) {
  const panel = useRef<HTMLDivElement>(null);
  const close = useRef(onClose);
  close.current = onClose;

  useLayoutEffect(() => {
    const element = panel.current;
    if (!element) return;
    const again = () => place(element, anchor, align, matchWidth);
    again();
    const observer = typeof ResizeObserver === 'undefined' ? null : new ResizeObserver(again);
    observer?.observe(element);
    window.addEventListener('resize', again);
    window.addEventListener('scroll', again, true);
    return () => {
      observer?.disconnect();
      window.removeEventListener('resize', again);
      window.removeEventListener('scroll', again, true);
    };
  }, [anchor, align, matchWidth]);

  useEffect(() => {
    const press = (event: PointerEvent) => {
      const target = event.target as Node;
      if (!panel.current?.contains(target) && !anchor.contains(target)) close.current();
    };
    const key = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      event.preventDefault();
      close.current();
      anchor.focus();
    };
    // Capture phase: the topmost popup handles Escape before a drawer or dialog under it does.
    document.addEventListener('pointerdown', press, true);
    window.addEventListener('keydown', key, true);
    return () => {
      document.removeEventListener('pointerdown', press, true);
      window.removeEventListener('keydown', key, true);
    };
  }, [anchor]);

  return createPortal(
    <div ref={panel} className={styles.panel} data-floater="">
      {children}
    </div>,
    document.body,
  );
}
