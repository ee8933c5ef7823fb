import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { getDirection } from '@/app/i18n/i18n';
import styles from './index.css';

export interface PopoverProps {
  /** The element beside which the panel is placed. It gets the focus back when Escape closes the panel. */
  readonly anchor: HTMLElement;
  readonly onClose: () => void;
  readonly children: ReactNode;
  readonly align?: 'start' | 'end';
  /** Makes the panel at least as wide as the anchor. */
  readonly matchWidth?: boolean;
}

const GAP = 4;

/**
 * Returns the element into which the panel is rendered: the dialog or drawer of the anchor, or else the page. If a dialog is open,
 * the panel must be inside it. Elements outside of the dialog cannot keep the focus and are hidden from screen readers.
 */
const hostOf = (anchor: HTMLElement): HTMLElement => anchor.closest<HTMLElement>('[role="dialog"]') ?? document.body;

/** Moves a panel to a point of the window. A dialog that is opening shifts the panel by its transform, so we correct the position. */
function moveTo(panel: HTMLElement, left: number, top: number): void {
  panel.style.left = `${left}px`;
  panel.style.top = `${top}px`;
  if (panel.parentElement === document.body) return;
  const is = panel.getBoundingClientRect();
  if (is.left !== left) panel.style.left = `${left * 2 - is.left}px`;
  if (is.top !== top) panel.style.top = `${top * 2 - is.top}px`;
}

/** Places a panel below its anchor. If the space below is too small and smaller than the space above, places it above the anchor. */
function place(panel: HTMLElement, anchor: HTMLElement, align: 'start' | 'end', matchWidth: boolean): void {
  const box = anchor.getBoundingClientRect();
  if (matchWidth) panel.style.minWidth = `${box.width}px`;
  const { width, height } = panel.getBoundingClientRect();
  const { clientWidth, clientHeight } = document.documentElement;
  const below = clientHeight - box.bottom;
  const upwards = below < height + GAP * 2 && box.top > below;
  const atRight = (align === 'end') !== (getDirection() === 'rtl');
  const wanted = atRight ? box.right - width : box.left;
  moveTo(
    panel,
    Math.max(GAP, Math.min(wanted, clientWidth - width - GAP)),
    upwards ? Math.max(GAP, box.top - height - GAP) : box.bottom + GAP,
  );
}

/**
 * Renders a non-modal popup beside an element. Escape or a press outside closes it. Escape closes only this popup (DESIGN "Keyboard") and
 * returns the focus to the anchor. The component that opens the popup moves the focus inside.
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
    // A dialog or drawer moves while it opens. We detect the movement by changed classes or styles of the two elements around the panel.
    const motion = new MutationObserver(again);
    for (
      let part = element.parentElement, up = 0;
      part && part !== document.body && up < 2;
      part = part.parentElement, up += 1
    ) {
      motion.observe(part, { attributeFilter: ['class', 'style'] });
    }
    return () => {
      observer?.disconnect();
      motion.disconnect();
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
    // We use the capture phase, so that the topmost popup handles Escape before a drawer or dialog under it.
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
    hostOf(anchor),
  );
}
