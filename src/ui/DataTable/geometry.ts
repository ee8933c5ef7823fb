import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

/** Measures a table after layout: hidden columns at the edges, the sticky head, and columns that should not be cut. */

/** Tolerance in pixels when we compare two edges. */
const SAME = 1;
/** Checks whether the browser supports view timelines. With support, the style sheet moves the head without a script. */
const followsByStyle = (): boolean =>
  typeof CSS !== 'undefined' && typeof CSS.supports === 'function' && CSS.supports('view-timeline-name: --rows');

/** Returns the edges behind which columns are hidden: `start`, `end`, `start end`, or an empty text. */
function hiddenEdges(box: HTMLElement): string {
  // scrollLeft is negative in a right-to-left layout.
  const passed = Math.abs(box.scrollLeft);
  const left = box.scrollWidth - box.clientWidth - passed;
  return `${passed > SAME ? 'start' : ''} ${left > SAME ? 'end' : ''}`.trim();
}

/** Sets `data-hidden` to these edges. The style sheet marks them with a line and a shadow. */
function markHidden(frame: HTMLElement, edges: string): void {
  if (frame.dataset.hidden !== edges) frame.dataset.hidden = edges;
}

/**
 * Widens those fully visible columns whose width the user has not chosen, so that the next column begins outside of the visible space. A
 * number that is cut in half would look like another number. The visible space ends at the pinned column or at the edge of the box.
 */
function showWholeColumns(box: HTMLElement, heads: readonly HTMLTableCellElement[]): void {
  if (box.scrollWidth - box.clientWidth <= SAME || box.scrollLeft !== 0) return;
  // We need fractions of pixels: rounding errors of a dozen columns add up, and the sum would trigger another adjustment.
  const widths = heads.map((head) => head.getBoundingClientRect().width);
  const pinned = heads.findIndex(({ dataset }) => dataset.part === 'actions');
  const room = box.clientWidth - (widths[pinned] ?? 0);
  let start = 0;
  let whole = 0;
  while (whole < heads.length && start + (widths[whole] ?? 0) <= room + SAME) {
    start += widths[whole] ?? 0;
    whole += 1;
  }
  const flexible = heads.flatMap((head, at) => (at < whole && head.dataset.part === 'column' ? [{ head, at }] : []));
  const slack = room - start;
  if (slack <= SAME) return;
  for (const { head, at } of flexible) {
    head.style.setProperty('--fit', `${(widths[at] ?? 0) + slack / flexible.length}px`);
  }
}

function forgetFit(heads: readonly HTMLTableCellElement[]): void {
  for (const { style } of heads) if (style.getPropertyValue('--fit') !== '') style.removeProperty('--fit');
}

const headsOf = (box: Element): HTMLTableCellElement[] => [...box.querySelectorAll<HTMLTableCellElement>('thead th')];
/** Checks whether there are rows. A loading skeleton has no numbers that could be cut, so its columns keep their widths. */
const hasRows = (box: Element): boolean => box.querySelector('tr[data-row]') !== null;

/**
 * Updates a table's geometry when its box, rows or columns change. The box is the element that scrolls horizontally. Its parent
 * is the frame, and its first child is the table.
 *
 * @param content inputs of the column widths; when one of them changes, the columns are measured again
 */
export function useGeometry(...content: readonly unknown[]): RefObject<HTMLDivElement | null> {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = box.current;
    const frame = element?.parentElement;
    const table = element?.firstElementChild;
    if (!element || !frame || !(table instanceof HTMLTableElement)) return;
    const head = table.tHead;
    let width: number | null = null;
    const look = () => {
      const heads = headsOf(element);
      if (width !== null && element.clientWidth !== width) forgetFit(heads);
      width = element.clientWidth;
      // Read all sizes before any write, because a read after a write forces another layout. `edges` stays correct:
      // wider columns do not change whether columns are hidden at the end.
      const edges = hiddenEdges(element);
      // Distance in pixels that the head can move down until it reaches the bottom of the box.
      const way = element.clientHeight - (head?.offsetHeight ?? 0);
      const rest = frame.offsetHeight - way;
      if (hasRows(element)) showWholeColumns(element, heads);
      markHidden(frame, edges);
      head?.style.setProperty('--way', `${way}px`);
      head?.style.setProperty('--rest', `${rest}px`);
    };
    const edges = () => markHidden(frame, hiddenEdges(element));
    const follow = () => {
      if (!head) return;
      const covered = Number.parseFloat(getComputedStyle(frame).getPropertyValue('--covered')) || 0;
      const { top } = frame.getBoundingClientRect();
      const down = Math.max(0, Math.min(covered - top, element.clientHeight - head.offsetHeight));
      head.style.transform = down > 0 ? `translateY(${down}px)` : '';
    };
    const byHand = !followsByStyle();
    element.addEventListener('scroll', edges, { passive: true });
    if (byHand) window.addEventListener('scroll', follow, { passive: true });
    // The observer also reports the first sizes, after the browser's own layout. A measurement here would force a second layout.
    const sizes = typeof ResizeObserver === 'undefined' ? null : new ResizeObserver(look);
    sizes?.observe(element);
    sizes?.observe(table);
    return () => {
      element.removeEventListener('scroll', edges);
      window.removeEventListener('scroll', follow);
      sizes?.disconnect();
    };
  }, []);
  const seen = useRef<readonly unknown[]>([]);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element || content.every((value, at) => value === seen.current[at])) return;
    seen.current = content;
    const heads = headsOf(element);
    forgetFit(heads);
    // We widen the columns before painting, because a later change by the observer would count as a layout shift. This costs no extra
    // layout: the new rows force one in any case.
    if (hasRows(element)) showWholeColumns(element, heads);
  });
  return box;
}
