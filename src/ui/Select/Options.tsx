import { CheckOutlined } from '@ant-design/icons';
import { type KeyboardEvent, type ReactNode, type Ref, useEffect, useMemo, useRef, useState } from 'react';
import { useT } from '@/app/i18n/i18n';
import { LoadFailed } from '../LoadFailed';
import styles from './index.css';

export interface SelectOption<T extends string | number> {
  readonly value: T;
  readonly label: string;
  readonly disabled?: boolean;
}

/** Maximum number of rendered options. A search finds the others. */
const SHOWN = 200;

interface OptionKeys<T extends string | number> {
  readonly shown: readonly SelectOption<T>[];
  /** Index of the active option. */
  readonly at: number;
  /** `true` if there is a search field. The search field then handles typing, Home and End. */
  readonly search: boolean;
  readonly onMove: (to: number) => void;
  readonly onPick: (value: T) => void;
  readonly onTab: () => void;
  /** Loads the options again. `undefined` if they did not fail to load. */
  readonly onRetry: (() => void) | undefined;
}

/** Handles the keys of the listbox: arrows, Page Up, Page Down, Home, End, typeahead, Enter, Space, Tab. Enter without an option repeats a failed load. */
function useOptionKeys<T extends string | number>({
  shown,
  at,
  search,
  onMove,
  onPick,
  onTab,
  onRetry,
}: OptionKeys<T>) {
  const typed = useRef({ text: '', at: 0 });
  const move = (to: number) => onMove(Math.max(0, Math.min(to, shown.length - 1)));
  return (event: KeyboardEvent) => {
    const step = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      Home: 0,
      End: shown.length - 1,
      PageDown: at + 8,
      PageUp: at - 8,
    }[event.key];
    if (step !== undefined && !(search && (event.key === 'Home' || event.key === 'End'))) {
      event.preventDefault();
      move(step);
      return;
    }
    const current = shown[at];
    if (event.key === 'Enter' || (event.key === ' ' && !search)) {
      event.preventDefault();
      if (current && !current.disabled) onPick(current.value);
      else if (!current) onRetry?.();
      return;
    }
    // After a failure the next stop of the Tab key is the button that loads again.
    if (event.key === 'Tab' && (!onRetry || event.shiftKey)) onTab();
    if (!search && event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey) {
      const fresh = event.timeStamp - typed.current.at > 800;
      typed.current = { text: (fresh ? '' : typed.current.text) + event.key.toLowerCase(), at: event.timeStamp };
      const hit = shown.findIndex((option) => option.label.toLowerCase().startsWith(typed.current.text));
      if (hit >= 0) move(hit);
    }
  };
}

interface OptionsProps<T extends string | number> {
  readonly id: string;
  readonly label: string | undefined;
  readonly options: readonly SelectOption<T>[];
  readonly chosen: readonly T[];
  readonly multiple: boolean;
  readonly search: boolean;
  readonly loading: boolean;
  readonly onFind: ((keyword: string) => void) | undefined;
  readonly onRetry: (() => void) | undefined;
  readonly onPick: (value: T) => void;
  readonly onTab: () => void;
}

/** Renders the listbox of a select, and its search field if there is one. */
export function Options<T extends string | number>(props: OptionsProps<T>): ReactNode {
  const { id, label, options, chosen, multiple, search, loading, onFind, onRetry, onPick, onTab } = props;
  const [keyword, setKeyword] = useState('');
  const found = useMemo(() => {
    const wanted = keyword.trim().toLowerCase();
    return wanted && !onFind ? options.filter((option) => option.label.toLowerCase().includes(wanted)) : options;
  }, [options, keyword, onFind]);
  const shown = found.slice(0, SHOWN);
  const [active, setActive] = useState(() =>
    Math.max(
      0,
      options.findIndex((option) => chosen.includes(option.value)),
    ),
  );
  const at = Math.min(active, Math.max(0, shown.length - 1));
  const focus = useRef<HTMLElement | null>(null);
  const list = useRef<HTMLDivElement>(null);

  useEffect(() => focus.current?.focus({ preventScroll: true }), []);
  useEffect(() => {
    list.current?.children[at]?.scrollIntoView?.({ block: 'nearest' });
  }, [at]);

  const retry =
    loading || !onRetry
      ? undefined
      : () => {
          // The button disappears while the options load, so the list keeps the focus.
          focus.current?.focus({ preventScroll: true });
          onRetry();
        };
  const keys = useOptionKeys({ shown, at, search, onMove: setActive, onPick, onTab, onRetry: retry });
  const optionId = (index: number) => `${id}-${index}`;

  return (
    <>
      {search ? (
        <SearchField
          ref={(element) => {
            focus.current = element;
          }}
          value={keyword}
          listId={id}
          activeId={shown.length > 0 ? optionId(at) : undefined}
          onChange={(next) => {
            setKeyword(next);
            setActive(0);
            onFind?.(next);
          }}
          onKeyDown={keys}
        />
      ) : null}
      <div
        ref={(element) => {
          list.current = element;
          if (!search) focus.current = element;
        }}
        id={id}
        className={styles.list}
        role="listbox"
        aria-label={label}
        aria-multiselectable={multiple || undefined}
        aria-activedescendant={shown.length > 0 ? optionId(at) : undefined}
        tabIndex={search ? -1 : 0}
        onKeyDown={search ? undefined : keys}
      >
        {shown.map((option, index) => (
          <OptionRow
            key={option.value}
            id={optionId(index)}
            option={option}
            isChosen={chosen.includes(option.value)}
            isActive={index === at}
            onPoint={() => setActive(index)}
            onPick={() => onPick(option.value)}
          />
        ))}
      </div>
      <Note loading={loading} count={found.length} onRetry={retry} />
    </>
  );
}

interface SearchFieldProps {
  readonly ref: Ref<HTMLInputElement>;
  readonly value: string;
  /** Id of the listbox. */
  readonly listId: string;
  /** Id of the active option. */
  readonly activeId: string | undefined;
  readonly onChange: (keyword: string) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

function SearchField({ ref, value, listId, activeId, onChange, onKeyDown }: SearchFieldProps) {
  const t = useT();
  return (
    <input
      ref={ref}
      className={styles.search}
      value={value}
      placeholder={t('list.find')}
      aria-label={t('list.find')}
      role="combobox"
      aria-expanded
      aria-controls={listId}
      aria-activedescendant={activeId}
      onChange={(event) => onChange(event.target.value)}
      onKeyDown={onKeyDown}
    />
  );
}

interface OptionRowProps {
  readonly id: string;
  readonly option: SelectOption<string | number>;
  readonly isChosen: boolean;
  readonly isActive: boolean;
  readonly onPoint: () => void;
  readonly onPick: () => void;
}

function OptionRow({ id, option, isChosen, isActive, onPoint, onPick }: OptionRowProps) {
  return (
    // The listbox handles the keyboard (aria-activedescendant). An option handles only presses.
    <div
      id={id}
      role="option"
      aria-selected={isChosen}
      aria-disabled={option.disabled || undefined}
      className={`${styles.option} ${isActive ? styles.active : ''} ${isChosen ? styles.chosen : ''}`}
      onPointerMove={onPoint}
      onClick={() => !option.disabled && onPick()}
      onKeyDown={undefined}
      tabIndex={-1}
    >
      <span>{option.label}</span>
      {isChosen ? <CheckOutlined aria-hidden /> : null}
    </div>
  );
}

interface NoteProps {
  readonly loading: boolean;
  readonly count: number;
  readonly onRetry: (() => void) | undefined;
}

/** Explains why options are missing: they still load, could not be loaded, none matches, or there are too many. */
function Note({ loading, count, onRetry }: NoteProps) {
  const t = useT();
  if (onRetry) {
    return (
      <div className={styles.note} role="alert">
        <LoadFailed onRetry={onRetry} />
      </div>
    );
  }
  return (
    <>
      {loading ? <div className={styles.note}>{t('list.loading')}</div> : null}
      {!loading && count === 0 ? <div className={styles.note}>{t('list.nothingFound')}</div> : null}
      {count > SHOWN ? <div className={styles.note}>{t('list.refine', { n: count - SHOWN })}</div> : null}
    </>
  );
}
