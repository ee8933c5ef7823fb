import { CloseCircleFilled, DownOutlined } from '@ant-design/icons';
import { useId, useMemo, useRef, useState } from 'react';
import { useT } from '@/app/i18n/i18n';
import { Popover } from '../Popover';
import styles from './index.css';
import { Options, type SelectOption } from './Options';

interface Common<T extends string | number> {
  readonly options: readonly SelectOption<T>[];
  /** Accessible name when no visible label references the select. */
  readonly label?: string;
  readonly placeholder?: string;
  readonly id?: string;
  readonly disabled?: boolean;
  readonly invalid?: boolean;
  readonly describedBy?: string;
  /** Shows a search field above the options. Default: `true` if `onFind` is set or there are 8 or more options. */
  readonly search?: boolean;
  /** Called when the list opens. The caller then loads the options. */
  readonly onOpen?: () => void;
  readonly loading?: boolean;
  /** Set if the options could not be loaded. The list then reports the failure and offers to load them again. */
  readonly onRetry?: () => void;
  /** Set when `options` are the caller's search results. Called at every change, and with an empty text when the list opens. */
  readonly onFind?: (keyword: string) => void;
  /** Shows a button that clears the choice. */
  readonly clearable?: boolean;
  readonly size?: 'small' | 'middle';
  /** Text before the chosen label: `State` in `State: Paused`. */
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

/** Manages a select: open or closed, the chosen values, and their changes. */
function useSelect<T extends string | number>(props: SelectProps<T>) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const chosen = useMemo<readonly T[]>(
    () =>
      props.multiple ? (props.value ?? []) : props.value === null || props.value === undefined ? [] : [props.value],
    [props.multiple, props.value],
  );
  const close = () => setAnchor(null);
  return {
    anchor,
    button,
    chosen,
    open() {
      if (props.disabled) return;
      props.onOpen?.();
      props.onFind?.('');
      setAnchor(button.current);
    },
    close,
    pick(value: T) {
      if (props.multiple) {
        props.onChange(chosen.includes(value) ? chosen.filter((item) => item !== value) : [...chosen, value]);
      } else {
        props.onChange(value);
        close();
        button.current?.focus();
      }
    },
    clear() {
      if (props.multiple) props.onChange([]);
      else props.onChange(null);
      button.current?.focus();
    },
  };
}

/** Returns the labels of the chosen options: all as full text, and for the button at most two and the number of the others. */
function useChosenText<T extends string | number>(chosen: readonly T[], options: readonly SelectOption<T>[]) {
  const t = useT();
  const named = chosen.map((value) => options.find((option) => option.value === value)?.label ?? String(value));
  const full = named.join(t('list.separator'));
  const text = named.length > 2 ? `${named.slice(0, 2).join(t('list.separator'))} +${named.length - 2}` : full;
  return { full, text, empty: chosen.length === 0 };
}

/**
 * Renders a single or multiple select as a button with a listbox. Its code is small enough for a page's first paint (docs/decisions/0005).
 * The theme's variables give it the look of the component library. Supports arrow keys, Page Up, Page Down, Home, End, typeahead, Enter,
 * Space, Tab and Escape.
 */
export function Select<T extends string | number>(props: SelectProps<T>) {
  const { options, label, placeholder, id, disabled, invalid, describedBy, loading, clearable, size, prefix } = props;
  const t = useT();
  const own = useId();
  const { anchor, button, chosen, open, close, pick, clear } = useSelect(props);
  const { full, text, empty } = useChosenText(chosen, options);
  const lead = prefix && !empty ? `${prefix}${t('list.colon')}` : '';
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
        <span className={styles.text} title={empty ? placeholder : `${lead}${full}`}>
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
            search={props.search ?? (props.onFind !== undefined || options.length >= SEARCH_FROM)}
            loading={loading === true}
            onRetry={props.onRetry}
            onFind={props.onFind}
            onPick={pick}
            onTab={close}
          />
        </Popover>
      ) : null}
    </span>
  );
}

export type { SelectOption };
