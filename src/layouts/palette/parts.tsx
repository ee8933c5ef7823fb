import { useEffect } from 'react';
import { closePalette } from '@/app/commands/overlay';
import { StatusTag } from '@/ui/StatusTag';
import { TimeText } from '@/ui/TimeText';
import styles from './index.css';
import type { Item } from './items';
import { Keys } from './Key';

/** This module contains two components of the palette: its Escape key and an option of its list. */

/** Closes the palette on Escape, wherever the focus is. Listeners inside the document do not receive the key. */
export function Escape() {
  useEffect(() => {
    const key = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'Escape' || event.isComposing) return;
      event.stopPropagation();
      event.preventDefault();
      closePalette();
    };
    window.addEventListener('keydown', key, true);
    return () => window.removeEventListener('keydown', key, true);
  }, []);
  return null;
}

export function Option({
  id,
  item,
  active,
  onPick,
}: {
  readonly id: string;
  readonly item: Item;
  readonly active: boolean;
  readonly onPick: (item: Item, apart?: boolean) => void;
}) {
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus and names the active option
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys
    <div
      id={id}
      role="option"
      aria-selected={active}
      data-item={item.id}
      className={`${styles.option} ${item.danger ? styles.danger : ''}`}
      // Prevent a press on the option from taking the focus away from the field.
      onPointerDown={(event) => event.preventDefault()}
      onClick={(event) => onPick(item, event.ctrlKey || event.metaKey)}
    >
      <span className={styles.icon} aria-hidden="true">
        {item.icon}
      </span>
      <span className={styles.text}>{item.text}</span>
      {item.note ? <span className={styles.note}>{item.note}</span> : null}
      <span className={styles.end}>
        {item.state ? <StatusTag tone={item.state.tone} text={item.state.text} /> : null}
        {item.at ? <TimeText at={item.at} /> : null}
        {item.hotkey ? <Keys keys={item.hotkey} /> : null}
      </span>
    </div>
  );
}
