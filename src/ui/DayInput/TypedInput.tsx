import { type FocusEvent, type KeyboardEvent, useState } from 'react';
import { useLocale, useT } from '@/app/i18n/i18n';
import { prepareCalendar } from './CalendarSlot';
import styles from './index.css';
import { readTyped, type TypedKind, typedText } from './typed';

/** State of the text in a day or time field. */
export interface Typed {
  /** The text that the field shows. */
  readonly text: string;
  /** The parsed text. `null` means empty text, `undefined` means unreadable text. */
  readonly read: string | null | undefined;
  /** `true` while the field shows typed text instead of the formatted value. */
  readonly isOpen: boolean;
  /** Sets the typed text. `null` shows the value again. */
  readonly set: (text: string | null) => void;
}

/** Stores the typed text until it is accepted. When another source changes the value, the value replaces the text. */
export function useTyped(kind: TypedKind, value: string | null): Typed {
  const locale = useLocale();
  const [typed, setTyped] = useState<string | null>(null);
  const [known, setKnown] = useState(value);
  if (known !== value) {
    setKnown(value);
    // A form stores an unreadable text as its value. That text is the typed text, so it must stay.
    if (value !== typed) setTyped(null);
  }
  const text = typed ?? typedText(kind, value, locale);
  return {
    text,
    read: readTyped(kind, text, locale),
    isOpen: typed !== null,
    set: setTyped,
  };
}

interface TypedInputProps {
  readonly kind: TypedKind;
  readonly typed: string;
  readonly onType: (text: string) => void;
  readonly onOpen: (field: HTMLInputElement, how: 'press' | 'keys') => void;
  readonly onEnter: () => void;
  readonly open: boolean;
  readonly panelId: string;
  readonly id?: string | undefined;
  readonly label?: string | undefined;
  readonly disabled?: boolean | undefined;
  readonly invalid: boolean;
  readonly describedBy: string | undefined;
  readonly className?: string | undefined;
  readonly onFocus?: () => void;
  readonly onBlur?: (event: FocusEvent) => void;
}

/** Renders a text field for a day or a time. A press or arrow down opens the calendar. */
export function TypedInput(props: TypedInputProps) {
  const { kind, typed, onType, onOpen, onEnter, open, panelId, label, invalid, describedBy } = props;
  const t = useT();
  const keys = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter') onEnter();
    if (event.key !== 'ArrowDown') return;
    event.preventDefault();
    onOpen(event.currentTarget, 'keys');
  };
  return (
    <input
      type="text"
      role="combobox"
      inputMode={kind === 'time' ? 'numeric' : 'text'}
      autoComplete="off"
      spellCheck={false}
      maxLength={32}
      id={props.id}
      disabled={props.disabled}
      className={`${styles.input} ${props.className ?? ''}`}
      placeholder={t(`date.hint_${kind}`)}
      aria-label={label}
      aria-haspopup="dialog"
      aria-expanded={open}
      aria-controls={open ? panelId : undefined}
      aria-invalid={invalid || undefined}
      aria-describedby={describedBy}
      value={typed}
      onChange={(event) => onType(event.target.value)}
      onClick={(event) => onOpen(event.currentTarget, 'press')}
      onFocus={() => {
        prepareCalendar();
        props.onFocus?.();
      }}
      onBlur={props.onBlur}
      onPointerEnter={prepareCalendar}
      onKeyDown={keys}
    />
  );
}
