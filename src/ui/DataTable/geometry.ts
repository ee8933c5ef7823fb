import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

/** What a table does with the sizes that the browser has laid out: edges, the head that stays in sight, whole columns. */

/** Pixels that two edges may lie apart and still be the same. */
const SAME = 1;
/** The head follows by the style sheet alone where the browser knows scroll timelines. */
const followsByStyle = (): boolean =>
  typeof CSS !== 'undefined' && typeof CSS.supports === 'function' && CSS.supports('view-timeline-name: --rows');

/** Marks on the frame at which edges columns are hidden (`data-hidden="start end"`). */
function markHidden(box: HTMLElement, frame: HTMLElement): void {
  // Negative where the language runs right to left.
  const passed = Math.abs(box.scrollLeft);
  const left = box.scrollWidth - box.clientWidth - passed;
  const hidden = `${passed > SAME ? 'start' : ''} ${left > SAME ? 'end' : ''}`.trim();
  if (frame.dataset.hidden !== hidden) frame.dataset.hidden = hidden;
}

/**
 * Widens the columns before the first one that does not fit whole, so that it begins where the room ends: at the pinned column, or at
 * the edge of the box. A number of which half is hidden reads as another number.
 */
function showWholeColumns(box: HTMLElement, heads: readonly HTMLTableCellElement[]): void {
  if (box.scrollWidth - box.clientWidth <= SAME || box.scrollLeft !== 0) return;
  const pinned = heads.find(({ dataset }) => dataset.part === 'actions');
  const room = box.clientWidth - (pinned?.offsetWidth ?? 0);
  const whole: HTMLTableCellElement[] = [];
  let start = 0;
  for (const head of heads) {
    const end = start + head.offsetWidth;
    if (end > room + SAME) break;
    whole.push(head);
    start = end;
  }
  const flexible = whole.filter(({ dataset }) => dataset.part === 'column');
  const slack = room - start;
  if (slack <= SAME || flexible.length === 0) return;
  const widths = flexible.map((head) => head.offsetWidth);
  for (const [at, head] of flexible.entries()) {
    head.style.setProperty('--fit', `${(widths[at] ?? 0) + slack / flexible.length}px`);
  }
}

/** @returns whether there was something to take back */
function forgetFit(heads: readonly HTMLTableCellElement[]): boolean {
  const fitted = heads.filter(({ style }) => style.getPropertyValue('--fit') !== '');
  for (const { style } of fitted) style.removeProperty('--fit');
  return fitted.length > 0;
}

/**
 * Keeps a table's geometry right as its box, its rows and its columns change. The box is the element that scrolls sideways; its parent is
 * the frame, its first child the table.
 *
 * @param content what the widths of the columns depend on: another value lays them out anew
 */
export function useGeometry(...content: readonly unknown[]): RefObject<HTMLDivElement | null> {
  const box = useRef<HTMLDivElement>(null);
  const latest = useRef<() => void>(null);
  useEffect(() => {
    const element = box.current;
    const frame = element?.parentElement;
    const table = element?.firstElementChild;
    if (!element || !frame || !(table instanceof HTMLTableElement)) return;
    const head = table.tHead;
    const heads = () => [...(head?.rows[0]?.cells ?? [])];
    let width = element.clientWidth;
    const look = () => {
      if (element.clientWidth !== width) forgetFit(heads());
      width = element.clientWidth;
      showWholeColumns(element, heads());
      markHidden(element, frame);
      // How far the head can go down before the last row ends.
      const way = element.clientHeight - (head?.offsetHeight ?? 0);
      head?.style.setProperty('--way', `${way}px`);
      head?.style.setProperty('--rest', `${frame.offsetHeight - way}px`);
    };
    latest.current = look;
    const edges = () => markHidden(element, frame);
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
  const seen = useRef(content);
  useLayoutEffect(() => {
    const table = box.current?.firstElementChild;
    const isSame = content.every((value, at) => value === seen.current[at]);
    if (isSame || !(table instanceof HTMLTableElement)) return;
    seen.current = content;
    // The same outer size is no news for the observer: what was widened for other content is measured by hand.
    if (forgetFit([...(table.tHead?.rows[0]?.cells ?? [])])) latest.current?.();
  });
  return box;
}
