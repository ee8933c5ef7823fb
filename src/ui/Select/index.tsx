import { CheckOutlined, CloseCircleFilled, DownOutlined } from '@ant-design/icons';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react';
import { useT } from '@/app/i18n/i18n';
import { Popover } from '../Popover';
import styles from './index.css';

export interface SelectOption<T extends string | number> {
  readonly value: T;
  readonly label: string;
  readonly disabled?: boolean;
}

interface Common<T extends string | number> {
  readonly options: readonly SelectOption<T>[];
  /** Name for a screen reader where no visible label points here. */
  readonly label?: string;
  readonly placeholder?: string;
  readonly id?: string;
  readonly disabled?: boolean;
  readonly invalid?: boolean;
  readonly describedBy?: string;
  /** Shows a search field above the options. Default: from 8 options on. */
  readonly search?: boolean;
  /** Told when the list opens, for options that are fetched when they are wanted. */
  readonly onOpen?: () => void;
  readonly loading?: boolean;
  /** The options are the caller's search results; called at every change, and with an empty text when the list opens. */
  readonly onFind?: (keyword: string) => void;
  /** Offers to take the choice back. */
  readonly clearable?: boolean;
  readonly size?: 'small' | 'middle';
  /** Leads the chosen text: `Status: Paused`. */
  readonly prefix?: string;
}
export interface SingleSelectProps<T extends string | number> extends Common<T> {
  readonly multiple?: false;
  readonly value: T | null | undefined;
  readonly onChange: (value: T | null) => void;
}
export interface MultiSelectProps<T extends string | number> extends Common<T> {
  readonly multiple: true;
  readonly value: readonly T[] | null | undefined;
  readonly onChange: (value: T[]) => void;
}
export type SelectProps<T extends string | number> = SingleSelectProps<T> | MultiSelectProps<T>;

const SEARCH_FROM = 8;
/** Rows that are put into the page at once; a search finds the others. */
const SHOWN = 200;

/**
 * A select, single or multiple: a button with a listbox, light enough for a page's first paint (docs/decisions/0005); same
 * look through the theme's variables. Arrow keys, Home, End, typing to find, Enter, Escape.
 */
export function Select<T extends string | number>(props: SelectProps<T>) {
  const { options, label, placeholder, id, disabled, invalid, describedBy, loading, clearable, size, prefix } = props;
  const { onOpen, onFind } = props;
  const t = useT();
  const own = useId();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const chosen = useMemo<readonly T[]>(
    () =>
      props.multiple ? (props.value ?? []) : props.value === null || props.value === undefined ? [] : [props.value],
    [props.multiple, props.value],
  );
  const named = chosen.map((value) => options.find((option) => option.value === value)?.label ?? String(value));
  const text =
    named.length > 2
      ? `${named.slice(0, 2).join(t('list.separator'))} +${named.length - 2}`
      : named.join(t('list.separator'));
  const empty = chosen.length === 0;
  const lead = prefix && !empty ? `${prefix}${t('list.colon')}` : '';

  const open = () => {
    if (disabled) return;
    onOpen?.();
    onFind?.('');
    setAnchor(button.current);
  };
  const close = () => setAnchor(null);
  const pick = (value: T) => {
    if (props.multiple) {
      props.onChange(chosen.includes(value) ? chosen.filter((item) => item !== value) : [...chosen, value]);
    } else {
      props.onChange(value);
      close();
      button.current?.focus();
    }
  };
  const clear = () => {
    if (props.multiple) props.onChange([]);
    else props.onChange(null);
    button.current?.focus();
  };

  return (
    <span className={`${styles.box} ${size === 'small' ? styles.small : ''}`}>
      <button
        type="button"
        ref={button}
        id={id}
        className={`${styles.button} ${empty ? styles.empty : ''} ${invalid ? styles.invalid : ''}`}
        role="combobox"
        aria-haspopup="listbox"
        aria-expanded={anchor !== null}
        aria-controls={anchor ? `${own}-list` : undefined}
        aria-label={label ? `${label}${empty ? '' : `${t('list.colon')}${text}`}` : undefined}
        aria-invalid={invalid || undefined}
        aria-describedby={describedBy}
        disabled={disabled}
        onClick={() => (anchor ? close() : open())}
        onKeyDown={(event) => {
          if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
            event.preventDefault();
            open();
          }
        }}
      >
        <span className={styles.text} title={empty ? placeholder : `${lead}${named.join(t('list.separator'))}`}>
          {lead ? <span className={styles.prefix}>{lead}</span> : null}
          {empty ? (placeholder ?? ' ') : text}
        </span>
        <DownOutlined className={styles.arrow} aria-hidden />
      </button>
      {clearable && !empty && !disabled ? (
        <button type="button" className={styles.clear} aria-label={`${t('list.clear')} ${label ?? ''}`} onClick={clear}>
          <CloseCircleFilled aria-hidden />
        </button>
      ) : null}
      {anchor ? (
        <Popover anchor={anchor} onClose={close} matchWidth>
          <Options
            id={`${own}-list`}
            label={label}
            options={options}
            chosen={chosen}
            multiple={props.multiple === true}
            search={props.search ?? (onFind !== undefined || options.length >= SEARCH_FROM)}
            loading={loading === true}
            onFind={onFind}
            onPick={pick}
            onTab={close}
          />
        </Popover>
      ) : null}
    </span>
  );
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
  readonly onPick: (value: T) => void;
  readonly onTab: () => void;
}

function Options<T extends string | number>(props: OptionsProps<T>): ReactNode {
  const { id, label, options, chosen, multiple, search, loading, onFind, onPick, onTab } = props;
  const t = useT();
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
  const typed = useRef({ text: '', at: 0 });

  useEffect(() => focus.current?.focus({ preventScroll: true }), []);
  useEffect(() => {
    list.current?.children[at]?.scrollIntoView?.({ block: 'nearest' });
  }, [at]);

  const move = (to: number) => setActive(Math.max(0, Math.min(to, shown.length - 1)));
  const keys = (event: KeyboardEvent) => {
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
      return;
    }
    if (event.key === 'Tab') onTab();
    if (!search && event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey) {
      const fresh = event.timeStamp - typed.current.at > 800;
      typed.current = { text: (fresh ? '' : typed.current.text) + event.key.toLowerCase(), at: event.timeStamp };
      const hit = shown.findIndex((option) => option.label.toLowerCase().startsWith(typed.current.text));
      if (hit >= 0) move(hit);
    }
  };
  const optionId = (index: number) => `${id}-${index}`;

  return (
    <>
      {search ? (
        <input
          ref={(element) => {
            focus.current = element;
          }}
          className={styles.search}
          value={keyword}
          placeholder={t('list.find')}
          aria-label={t('list.find')}
          role="combobox"
          aria-expanded
          aria-controls={id}
          aria-activedescendant={shown.length > 0 ? optionId(at) : undefined}
          onChange={(event) => {
            setKeyword(event.target.value);
            setActive(0);
            onFind?.(event.target.value);
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
        {shown.map((option, index) => {
          const isChosen = chosen.includes(option.value);
          return (
            // The listbox owns the keyboard (aria-activedescendant); an option is only pressed.
            <div
              key={option.value}
              id={optionId(index)}
              role="option"
              aria-selected={isChosen}
              aria-disabled={option.disabled || undefined}
              className={`${styles.option} ${index === at ? styles.active : ''} ${isChosen ? styles.chosen : ''}`}
              onPointerMove={() => setActive(index)}
              onClick={() => !option.disabled && onPick(option.value)}
              onKeyDown={undefined}
              tabIndex={-1}
            >
              <span>{option.label}</span>
              {isChosen ? <CheckOutlined aria-hidden /> : null}
            </div>
          );
        })}
      </div>
      {loading ? <div className={styles.note}>{t('list.loading')}</div> : null}
      {!loading && shown.length === 0 ? <div className={styles.note}>{t('list.nothingFound')}</div> : null}
      {found.length > SHOWN ? <div className={styles.note}>{t('list.refine', { n: found.length - SHOWN })}</div> : null}
    </>
  );
}
