import { DownOutlined, UpOutlined } from '@ant-design/icons';
import { type ChangeEvent, memo, type ReactNode, useEffect, useRef, useState } from 'react';
import type { Translate } from '@/app/i18n/i18n';
import { CutText } from '../CutText';
import type { ColumnWidths } from '../ListPage/columns';
import type { Column } from '../ListPage/types';
import styles from './index.css';

type CardParts = ReadonlyMap<string, 'title' | 'state' | 'fact'>;

export interface RowProps<R extends { readonly id: number }> {
  readonly row: R;
  readonly columns: readonly Column<R>[];
  readonly widths: ColumnWidths;
  /** Place of each column on a card, by column key. A folded card hides the other columns. `null` means that rows are not cards. */
  readonly cards: CardParts | null;
  readonly t: Translate;
  readonly name: (row: R) => string;
  readonly selected: boolean;
  readonly onSelect: ((id: number, on: boolean) => void) | undefined;
  readonly onOpen: ((id: number) => void) | undefined;
  readonly actions: ((row: R) => ReactNode) | undefined;
  readonly highlighted: boolean;
}

const CARD_CLASS = { title: styles.cardTitle, state: styles.cardState, fact: styles.cardFact } as const;

function cellClass<R>({ key, align, opens }: Column<R>, cards: CardParts | null, widths: ColumnWidths): string {
  const part = cards?.get(key);
  return [
    align === 'end' ? styles.end : '',
    opens ? styles.first : '',
    widths[key] === undefined ? '' : styles.cut,
    part ? CARD_CLASS[part] : '',
  ].join(' ');
}

function RowView<R extends { readonly id: number }>({
  row,
  columns,
  widths,
  cards,
  t,
  name,
  selected,
  onSelect,
  onOpen,
  actions,
  highlighted,
}: RowProps<R>) {
  const element = useRef<HTMLTableRowElement>(null);
  const [isUnfolded, setUnfolded] = useState(false);
  useEffect(() => {
    if (highlighted) element.current?.scrollIntoView?.({ block: 'center' });
  }, [highlighted]);
  const isFolded = (column: Column<R>) => cards !== null && !isUnfolded && !cards.has(column.key);
  const folds = cards !== null && columns.some(({ key }) => !cards.has(key));
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
        if (isFolded(column)) return null;
        const cell = column.render(row, t);
        const content = column.opens && typeof cell === 'string' ? <CutText text={cell} /> : cell;
        const width = widths[column.key];
        return (
          <td
            key={column.key}
            data-label={t(column.title)}
            className={cellClass(column, cards, widths)}
            style={width === undefined ? undefined : { maxWidth: width }}
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
      {folds ? <Fold isUnfolded={isUnfolded} t={t} name={name(row)} onClick={() => setUnfolded(!isUnfolded)} /> : null}
      {actions ? <td className={styles.last}>{actions(row)}</td> : null}
    </tr>
  );
}

/** Renders a row. In a narrow window the row is a card. */
export const Row = memo(RowView) as typeof RowView;

/** Renders the button that shows or hides the columns that a folded card omits. */
function Fold({
  isUnfolded,
  t,
  name,
  onClick,
}: {
  readonly isUnfolded: boolean;
  readonly t: Translate;
  readonly name: string;
  readonly onClick: () => void;
}) {
  return (
    <td className={styles.fold}>
      <button
        type="button"
        aria-expanded={isUnfolded}
        aria-label={`${t(isUnfolded ? 'list.fewerFacts' : 'list.moreFacts')} ${name}`}
        onClick={onClick}
      >
        {t(isUnfolded ? 'list.fewerFacts' : 'list.moreFacts')}
        {isUnfolded ? <UpOutlined aria-hidden /> : <DownOutlined aria-hidden />}
      </button>
    </td>
  );
}

/** Renders a native checkbox. The checkbox for all rows has a mixed state while only some rows are selected. */
export function Tick({
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
