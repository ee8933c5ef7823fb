import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

/** What a table does with the sizes that the browser has laid out: edges, the head that stays in sight, whole columns. */

/** Pixels that two edges may lie apart and still be the same. */
const SAME = 1;
/** The head follows by the style sheet alone where the browser knows scroll timelines. */
const followsByStyle = (): boolean =>
  typeof CSS !== 'undefined' && typeof CSS.supports === 'function' && CSS.supports('view-timeline-name: --rows');

/** At which edges columns are hidden: `start`, `end`, both or none. */
function hiddenEdges(box: HTMLElement): string {
  // Negative where the language runs right to left.
  const passed = Math.abs(box.scrollLeft);
  const left = box.scrollWidth - box.clientWidth - passed;
  return `${passed > SAME ? 'start' : ''} ${left > SAME ? 'end' : ''}`.trim();
}

/** The style sheet draws the edges by this mark. */
function markHidden(frame: HTMLElement, edges: string): void {
  if (frame.dataset.hidden !== edges) frame.dataset.hidden = edges;
}

/**
 * Widens the columns before the first one that does not fit whole, so that it begins where the room ends: at the pinned column, or at
 * the edge of the box. A number of which half is hidden reads as another number.
 */
function showWholeColumns(box: HTMLElement, heads: readonly HTMLTableCellElement[]): void {
  if (box.scrollWidth - box.clientWidth <= SAME || box.scrollLeft !== 0) return;
  // Exact: whole pixels of a dozen columns add up to an error that would be fitted again.
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
/** While bones stand for the rows there is no number to misread, and nothing moves for nothing. */
const hasRows = (box: Element): boolean => box.querySelector('tr[data-row]') !== null;

/**
 * Keeps a table's geometry right as its box, its rows and its columns change. The box is the element that scrolls sideways; its parent is
 * the frame, its first child the table.
 *
 * @param content what the widths of the columns depend on; when one of them changes, the columns are measured again
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
      // All is read before anything is written: a size that is asked for after a change makes the browser lay the table out once more.
      // What the fitting changes of these sizes brings the observer back; that it hides columns at the end stays as it is.
      const edges = hiddenEdges(element);
      // How far the head can go down before the last row ends.
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
    // It tells the first sizes as well, when the browser has laid the page out anyway; asking now would make it do so twice.
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
    // Before the browser draws them: what the observer changes counts as a shift of the layout. The layout that this asks for is the one
    // that the new rows need anyway.
    if (hasRows(element)) showWholeColumns(element, heads);
  });
  return box;
}
