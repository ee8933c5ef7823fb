import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import { Floater } from '../Floater';
import styles from './index.css';

export interface MenuItem {
  readonly key: string;
  readonly label: string;
  readonly icon?: ReactNode;
  readonly danger?: boolean;
  readonly onPick: () => void;
}

/** A popup menu beside its button. Arrow keys, Home, End, Enter, Escape; the destructive items last, behind a line. */
export function Menu({
  anchor,
  items,
  label,
  onClose,
}: {
  readonly anchor: HTMLElement;
  readonly items: readonly MenuItem[];
  readonly label: string;
  readonly onClose: () => void;
}) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => list.current?.querySelector<HTMLElement>('[role=menuitem]')?.focus(), []);
  const keys = (event: KeyboardEvent) => {
    const buttons = [...(list.current?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])];
    const at = buttons.indexOf(document.activeElement as HTMLElement);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: buttons.length - 1 }[event.key];
    if (to !== undefined) {
      event.preventDefault();
      buttons[(to + buttons.length) % buttons.length]?.focus();
    }
    if (event.key === 'Tab') onClose();
  };
  const sorted = [...items.filter((item) => !item.danger), ...items.filter((item) => item.danger)];
  const firstDanger = sorted.find((item) => item.danger);
  return (
    <Floater anchor={anchor} onClose={onClose} align="end">
      <div ref={list} role="menu" aria-label={label} onKeyDown={keys} tabIndex={-1}>
        {sorted.map((item) => (
          <button
            key={item.key}
            type="button"
            role="menuitem"
            tabIndex={-1}
            className={`${styles.item} ${item.danger ? styles.danger : ''} ${
              item === firstDanger && sorted[0] !== item ? styles.apart : ''
            }`}
            onClick={() => {
              onClose();
              // Whatever opens next gives the focus back to the button, not to this closed menu.
              anchor.focus();
              item.onPick();
            }}
          >
            {item.icon}
            {item.label}
          </button>
        ))}
      </div>
    </Floater>
  );
}
