import { memo, useState } from 'react';
import { useT } from '@/app/i18n/i18n';
import { useOptions } from '@/app/request/useData';
import { DayInput, MomentInput } from '../DayInput';
import { Input } from '../library/Input';
import { Radio } from '../library/Radio';
import { Switch } from '../library/Switch';
import { unitBeside } from '../Money/format';
import { Select } from '../Select';
import { fromHundredths, toHundredths } from './amounts';
import { optionText } from './optionText';
import type { Control, Field } from './types';

interface ControlViewProps {
  readonly field: Field;
  readonly control: Control;
  readonly label: string;
  readonly required: boolean;
}

type Aria = Readonly<Record<'aria-required' | 'aria-invalid', true | undefined>> & {
  readonly 'aria-describedby': string | undefined;
};
/** Props of the control for one field kind. */
interface PartProps<K extends Field['kind']> {
  readonly field: Extract<Field, { kind: K }>;
  readonly control: Control;
  readonly aria: Aria;
}

/** Converts a value to text. `null` and `undefined` become an empty text. */
const asText = (value: unknown): string =>
  typeof value === 'string' ? value : value === null || value === undefined ? '' : String(value);

function TextControl({ field, control, aria }: PartProps<'text' | 'password' | 'textarea'>) {
  const t = useT();
  const { id, value, onChange, disabled, invalid } = control;
  const status = invalid ? ('error' as const) : undefined;
  const text = asText(value);
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
  }
}

function ChoiceControl({
  field,
  control,
  required,
}: Omit<PartProps<'choice' | 'many'>, 'aria'> & { required: boolean }) {
  const t = useT();
  const { id, value, onChange, disabled, invalid, describedBy } = control;
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

function RadioControl({ field, control }: Omit<PartProps<'radio'>, 'aria'>) {
  const t = useT();
  const { id, value, onChange, disabled } = control;
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
}

function SwitchControl({ control, label, aria }: Omit<PartProps<'switch'>, 'field'> & { readonly label: string }) {
  const { id, value, onChange, disabled } = control;
  return (
    <div>
      <Switch id={id} checked={value === true} disabled={disabled} onChange={onChange} aria-label={label} {...aria} />
    </div>
  );
}

function TimeControl({ field, control }: Omit<PartProps<'day' | 'moment'>, 'aria'>) {
  const { id, value, onChange, disabled, invalid, describedBy } = control;
  const shared = {
    id,
    value: asText(value) || null,
    onChange,
    onText: onChange,
    disabled,
    invalid,
    describedBy,
    ...(field.min ? { min: field.min } : {}),
    ...(field.max ? { max: field.max } : {}),
  };
  return field.kind === 'day' ? <DayInput {...shared} /> : <MomentInput {...shared} />;
}

/** Renders the control of a field. Memoized by the inputs that change what the user sees. */
export const ControlView = memo(
  function ControlView({ field, control, label, required }: ControlViewProps) {
    const t = useT();
    const aria: Aria = {
      'aria-required': required || undefined,
      'aria-invalid': control.invalid || undefined,
      'aria-describedby': control.describedBy,
    };
    switch (field.kind) {
      case 'text':
      case 'password':
      case 'textarea':
        return <TextControl field={field} control={control} aria={aria} />;
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
      case 'many':
        return <ChoiceControl field={field} control={control} required={required} />;
      case 'options':
        return <ServerOptions field={field} control={control} required={required} />;
      case 'radio':
        return <RadioControl field={field} control={control} />;
      case 'switch':
        return <SwitchControl control={control} label={label} aria={aria} />;
      case 'day':
      case 'moment':
        return <TimeControl field={field} control={control} />;
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

/** Renders a field for a number, amount or percentage. The form gets a number, `null` if empty, or the typed text if unreadable. */
function NumberInput({ control, aria, unit, read, show }: NumberInputProps) {
  const { value } = control;
  const [typed, setTyped] = useState<string | null>(null);
  const kept = typeof value === 'number' ? show(value) : typeof value === 'string' ? value : '';
  // Show the text as typed until the field loses the focus or another source changes the value.
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
  const { options, ...state } = useOptions(field.source, opened || hasValue);
  const shared = {
    id: control.id,
    options,
    ...state,
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
