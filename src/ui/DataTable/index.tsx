import { CaretDownOutlined, CaretUpOutlined } from '@ant-design/icons';
import { type ChangeEvent, memo, type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { type Translate, useT } from '@/app/i18n/i18n';
import { CutText } from '../CutText';
import type { Sort } from '../ListPage/listState';
import type { Column } from '../ListPage/types';
import { Tooltip } from '../Tooltip';
import styles from './index.css';

export interface DataTableProps<R extends { readonly id: number }> {
  readonly label: string;
  readonly columns: readonly Column<R>[];
  /** undefined: the first load; bones of the real columns are shown. */
  readonly rows: readonly R[] | undefined;
  readonly rowName: (row: R) => string;
  readonly sort?: Sort | null;
  readonly onSort?: (sort: Sort | null) => void;
  readonly selected?: ReadonlySet<number>;
  readonly onSelect?: (id: number, on: boolean) => void;
  readonly onSelectAll?: (on: boolean) => void;
  readonly onOpen?: (id: number) => void;
  /** The last column. */
  readonly actions?: (row: R) => ReactNode;
  readonly compact?: boolean;
  readonly dimmed?: boolean;
  readonly highlighted?: number | null;
  readonly skeletonRows?: number;
}

/**
 * The table of every list: a plain table with the theme's variables (docs/decisions/0002). It keeps a table's own semantics
 * and turns into cards below 640 px.
 */
function DataTableView<R extends { readonly id: number }>(props: DataTableProps<R>) {
  const { label, columns, rows, rowName, sort, onSort, selected, onSelect, onSelectAll, onOpen, actions } = props;
  const t = useT();
  const chosen = rows && selected ? rows.filter((row) => selected.has(row.id)).length : 0;
  const box = useHiddenEdges();
  return (
    <div className={`${styles.frame} ${actions ? styles.ending : ''}`}>
      <div ref={box} className={`${styles.scroll} ${props.dimmed ? styles.dimmed : ''}`}>
        <table
          className={`${styles.table} ${props.compact ? styles.compact : ''}`}
          aria-label={label}
          aria-busy={rows === undefined || props.dimmed}
        >
          <thead>
            <tr>
              {onSelect ? (
                <th scope="col" className={styles.check}>
                  <Tick
                    label={t('list.selectAll')}
                    checked={rows !== undefined && rows.length > 0 && chosen === rows.length}
                    partly={chosen > 0 && rows !== undefined && chosen < rows.length}
                    onChange={(on) => onSelectAll?.(on)}
                  />
                </th>
              ) : null}
              {columns.map((column) => (
                <Head key={column.key} column={column} sort={sort ?? null} onSort={onSort} />
              ))}
              {actions ? (
                <th scope="col" className={styles.last}>
                  {t('list.actions')}
                </th>
              ) : null}
            </tr>
          </thead>
          <tbody>
            {rows === undefined
              ? Array.from({ length: props.skeletonRows ?? 12 }, (_, index) => index).map((index) => (
                  <tr key={index}>
                    {onSelect ? <td className={styles.check} /> : null}
                    {columns.map((column) => (
                      <td key={column.key}>
                        <span className={styles.bone} />
                      </td>
                    ))}
                    {actions ? <td className={styles.last} /> : null}
                  </tr>
                ))
              : rows.map((row) => (
                  <Row
                    key={row.id}
                    row={row}
                    columns={columns}
                    t={t}
                    name={rowName}
                    selected={selected?.has(row.id) ?? false}
                    onSelect={onSelect}
                    onOpen={onOpen}
                    actions={actions}
                    highlighted={props.highlighted === row.id}
                  />
                ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}

/** Marks on the frame at which edges columns are hidden (`data-hidden="start end"`), so that they are shown to go on there. */
function useHiddenEdges(): RefObject<HTMLDivElement | null> {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = box.current;
    const frame = element?.parentElement;
    if (!element || !frame) return;
    const mark = () => {
      // Negative where the language runs right to left.
      const passed = Math.abs(element.scrollLeft);
      const left = element.scrollWidth - element.clientWidth - passed;
      const hidden = `${passed > 1 ? 'start' : ''} ${left > 1 ? 'end' : ''}`.trim();
      if (frame.dataset.hidden !== hidden) frame.dataset.hidden = hidden;
    };
    element.addEventListener('scroll', mark, { passive: true });
    // It tells the first sizes as well, when the browser has laid the page out anyway; asking now would make it do so twice.
    const sizes = typeof ResizeObserver === 'undefined' ? null : new ResizeObserver(mark);
    sizes?.observe(element);
    if (element.firstElementChild) sizes?.observe(element.firstElementChild);
    return () => {
      element.removeEventListener('scroll', mark);
      sizes?.disconnect();
    };
  }, []);
  return box;
}

/** See {@link DataTableView}: drawn again only when what it shows has changed. */
export const DataTable = memo(DataTableView) as typeof DataTableView;

function Head<R>({
  column,
  sort,
  onSort,
}: {
  readonly column: Column<R>;
  readonly sort: Sort | null;
  readonly onSort: ((sort: Sort | null) => void) | undefined;
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
  return (
    <th
      scope="col"
      className={`${column.align === 'end' ? styles.end : ''} ${column.opens ? styles.first : ''}`}
      style={column.width ? { minWidth: column.width } : undefined}
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
    </th>
  );
}

interface RowProps<R extends { readonly id: number }> {
  readonly row: R;
  readonly columns: readonly Column<R>[];
  readonly t: Translate;
  readonly name: (row: R) => string;
  readonly selected: boolean;
  readonly onSelect: ((id: number, on: boolean) => void) | undefined;
  readonly onOpen: ((id: number) => void) | undefined;
  readonly actions: ((row: R) => ReactNode) | undefined;
  readonly highlighted: boolean;
}

function RowView<R extends { readonly id: number }>({
  row,
  columns,
  t,
  name,
  selected,
  onSelect,
  onOpen,
  actions,
  highlighted,
}: RowProps<R>) {
  const element = useRef<HTMLTableRowElement>(null);
  useEffect(() => {
    if (highlighted) element.current?.scrollIntoView?.({ block: 'center' });
  }, [highlighted]);
  return (
    <tr
      ref={element}
      className={`${selected ? styles.selected : ''} ${highlighted ? styles.created : ''}`}
      data-row={row.id}
    >
      {onSelect ? (
        <td className={styles.check}>
          <Tick
            label={t('list.select', { name: name(row) })}
            checked={selected}
            onChange={(on) => onSelect(row.id, on)}
          />
        </td>
      ) : null}
      {columns.map((column) => {
        const cell = column.render(row, t);
        const content = column.opens && typeof cell === 'string' ? <CutText text={cell} /> : cell;
        return (
          <td
            key={column.key}
            data-label={t(column.title)}
            className={`${column.align === 'end' ? styles.end : ''} ${column.opens ? styles.first : ''}`}
          >
            {column.opens && onOpen ? (
              <a
                href={`?open=${row.id}`}
                onClick={(event) => {
                  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
                  event.preventDefault();
                  onOpen(row.id);
                }}
              >
                {content}
              </a>
            ) : (
              content
            )}
          </td>
        );
      })}
      {actions ? <td className={styles.last}>{actions(row)}</td> : null}
    </tr>
  );
}

const Row = memo(RowView) as typeof RowView;

/** A native checkbox: for one row, or for all with a third state. */
function Tick({
  label,
  checked,
  partly = false,
  onChange,
}: {
  readonly label: string;
  readonly checked: boolean;
  readonly partly?: boolean;
  readonly onChange: (on: boolean) => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (input.current) input.current.indeterminate = partly;
  }, [partly]);
  return (
    <label className={styles.tick}>
      <input
        ref={input}
        type="checkbox"
        aria-label={label}
        checked={checked}
        onChange={(event: ChangeEvent<HTMLInputElement>) => onChange(event.target.checked)}
      />
    </label>
  );
}
