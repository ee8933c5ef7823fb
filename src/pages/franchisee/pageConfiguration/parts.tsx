import { FORM } from '@contract/franchiseForm';
import type { Locale, Text } from '@contract/text';
import { type ReactNode, useId, useState } from 'react';
import { type Label, useT } from '@/app/i18n/i18n';
import { useOptions } from '@/app/request/useData';
import { fromHundredths, toHundredths } from '@/ui/EntityForm/amounts';
import { Input } from '@/ui/library/Input';
import { Switch } from '@/ui/library/Switch';
import { Select } from '@/ui/Select';
import styles from './index.css';

/** This module contains the controls of the property panel. Each control has a label, and its error below. */

interface Base {
  readonly label: Label;
  readonly error?: string | undefined;
  readonly disabled?: boolean;
  readonly help?: Label;
}
interface ShellProps extends Base {
  readonly children: (control: { readonly id: string; readonly describedBy: string | undefined }) => ReactNode;
}

function Shell({ label, error, help, children }: ShellProps) {
  const t = useT();
  const id = useId();
  const describedBy = [error && `${id}-error`, help && `${id}-help`].filter(Boolean).join(' ') || undefined;
  return (
    <div className={styles.property}>
      <label htmlFor={id}>{t(label)}</label>
      {children({ id, describedBy })}
      {help ? (
        <span id={`${id}-help`} className={styles.help}>
          {t(help)}
        </span>
      ) : null}
      {error ? (
        <span id={`${id}-error`} className={styles.error}>
          {error}
        </span>
      ) : null}
    </div>
  );
}

interface TextPropertyProps extends Base {
  readonly value: string;
  readonly max: number;
  readonly rows?: number;
  readonly onChange: (value: string) => void;
  readonly onBlur?: () => void;
}

export function TextProperty({ value, max, rows, onChange, onBlur, ...base }: TextPropertyProps) {
  const { error, disabled } = base;
  return (
    <Shell {...base}>
      {({ id, describedBy }) => {
        const shared = {
          id,
          value,
          maxLength: max,
          disabled,
          onBlur,
          dir: 'auto',
          status: error ? ('error' as const) : undefined,
          'aria-invalid': error ? true : undefined,
          'aria-describedby': describedBy,
        };
        return rows ? (
          <Input.TextArea {...shared} rows={rows} onChange={(event) => onChange(event.target.value)} />
        ) : (
          <Input {...shared} onChange={(event) => onChange(event.target.value)} />
        );
      }}
    </Shell>
  );
}

interface WordsPropertyProps extends Omit<TextPropertyProps, 'value' | 'onChange'> {
  readonly value: Text | undefined;
  readonly locale: Locale;
  readonly onChange: (value: Text) => void;
}

const NO_WORDS: Text = { 'zh-CN': '', 'zh-TW': '', 'en-US': '', 'pt-BR': '' };

/** Edits a text in the chosen language. */
export function WordsProperty({ value = NO_WORDS, locale, onChange, ...rest }: WordsPropertyProps) {
  return <TextProperty {...rest} value={value[locale]} onChange={(words) => onChange({ ...value, [locale]: words })} />;
}

interface NumberPropertyProps extends Base {
  readonly value: number | null;
  /** `true` if the value is an amount (typed in yuan, stored in fen), `false` if the value is a whole number. */
  readonly inYuan?: boolean;
  readonly onChange: (value: number | null) => void;
}

const wholeNumber = (text: string): number | null => (/^-?\d{1,9}$/.test(text) ? Number(text) : null);

/** Edits a number or an amount. An empty field means `null`. */
export function NumberProperty({ value, inYuan = false, onChange, ...base }: NumberPropertyProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const read = (text: string) => (inYuan ? toHundredths(text) : wholeNumber(text));
  const kept = value === null ? '' : inYuan ? fromHundredths(value) : String(value);
  return (
    <TextProperty
      {...base}
      // Show the text as typed, for example `0.`, until the field loses the focus or another source changes the value.
      value={typed !== null && read(typed.trim()) === value ? typed : kept}
      max={12}
      onChange={(next) => {
        const text = next.trim();
        const number = read(text);
        const isReadable = text === '' || text === '-' || (number !== null && Math.abs(number) <= FORM.amountFen.max);
        if (!isReadable) return;
        setTyped(next);
        onChange(number);
      }}
      onBlur={() => setTyped(null)}
    />
  );
}

interface ChoicePropertyProps<T extends string> extends Base {
  readonly value: T | null;
  readonly options: readonly { readonly value: T; readonly label: string }[];
  readonly onChange: (value: T | null) => void;
  readonly clearable?: boolean;
}

export function ChoiceProperty<T extends string>({
  value,
  options,
  onChange,
  clearable,
  ...base
}: ChoicePropertyProps<T>) {
  return (
    <Shell {...base}>
      {({ id, describedBy }) => (
        <Select<T>
          id={id}
          value={value}
          options={options}
          onChange={onChange}
          {...(clearable && { clearable })}
          {...(base.disabled && { disabled: true })}
          invalid={base.error !== undefined}
          {...(describedBy && { describedBy })}
        />
      )}
    </Shell>
  );
}

interface ManyPropertyProps extends Base {
  readonly value: readonly string[];
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly onChange: (value: string[]) => void;
}

export function ManyProperty({ value, options, onChange, ...base }: ManyPropertyProps) {
  return (
    <Shell {...base}>
      {({ id, describedBy }) => (
        <Select<string>
          multiple
          id={id}
          value={value}
          options={options}
          onChange={onChange}
          {...(base.disabled && { disabled: true })}
          invalid={base.error !== undefined}
          {...(describedBy && { describedBy })}
        />
      )}
    </Shell>
  );
}

interface PeoplePropertyProps extends Base {
  readonly value: readonly number[];
  readonly onChange: (value: number[]) => void;
}

/** Selects staff of headquarters. */
export function PeopleProperty({ value, onChange, ...base }: PeoplePropertyProps) {
  const { options, ...state } = useOptions('colleagues', true);
  return (
    <Shell {...base}>
      {({ id, describedBy }) => (
        <Select<number>
          multiple
          id={id}
          value={value}
          {...state}
          options={options.map((option) => ({ ...option, value: Number(option.value) }))}
          onChange={onChange}
          {...(base.disabled && { disabled: true })}
          invalid={base.error !== undefined}
          {...(describedBy && { describedBy })}
        />
      )}
    </Shell>
  );
}

interface SwitchPropertyProps extends Base {
  readonly value: boolean;
  readonly onChange: (value: boolean) => void;
}

export function SwitchProperty({ value, onChange, ...base }: SwitchPropertyProps) {
  return (
    <Shell {...base}>
      {({ id, describedBy }) => (
        <Switch id={id} checked={value} disabled={base.disabled} onChange={onChange} aria-describedby={describedBy} />
      )}
    </Shell>
  );
}

interface CustomPropertyProps extends Base {
  readonly render: (control: { readonly id: string; readonly describedBy: string | undefined }) => ReactNode;
}

export const CustomProperty = ({ render, ...base }: CustomPropertyProps) => <Shell {...base}>{render}</Shell>;
