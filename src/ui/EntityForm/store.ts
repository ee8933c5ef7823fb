import { createListeners } from '@/app/store';

/**
 * Values of one form by field name. The store keeps them outside of React. A key press then renders only the changed field and its
 * dependent fields.
 */
export type FormValues = Readonly<Record<string, unknown>>;

/** Returns the value of a text field without surrounding spaces. */
export const trimmed = (values: FormValues, name: string): string => String(values[name] ?? '').trim();

export type FormErrors = Readonly<Record<string, string>>;

export interface FormStore<V extends FormValues> {
  readonly values: () => V;
  readonly errors: () => FormErrors;
  /** Returns the values at the opening or the last reset of the form. */
  readonly initial: () => V;
  /** Sets fields and removes their errors. */
  readonly set: (patch: Partial<V>) => void;
  readonly setErrors: (errors: FormErrors) => void;
  /** Sets the error of one field. `null` removes it. */
  readonly setError: (name: string, message: string | null) => void;
  /** Begins work that changes the field's value when it ends. @returns a function that ends the work and removes the field's error */
  readonly begin: (name: string) => () => void;
  /** Returns whether work on the field's value is unfinished. */
  readonly isBusy: (name: string) => boolean;
  /** Replaces all values, including the initial values. After that no field is dirty. */
  readonly reset: (to: V) => void;
  readonly dirty: () => boolean;
  /** Returns only the fields that differ from the initial values. */
  readonly changed: () => Partial<V>;
  readonly subscribe: (listener: () => void) => () => void;
}

/** Compares form values (plain data) deeply. An empty text equals a missing value. */
export function same(a: unknown, b: unknown): boolean {
  const blank = (value: unknown) => value === undefined || value === null || value === '';
  if (blank(a) && blank(b)) return true;
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const left = a as Record<string, unknown>;
  const right = b as Record<string, unknown>;
  const keys = new Set([...Object.keys(left), ...Object.keys(right)]);
  return [...keys].every((key) => same(left[key], right[key]));
}

export function createStore<V extends FormValues>(start: V): FormStore<V> {
  let initial = start;
  let values = start;
  let errors: FormErrors = {};
  const working = new Map<string, number>();
  const { subscribe, tell } = createListeners();
  const changed = (): Partial<V> =>
    Object.fromEntries(Object.entries(values).filter(([name, value]) => !same(value, initial[name]))) as Partial<V>;
  const setError = (name: string, message: string | null) => {
    if ((errors[name] ?? null) === message) return;
    const { [name]: _gone, ...rest } = errors;
    errors = message === null ? rest : { ...rest, [name]: message };
    tell();
  };
  return {
    values: () => values,
    errors: () => errors,
    initial: () => initial,
    set: (patch) => {
      values = { ...values, ...patch };
      const names = Object.keys(patch);
      if (names.some((name) => name in errors)) {
        errors = Object.fromEntries(Object.entries(errors).filter(([name]) => !names.includes(name)));
      }
      tell();
    },
    setErrors: (next) => {
      errors = next;
      tell();
    },
    setError,
    begin: (name) => {
      working.set(name, (working.get(name) ?? 0) + 1);
      return () => {
        working.set(name, (working.get(name) ?? 0) - 1);
        setError(name, null);
      };
    },
    isBusy: (name) => (working.get(name) ?? 0) > 0,
    reset: (to) => {
      initial = to;
      values = to;
      errors = {};
      tell();
    },
    dirty: () => Object.keys(changed()).length > 0,
    changed,
    subscribe,
  };
}
