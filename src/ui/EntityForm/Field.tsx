import { memo, useEffect, useId, useRef, useState, useSyncExternalStore } from 'react';
import { useT } from '@/app/i18n/i18n';
import { useOptions } from '@/app/request/useData';
import { DayInput, MomentInput } from '../DayInput';
import { Input } from '../library/Input';
import { Radio } from '../library/Radio';
import { Switch } from '../library/Switch';
import { unitBeside } from '../Money/format';
import { Select } from '../Select';
import { fromHundredths, toHundredths } from './amounts';
import { isDisabled, isRequired, isShown } from './check';
import styles from './index.css';
import { optionText } from './optionText';
import type { FormStore, FormValues } from './store';
import type { Control, Field } from './types';

export interface FieldViewProps<V extends FormValues> {
  readonly field: Field<V>;
  readonly store: FormStore<V>;
  readonly formId: string;
  readonly readOnly: boolean;
  /** Told when the field loses the focus: it is checked then. */
  readonly onLeave: (field: Field<V>) => void;
}

/** Id of a field's control: errors are announced and focused by it. */
export function controlId(formId: string, name: string): string {
  return `${formId}-${name}`;
}

/** A field: label above, control, help, and its error in the same place after a mistake (DESIGN "Forms"). */
export function FieldView<V extends FormValues>({ field, store, formId, readOnly, onLeave }: FieldViewProps<V>) {
  const t = useT();
  const value = useSyncExternalStore(store.subscribe, () => store.values()[field.name]);
  const error = useSyncExternalStore(store.subscribe, () => store.errors()[field.name]);
  const flags = useSyncExternalStore(store.subscribe, () => {
    const values = store.values();
    return (isShown(field, values) ? 1 : 0) + (isRequired(field, values) ? 2 : 0) + (isDisabled(field, values) ? 4 : 0);
  });
  // What a custom control draws may hang on other fields; it names them.
  useSyncExternalStore(store.subscribe, () => {
    if (field.kind !== 'custom' || !field.follows) return '';
    const values = store.values();
    return JSON.stringify(field.follows.map((name) => values[name]));
  });
  const box = useRef<HTMLDivElement>(null);
  const shown = (flags & 1) !== 0;
  useEffect(() => {
    const element = box.current;
    if (!shown || !element) return;
    const leave = () => onLeave(field);
    element.addEventListener('focusout', leave);
    return () => element.removeEventListener('focusout', leave);
  }, [shown, field, onLeave]);
  if (!shown) return null;
  const id = controlId(formId, field.name);
  const isOff = (flags & 4) !== 0;
  const help = isOff && field.disabledReason ? t(field.disabledReason) : field.help ? t(field.help) : undefined;
  const note = error ?? help;
  const label = t(field.label);
  const control: Control = {
    id,
    label,
    value,
    onChange: (next) => store.set({ [field.name]: next } as Partial<V>),
    disabled: isOff || readOnly,
    invalid: error !== undefined,
    describedBy: note === undefined ? undefined : `${id}-note`,
  };
  return (
    <div
      ref={box}
      className={styles.field}
      data-field={field.name}
      data-wide={field.wide || undefined}
      data-helped={help !== undefined || undefined}
    >
      {field.kind === 'radio' || field.kind === 'custom' ? (
        <span className={styles.label} id={`${id}-label`}>
          {label}
          {flags & 2 ? <Mark /> : null}
        </span>
      ) : (
        <label className={styles.label} htmlFor={id}>
          {label}
          {flags & 2 ? <Mark /> : null}
        </label>
      )}
      {field.kind === 'custom' ? (
        <fieldset className={styles.custom} aria-labelledby={`${id}-label`}>
          {field.render(control, store.values())}
        </fieldset>
      ) : (
        <ControlView field={field as Field} control={control} label={label} required={(flags & 2) !== 0} />
      )}
      <div id={`${id}-note`} className={error ? styles.error : styles.help} role={error ? 'alert' : undefined}>
        {note}
      </div>
    </div>
  );
}

/** The required mark; the word is in `aria-required`. */
function Mark() {
  return (
    <span className={styles.mark} aria-hidden="true">
      *
    </span>
  );
}

interface ControlViewProps {
  readonly field: Field;
  readonly control: Control;
  readonly label: string;
  readonly required: boolean;
}

const ControlView = memo(
  function ControlView({ field, control, label, required }: ControlViewProps) {
    const t = useT();
    const { id, value, onChange, disabled, invalid, describedBy } = control;
    const aria = {
      'aria-required': required || undefined,
      'aria-invalid': invalid || undefined,
      'aria-describedby': describedBy,
    };
    const status = invalid ? ('error' as const) : undefined;
    const text = typeof value === 'string' ? value : value === null || value === undefined ? '' : String(value);
    switch (field.kind) {
      case 'text':
        return (
          <Input
            id={id}
            value={text}
            disabled={disabled}
            status={status}
            maxLength={field.max === undefined ? undefined : field.max * 2}
            placeholder={field.placeholder ? t(field.placeholder) : undefined}
            autoComplete={field.autoComplete ?? 'off'}
            inputMode={field.inputMode}
            suffix={field.suffix ? t(field.suffix) : undefined}
            onChange={(event) => onChange(field.upper ? event.target.value.toUpperCase() : event.target.value)}
            {...aria}
          />
        );
      case 'password':
        return (
          <Input.Password
            id={id}
            value={text}
            disabled={disabled}
            status={status}
            autoComplete={field.autoComplete ?? 'new-password'}
            onChange={(event) => onChange(event.target.value)}
            {...aria}
          />
        );
      case 'textarea':
        return (
          <Input.TextArea
            id={id}
            value={text}
            disabled={disabled}
            status={status}
            rows={field.rows ?? 3}
            count={field.max === undefined ? undefined : { max: field.max, show: true }}
            onChange={(event) => onChange(event.target.value)}
            {...aria}
          />
        );
      case 'number':
        return (
          <NumberInput
            control={control}
            aria={aria}
            unit={field.unit ? t(field.unit) : undefined}
            read={(typed) => (/^-?\d+(\.\d+)?$/.test(typed) ? Number(typed) : null)}
            show={String}
          />
        );
      case 'money':
        return (
          <NumberInput control={control} aria={aria} unit={t('list.yuan')} read={toHundredths} show={fromHundredths} />
        );
      case 'percent':
        return <NumberInput control={control} aria={aria} unit="%" read={toHundredths} show={fromHundredths} />;
      case 'choice':
      case 'many': {
        const options = field.options.map((option) => ({
          value: option.value,
          label: optionText(option, t),
          disabled: option.disabled ?? false,
        }));
        const shared = {
          id,
          options,
          disabled,
          invalid,
          placeholder: t('form.choose'),
          ...(describedBy ? { describedBy } : {}),
        };
        return field.kind === 'many' ? (
          <Select {...shared} multiple value={Array.isArray(value) ? value : []} onChange={onChange} />
        ) : (
          <Select {...shared} value={value as string | number | null} onChange={onChange} clearable={!required} />
        );
      }
      case 'options':
        return <ServerOptions field={field} control={control} required={required} />;
      case 'radio':
        return (
          <Radio.Group
            id={id}
            value={value}
            disabled={disabled}
            aria-labelledby={`${id}-label`}
            onChange={(event) => onChange(event.target.value)}
            options={field.options.map((option) => ({
              value: option.value,
              label: optionText(option, t),
              disabled: option.disabled ?? false,
            }))}
          />
        );
      case 'switch':
        return (
          <div>
            <Switch
              id={id}
              checked={value === true}
              disabled={disabled}
              onChange={onChange}
              aria-label={label}
              {...aria}
            />
          </div>
        );
      case 'day':
        return (
          <DayInput
            id={id}
            value={text || null}
            onChange={onChange}
            onText={onChange}
            disabled={disabled}
            invalid={invalid}
            describedBy={describedBy}
            {...(field.min ? { min: field.min } : {})}
            {...(field.max ? { max: field.max } : {})}
          />
        );
      case 'moment':
        return (
          <MomentInput
            id={id}
            value={text || null}
            onChange={onChange}
            onText={onChange}
            disabled={disabled}
            invalid={invalid}
            describedBy={describedBy}
            {...(field.min ? { min: field.min } : {})}
            {...(field.max ? { max: field.max } : {})}
          />
        );
      default:
        return null;
    }
  },
  (before, after) =>
    before.field === after.field &&
    before.label === after.label &&
    before.required === after.required &&
    before.control.value === after.control.value &&
    before.control.disabled === after.control.disabled &&
    before.control.invalid === after.control.invalid &&
    before.control.describedBy === after.control.describedBy,
);

interface NumberInputProps {
  readonly control: Control;
  readonly aria: Readonly<Record<string, boolean | string | undefined>>;
  readonly unit: string | undefined;
  readonly read: (typed: string) => number | null;
  readonly show: (value: number) => string;
}

/** An amount: the form gets a number, null when empty, or the typed text where it is no number. */
function NumberInput({ control, aria, unit, read, show }: NumberInputProps) {
  const { value } = control;
  const [typed, setTyped] = useState<string | null>(null);
  const kept = typeof value === 'number' ? show(value) : typeof value === 'string' ? value : '';
  // While the user types, the typed text stays; a value set from elsewhere replaces it.
  const shown = typed !== null && parsed(typed, read) === (value ?? null) ? typed : kept;
  return (
    <Input
      id={control.id}
      value={shown}
      disabled={control.disabled}
      status={control.invalid ? 'error' : undefined}
      inputMode="decimal"
      autoComplete="off"
      {...(unit === undefined ? {} : unitBeside(unit))}
      onChange={(event) => {
        setTyped(event.target.value);
        control.onChange(parsed(event.target.value, read));
      }}
      onBlur={() => setTyped(null)}
      {...aria}
    />
  );
}

function parsed(typed: string, read: (typed: string) => number | null): number | string | null {
  const trimmed = typed.trim();
  return trimmed === '' ? null : (read(trimmed) ?? trimmed);
}

interface ServerOptionsProps {
  readonly field: Extract<Field, { kind: 'options' }>;
  readonly control: Control;
  readonly required: boolean;
}

function ServerOptions({ field, control, required }: ServerOptionsProps) {
  const t = useT();
  const [opened, setOpened] = useState(false);
  const { value } = control;
  const hasValue = Array.isArray(value) ? value.length > 0 : value !== null && value !== undefined;
  const { options, loading } = useOptions(field.source, opened || hasValue);
  const shared = {
    id: control.id,
    options,
    loading,
    disabled: control.disabled,
    invalid: control.invalid,
    placeholder: t('form.choose'),
    onOpen: () => setOpened(true),
    ...(control.describedBy ? { describedBy: control.describedBy } : {}),
  };
  return field.multiple ? (
    <Select<number> {...shared} multiple value={Array.isArray(value) ? value : []} onChange={control.onChange} />
  ) : (
    <Select<number>
      {...shared}
      value={typeof value === 'number' ? value : null}
      onChange={control.onChange}
      clearable={!required}
    />
  );
}

/** A stable id for the fields of one form. */
export function useFormId(): string {
  return useId().replace(/[^a-zA-Z0-9]/g, '');
}
