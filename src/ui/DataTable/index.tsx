import { memo, type ReactNode, useCallback, useMemo, useState } from 'react';
import { useT } from '@/app/i18n/i18n';
import { type ColumnWidths, cardParts, withWidth } from '../ListPage/columns';
import type { Sort } from '../ListPage/listState';
import type { Column } from '../ListPage/types';
import { useGeometry } from './geometry';
import { Head, type SetWidth } from './Head';
import styles from './index.css';
import { Row, Tick } from './Row';
import { useCards } from './useCards';

export interface DataTableProps<R extends { readonly id: number }> {
  readonly label: string;
  readonly columns: readonly Column<R>[];
  /** `undefined` during the first load. A skeleton of the columns is then shown. */
  readonly rows: readonly R[] | undefined;
  readonly rowName: (row: R) => string;
  readonly sort?: Sort | null;
  readonly onSort?: (sort: Sort | null) => void;
  readonly selected?: ReadonlySet<number>;
  readonly onSelect?: (id: number, on: boolean) => void;
  readonly onSelectAll?: (on: boolean) => void;
  readonly onOpen?: (id: number) => void;
  /** Content of the last column. */
  readonly actions?: (row: R) => ReactNode;
  readonly compact?: boolean;
  readonly dimmed?: boolean;
  readonly highlighted?: number | null;
  readonly skeletonRows?: number;
  /** Widths in pixels that the user chose, by column key. */
  readonly widths?: ColumnWidths;
  /** If `undefined`, the columns cannot be resized. */
  readonly onWidths?: (widths: ColumnWidths) => void;
}

const NO_WIDTHS: ColumnWidths = {};

/** Returns the current widths and a function that changes them. */
function useWidths(widths: ColumnWidths, onWidths: ((widths: ColumnWidths) => void) | undefined) {
  // Widths during a drag. They are stored only at the end of the drag.
  const [dragged, setDragged] = useState<ColumnWidths | null>(null);
  const setWidth = useCallback<SetWidth>(
    (key, width, isFinal) => {
      if (width === undefined) {
        setDragged(null);
        return;
      }
      const next = withWidth(widths, key, width);
      setDragged(isFinal ? null : next);
      if (isFinal) onWidths?.(next);
    },
    [widths, onWidths],
  );
  return [dragged ?? widths, setWidth] as const;
}

/** Renders the skeleton with the real columns while the rows load. */
function Bones<R>({
  columns,
  rows,
  hasTicks,
  hasActions,
}: {
  readonly columns: readonly Column<R>[];
  readonly rows: number;
  readonly hasTicks: boolean;
  readonly hasActions: boolean;
}) {
  return Array.from({ length: rows }, (_, index) => index).map((index) => (
    <tr key={index}>
      {hasTicks ? <td className={styles.check} /> : null}
      {columns.map((column) => (
        <td key={column.key}>
          <span className={styles.bone} />
        </td>
      ))}
      {hasActions ? <td className={styles.last} /> : null}
    </tr>
  ));
}

/**
 * Renders the table of every list as a plain HTML table with the theme's variables (docs/decisions/0002). Below 640 px the rows
 * look like cards, but keep the semantics of a table.
 */
function DataTableView<R extends { readonly id: number }>(props: DataTableProps<R>) {
  const { label, columns, rows, rowName, sort, onSort, selected, onSelect, onSelectAll, onOpen, actions } = props;
  const { widths = NO_WIDTHS, onWidths } = props;
  const t = useT();
  const chosen = rows && selected ? rows.filter((row) => selected.has(row.id)).length : 0;
  const [shownWidths, setWidth] = useWidths(widths, onWidths);
  const areCards = useCards();
  const cards = useMemo(() => (areCards ? cardParts(columns as readonly Column<never>[]) : null), [areCards, columns]);
  const box = useGeometry(rows, columns, shownWidths, actions);
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
              {columns.map((column, at) => (
                <Head
                  key={column.key}
                  column={column}
                  sort={sort ?? null}
                  onSort={onSort}
                  width={shownWidths[column.key]}
                  onWidth={onWidths ? setWidth : undefined}
                  isEdgeInTabOrder={at === 0}
                />
              ))}
              {actions ? (
                <th scope="col" className={styles.last} data-part="actions">
                  {t('list.actions')}
                </th>
              ) : null}
            </tr>
          </thead>
          <tbody>
            {rows === undefined ? (
              <Bones
                columns={columns}
                rows={props.skeletonRows ?? 12}
                hasTicks={onSelect !== undefined}
                hasActions={actions !== undefined}
              />
            ) : (
              rows.map((row) => (
                <Row
                  key={row.id}
                  row={row}
                  columns={columns}
                  widths={shownWidths}
                  cards={cards}
                  t={t}
                  name={rowName}
                  selected={selected?.has(row.id) ?? false}
                  onSelect={onSelect}
                  onOpen={onOpen}
                  actions={actions}
                  highlighted={props.highlighted === row.id}
                />
              ))
            )}
          </tbody>
        </table>
      </div>
    </div>
  );
}

/** Memoized, so that a rendering of the page with the same props does not render the table. */
export const DataTable = memo(DataTableView) as typeof DataTableView;
