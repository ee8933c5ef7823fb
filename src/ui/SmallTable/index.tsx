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
  /** Name for a screen reader, where no heading above says it. */
  readonly label?: string;
  /** The first cell of each row names the row. */
  readonly isNamed?: boolean;
  /** Columns from this one on hold figures: they stand at the end of their cells. */
  readonly figuresFrom?: number;
}

/** A short table inside a drawer, a dialog or a text: no paging, no sort. What people work through all day is a ListPage. */
export function SmallTable({ heads, rows, label, isNamed = false, figuresFrom }: SmallTableProps) {
  const isFigure = (at: number) => figuresFrom !== undefined && at >= figuresFrom;
  const [box, scrolls] = useOverflow<HTMLDivElement>();
  return (
    // Reached by the keyboard only where there is something to scroll (WCAG 2.1.1).
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
