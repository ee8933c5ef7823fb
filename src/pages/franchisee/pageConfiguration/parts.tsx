import type { Locale, Text } from '@contract/text';
import { type ReactNode, useId } from 'react';
import { type Label, useT } from '@/app/i18n/i18n';
import { useOptions } from '@/app/request/useData';
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
}

export function TextProperty({ value, max, rows, onChange, ...base }: TextPropertyProps) {
  const { error, disabled } = base;
  return (
    <Shell {...base}>
      {({ id, describedBy }) => {
        const shared = {
          id,
          value,
          maxLength: max,
          disabled,
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
  /** Factor between the displayed and the stored value. With 100, fen are displayed as yuan. */
  readonly per?: number;
  readonly onChange: (value: number | null) => void;
}

/** Edits a number, for example an amount that is typed in yuan. An empty field means `null`. */
export function NumberProperty({ value, per = 1, onChange, ...base }: NumberPropertyProps) {
  return (
    <TextProperty
      {...base}
      value={value === null ? '' : String(value / per)}
      max={12}
      onChange={(typed) => {
        const text = typed.trim();
        if (text === '' || text === '-') onChange(null);
        else if (/^-?\d{1,9}(\.\d{0,2})?$/.test(text)) onChange(Math.round(Number(text) * per));
      }}
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
  const { options, loading } = useOptions('colleagues', true);
  return (
    <Shell {...base}>
      {({ id, describedBy }) => (
        <Select<number>
          multiple
          id={id}
          value={value}
          loading={loading}
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
