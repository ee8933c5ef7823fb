import { CaretDownOutlined, CaretUpOutlined } from '@ant-design/icons';
import type { CSSProperties, KeyboardEvent, PointerEvent } from 'react';
import { useT } from '@/app/i18n/i18n';
import { COLUMN_WIDTH, clampWidth } from '../ListPage/columns';
import type { Sort } from '../ListPage/listState';
import type { Column } from '../ListPage/types';
import { Tooltip } from '../Tooltip';
import styles from './index.css';

/** Pixels by which an arrow key moves a column's edge. */
const STEP = 16;

/**
 * Sets a column's width in pixels. `null` returns to the width of the content, `undefined` to the width before the drag. `isFinal` is
 * `false` only during a drag.
 */
export type SetWidth = (key: string, width: number | null | undefined, isFinal: boolean) => void;

/** Renders a column head: name, unit, explanation, sort button, and the edge that resizes the column. */
export function Head<R>({
  column,
  sort,
  onSort,
  width,
  onWidth,
  isEdgeInTabOrder,
}: {
  readonly column: Column<R>;
  readonly sort: Sort | null;
  readonly onSort: ((sort: Sort | null) => void) | undefined;
  /** Width in pixels that the user chose. `undefined` means the width of the content. */
  readonly width: number | undefined;
  readonly onWidth: SetWidth | undefined;
  /** `true` for the only column edge that is in the tab order. Arrow up and arrow down move the focus between the edges. */
  readonly isEdgeInTabOrder: boolean;
}) {
  const t = useT();
  const field = column.sort === true ? column.key : column.sort;
  const order = field !== undefined && sort?.field === field ? sort.order : null;
  const text = (
    <>
      {t(column.title)}
      {column.unit ? <span className={styles.unit}> ({t(column.unit)})</span> : null}
    </>
  );
  const style: CSSProperties | undefined =
    width !== undefined ? { width, minWidth: width, maxWidth: width } : column.width ? sized(column.width) : undefined;
  return (
    <th
      scope="col"
      className={`${column.align === 'end' ? styles.end : ''} ${column.opens ? styles.first : ''} ${width === undefined ? '' : styles.cut}`}
      style={style}
      data-part={width === undefined ? 'column' : 'sized'}
      aria-sort={order === 'asc' ? 'ascending' : order === 'desc' ? 'descending' : undefined}
    >
      {field !== undefined && onSort ? (
        <button
          type="button"
          className={styles.sort}
          onClick={() =>
            onSort(order === null ? { field, order: 'desc' } : order === 'desc' ? { field, order: 'asc' } : null)
          }
        >
          {text}
          <span className={styles.carets} aria-hidden="true">
            <CaretUpOutlined className={order === 'asc' ? styles.on : ''} />
            <CaretDownOutlined className={order === 'desc' ? styles.on : ''} />
          </span>
        </button>
      ) : (
        text
      )}
      {column.help ? <Tooltip text={t(column.help)} /> : null}
      {onWidth ? (
        <Edge
          name={t(column.title)}
          width={width ?? column.width ?? COLUMN_WIDTH.least}
          isInTabOrder={isEdgeInTabOrder}
          set={(next, isFinal) => onWidth(column.key, next, isFinal)}
        />
      ) : null}
    </th>
  );
}

/** Returns the style with the column's declared minimum width, as a CSS variable. */
const sized = (width: number) => ({ '--least': `${width}px` }) as CSSProperties;

const edgesOf = (edge: Element): HTMLElement[] => [...(edge.closest('tr')?.querySelectorAll<HTMLElement>('hr') ?? [])];
const widthOf = (edge: Element): number => edge.closest('th')?.offsetWidth ?? 0;
const runsLeft = (edge: Element): boolean => getComputedStyle(edge).direction === 'rtl';

/**
 * Renders the edge that resizes a column by dragging, or by arrow left and arrow right. Arrow up and arrow down focus the edge of another
 * column. Enter or a double click returns to the content's width.
 */
function Edge({
  name,
  width,
  isInTabOrder,
  set,
}: {
  readonly name: string;
  readonly width: number;
  readonly isInTabOrder: boolean;
  readonly set: (width: number | null | undefined, isFinal: boolean) => void;
}) {
  const t = useT();
  const press = (event: KeyboardEvent<HTMLElement>) => {
    const edge = event.currentTarget;
    const wider = runsLeft(edge) ? 'ArrowLeft' : 'ArrowRight';
    if (event.key === 'ArrowLeft' || event.key === 'ArrowRight') {
      set(clampWidth(widthOf(edge) + (event.key === wider ? STEP : -STEP)), true);
    } else if (event.key === 'Enter') set(null, true);
    else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      const edges = edgesOf(edge);
      edges[edges.indexOf(edge) + (event.key === 'ArrowDown' ? 1 : -1)]?.focus();
    } else return;
    event.preventDefault();
  };
  const drag = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return;
    const edge = event.currentTarget;
    const { clientX: from, pointerId } = event;
    const before = widthOf(edge);
    const sign = runsLeft(edge) ? -1 : 1;
    const at = (to: globalThis.PointerEvent) => clampWidth(before + (to.clientX - from) * sign);
    const move = (to: globalThis.PointerEvent) => {
      if (to.clientX !== from) set(at(to), false);
    };
    const stop = new AbortController();
    const { signal } = stop;
    edge.setPointerCapture?.(pointerId);
    edge.addEventListener('pointermove', move, { signal });
    const end = (to: globalThis.PointerEvent) => {
      stop.abort();
      if (to.clientX !== from) set(at(to), true);
    };
    edge.addEventListener('pointerup', end, { signal });
    // The position of a cancelled pointer is not defined. Browsers may report 0.
    const cancel = () => {
      stop.abort();
      set(undefined, true);
    };
    edge.addEventListener('pointercancel', cancel, { signal });
    // Prevents the browser from selecting the text of the heads during the drag.
    event.preventDefault();
  };
  return (
    <hr
      className={styles.edge}
      aria-orientation="vertical"
      aria-label={t('list.widthOf', { name })}
      aria-valuenow={width}
      aria-valuemin={COLUMN_WIDTH.least}
      aria-valuemax={COLUMN_WIDTH.most}
      tabIndex={isInTabOrder ? 0 : -1}
      title={t('list.widthHint')}
      onFocus={(event) => event.currentTarget.setAttribute('aria-valuenow', String(widthOf(event.currentTarget)))}
      onKeyDown={press}
      onPointerDown={drag}
      onDoubleClick={() => set(null, true)}
    />
  );
}
