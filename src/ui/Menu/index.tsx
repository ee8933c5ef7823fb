import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import { Popover } from '../Popover';
import styles from './index.css';

export interface MenuItem {
  readonly key: string;
  readonly label: string;
  readonly icon?: ReactNode;
  readonly danger?: boolean;
  /** Reason why the entry cannot be used now. The entry is then shown as disabled. Picking it must only show the reason. */
  readonly blocked?: string | undefined;
  /** Heading. Consecutive entries with the same heading form one group. */
  readonly group?: string;
  /** Set only for entries that can be selected or turned on. `true` means that the entry is selected or on. */
  readonly checked?: boolean;
  /** Language of the label, if it differs from the page language. */
  readonly lang?: string;
  readonly onPick: () => void;
}

interface Section {
  readonly group: string | undefined;
  readonly items: MenuItem[];
}

/** Groups consecutive entries with the same heading. */
function sectionsOf(items: readonly MenuItem[]): readonly Section[] {
  const sections: Section[] = [];
  for (const item of items) {
    const last = sections.at(-1);
    if (last && last.group === item.group) last.items.push(item);
    else sections.push({ group: item.group, items: [item] });
  }
  return sections;
}

const ENTRIES = '[role^=menuitem]';

/** Renders a popup menu beside its button. Supports arrow keys, Home, End, Enter, Space, Escape and Tab. Destructive entries are last. */
export function Menu({
  anchor,
  items,
  label,
  align = 'end',
  onClose,
}: {
  readonly anchor: HTMLElement;
  readonly items: readonly MenuItem[];
  readonly label: string;
  /** Edge of the button with which the menu is aligned. */
  readonly align?: 'start' | 'end';
  readonly onClose: () => void;
}) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => list.current?.querySelector<HTMLElement>(ENTRIES)?.focus(), []);
  const keys = (event: KeyboardEvent) => {
    const buttons = [...(list.current?.querySelectorAll<HTMLElement>(ENTRIES) ?? [])];
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
  const entry = (item: MenuItem) => (
    <button
      key={item.key}
      type="button"
      {...(item.checked === undefined
        ? { role: 'menuitem' }
        : { role: 'menuitemcheckbox', 'aria-checked': item.checked })}
      {...(item.blocked !== undefined && { 'aria-disabled': true, title: item.blocked })}
      lang={item.lang}
      tabIndex={-1}
      className={`${styles.item} ${item.danger ? styles.danger : ''} ${
        item === firstDanger && sorted[0] !== item ? styles.apart : ''
      }`}
      onClick={() => {
        onClose();
        // Focus the button first. An overlay that opens next then returns the focus to the button, not to the closed menu.
        anchor.focus();
        item.onPick();
      }}
    >
      {item.icon}
      {item.label}
    </button>
  );
  const sections = sectionsOf(sorted);
  return (
    <Popover anchor={anchor} onClose={onClose} align={align}>
      <div ref={list} role="menu" aria-label={label} onKeyDown={keys} tabIndex={-1}>
        {sections.map(({ group, items: members }, index) =>
          group === undefined && sections.length === 1 ? (
            members.map(entry)
          ) : (
            // biome-ignore lint/a11y/useSemanticElements: a group of menu entries has no element of its own
            <div key={members[0]?.key} role="group" aria-label={group} className={index > 0 ? styles.section : ''}>
              {group !== undefined && <div className={styles.heading} data-heading={group} aria-hidden="true" />}
              {members.map(entry)}
            </div>
          ),
        )}
      </div>
    </Popover>
  );
}
