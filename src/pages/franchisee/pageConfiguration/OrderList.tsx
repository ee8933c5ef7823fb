import { HolderOutlined } from '@ant-design/icons';
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import { useT } from '@/app/i18n/i18n';
import { SrOnly } from '@/ui/SrOnly';
import styles from './index.css';

export interface OrderEntry {
  readonly key: string;
  readonly name: string;
  readonly note: string;
  /** Number of faults in this entry. */
  readonly faults: number;
}
interface OrderListProps {
  readonly label: string;
  readonly entries: readonly OrderEntry[];
  readonly selected: number | null;
  readonly readOnly: boolean;
  readonly onSelect: (at: number) => void;
  readonly onMove: (from: number, to: number) => void;
}

interface EntryProps {
  readonly entry: OrderEntry;
  readonly isSelected: boolean;
  readonly onOpen: () => void;
}

function EntryButton({ entry, isSelected, onOpen }: EntryProps) {
  const t = useT();
  return (
    <button type="button" className={styles.open} aria-current={isSelected || undefined} onClick={onOpen}>
      <span dir="auto" className={styles.entryName}>
        {entry.name}
      </span>
      {entry.note === entry.name ? null : <span className={styles.entryNote}>{entry.note}</span>}
      {entry.faults > 0 ? (
        <span className={styles.badge}>
          {entry.faults}
          <SrOnly> {t('franchisePage.faultCount', { n: entry.faults })}</SrOnly>
        </span>
      ) : null}
    </button>
  );
}

/** Renders a list that users reorder: they drag a handle by touch or mouse, or press arrow keys on the handle. */
export function OrderList({ label, entries, selected, readOnly, onSelect, onMove }: OrderListProps) {
  const t = useT();
  const list = useRef<HTMLOListElement>(null);
  const [dragged, setDragged] = useState<number | null>(null);
  const [said, setSaid] = useState('');
  const move = (from: number, to: number) => {
    const entry = entries[from];
    if (!entry || to < 0 || to >= entries.length || to === from) return;
    onMove(from, to);
    setSaid(t('franchisePage.movedTo', { name: entry.name, n: to + 1, all: entries.length }));
  };
  const onKeyDown = (event: KeyboardEvent, at: number) => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    move(at, at + step);
  };
  const onPointerMove = (event: PointerEvent) => {
    if (dragged === null) return;
    const rows = [...(list.current?.children ?? [])];
    const over = rows.findIndex((row) => {
      const { top, bottom } = row.getBoundingClientRect();
      return event.clientY >= top && event.clientY < bottom;
    });
    if (over < 0 || over === dragged) return;
    move(dragged, over);
    setDragged(over);
  };
  return (
    <>
      <ol
        ref={list}
        className={styles.order}
        aria-label={label}
        onPointerMove={onPointerMove}
        onPointerUp={() => setDragged(null)}
        onPointerCancel={() => setDragged(null)}
      >
        {entries.map((entry, at) => (
          <li key={entry.key} className={styles.entry} data-dragged={dragged === at || undefined}>
            {readOnly ? null : (
              <button
                type="button"
                className={styles.handle}
                aria-label={t('franchisePage.moveEntry', { name: entry.name })}
                title={t('franchisePage.moveHelp')}
                onKeyDown={(event) => onKeyDown(event, at)}
                onPointerDown={(event) => {
                  // Capture the pointer on the list: a row would lose the capture when it moves in the document.
                  list.current?.setPointerCapture(event.pointerId);
                  setDragged(at);
                }}
              >
                <HolderOutlined aria-hidden />
              </button>
            )}
            <EntryButton entry={entry} isSelected={selected === at} onOpen={() => onSelect(at)} />
          </li>
        ))}
      </ol>
      <SrOnly>
        <span role="status">{said}</span>
      </SrOnly>
    </>
  );
}
