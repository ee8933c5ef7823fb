import type { ReactNode } from 'react';
import { useOverflow } from '../useOverflow';
import styles from './index.css';

export interface SmallRow {
  readonly key: string | number;
  readonly cells: readonly ReactNode[];
}

export interface SmallTableProps {
  readonly heads: readonly string[];
  readonly rows: readonly SmallRow[];
  /** Accessible name, needed if no heading names the table. */
  readonly label?: string;
  /** The first cell of each row names the row. */
  readonly isNamed?: boolean;
  /** Index of the first column with figures. Columns from this index on are aligned at the end. */
  readonly figuresFrom?: number;
}

/** Renders a short table inside a drawer, a dialog or a text, without paging and sorting. Lists for daily work use ListPage. */
export function SmallTable({ heads, rows, label, isNamed = false, figuresFrom }: SmallTableProps) {
  const isFigure = (at: number) => figuresFrom !== undefined && at >= figuresFrom;
  const [box, scrolls] = useOverflow<HTMLDivElement>();
  return (
    // The table is in the tab order only if its content can be scrolled (WCAG 2.1.1).
    <div
      ref={box}
      className={scrolls ? `${styles.scroll} ${styles.sideways}` : styles.scroll}
      {...(scrolls && { tabIndex: 0, role: 'group', 'aria-label': label })}
    >
      <table className={styles.table} aria-label={label}>
        <thead>
          <tr>
            {heads.map((head, at) => (
              <th key={head} scope="col" className={isFigure(at) ? styles.figure : undefined}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells }) => (
            <tr key={key}>
              {cells.map((cell, at) =>
                isNamed && at === 0 ? (
                  <th key={heads[at]} scope="row">
                    {cell}
                  </th>
                ) : (
                  <td key={heads[at]} className={isFigure(at) ? styles.figure : undefined}>
                    {cell}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
