import { useCallback, useEffect, useId, useRef, useSyncExternalStore } from 'react';
import { useT } from '@/app/i18n/i18n';
import { ControlView } from './ControlView';
import { isDisabled, isRequired, isShown } from './check';
import { FieldWork } from './fieldWork';
import styles from './index.css';
import type { FormStore, FormValues } from './store';
import type { Control, Field } from './types';

export interface FieldViewProps<V extends FormValues> {
  readonly field: Field<V>;
  readonly store: FormStore<V>;
  readonly formId: string;
  readonly readOnly: boolean;
  /** Called when the field loses the focus. The form then checks the field. */
  readonly onLeave: (field: Field<V>) => void;
}

/** Returns the id of a field's control. The label, the error message and the focus refer to this id. */
export function controlId(formId: string, name: string): string {
  return `${formId}-${name}`;
}

/** Renders a field: label above, control, help text below. An error replaces the help text (DESIGN "Forms"). */
export function FieldView<V extends FormValues>({ field, store, formId, readOnly, onLeave }: FieldViewProps<V>) {
  const t = useT();
  const value = useSyncExternalStore(store.subscribe, () => store.values()[field.name]);
  const error = useSyncExternalStore(store.subscribe, () => store.errors()[field.name]);
  const flags = useSyncExternalStore(store.subscribe, () => {
    const values = store.values();
    return (isShown(field, values) ? 1 : 0) + (isRequired(field, values) ? 2 : 0) + (isDisabled(field, values) ? 4 : 0);
  });
  const ownHelp = useSyncExternalStore(store.subscribe, () =>
    typeof field.help === 'function' ? field.help(store.values()) : field.help,
  );
  // A custom control can depend on other fields. `follows` lists them, and their changes render this field again.
  useSyncExternalStore(store.subscribe, () => {
    if (field.kind !== 'custom' || !field.follows) return '';
    const values = store.values();
    return JSON.stringify(field.follows.map((name) => values[name]));
  });
  const box = useRef<HTMLDivElement>(null);
  const begin = useCallback(() => store.begin(field.name), [store, field.name]);
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
  const help = isOff && field.disabledReason ? t(field.disabledReason) : ownHelp ? t(ownHelp) : undefined;
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
          <FieldWork value={begin}>{field.render(control, store.values())}</FieldWork>
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

/** Renders the visible mark of required fields. Screen readers use `aria-required` instead. */
function Mark() {
  return (
    <span className={styles.mark} aria-hidden="true">
      *
    </span>
  );
}

/** Returns a stable id for one form. The ids of the form's fields begin with this id. */
export function useFormId(): string {
  return useId().replace(/[^a-zA-Z0-9]/g, '');
}
