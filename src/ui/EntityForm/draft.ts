import { neverKept } from '@contract/drafts';
import type { StoredDraft } from '@/app/drafts';
import { type FormValues, same } from './store';
import type { Field } from './types';

/** Rules for drafts: which form values are stored, and which stored values still fit the form. Pure functions: no storage, no DOM. */

type Values = Readonly<Record<string, unknown>>;

/**
 * Splits the changed values: a draft stores the values in `kept`, and the personal values in `withheld` stay only in memory. Passwords and
 * `secret` fields are in neither group.
 */
export function divide<V extends FormValues>(
  fields: readonly Field<V>[],
  address: string,
  changed: Partial<V>,
): { readonly kept: Values; readonly withheld: Values } {
  const personal = new Set<string>(neverKept(address));
  const secret = new Set<string>(
    fields.filter((field) => field.secret || field.kind === 'password').map((field) => field.name),
  );
  const entries = Object.entries(changed).filter(([name]) => !secret.has(name));
  return {
    kept: Object.fromEntries(entries.filter(([name]) => !personal.has(name))),
    withheld: Object.fromEntries(entries.filter(([name]) => personal.has(name))),
  };
}

/** Returns the type name of a field's value. An older draft may contain another type under the same field name. */
export function shapeOf<V extends FormValues>(field: Field<V>): string {
  return field.kind === 'options' && field.multiple ? 'options+' : field.kind;
}

const isText = (value: unknown) => typeof value === 'string' || value === null || value === undefined;

/** Checks whether the field accepts this value of a draft. An older version of the console may have stored another type. */
function takes<V extends FormValues>(field: Field<V>, value: unknown, initial: unknown, keptShape: string): boolean {
  if (keptShape !== '' && keptShape !== shapeOf(field)) return false;
  switch (field.kind) {
    case 'text':
    case 'textarea':
    case 'day':
    case 'moment':
      return isText(value);
    case 'number':
    case 'money':
    case 'percent':
      return typeof value === 'number' || isText(value);
    case 'switch':
      return typeof value === 'boolean';
    case 'choice':
    case 'radio':
      return value === null || field.options.some((option) => option.value === value);
    case 'many':
      return Array.isArray(value) && value.every((one) => field.options.some((option) => option.value === one));
    case 'options':
      return field.multiple
        ? Array.isArray(value) && value.every((one) => typeof one === 'number')
        : value === null || typeof value === 'number';
    case 'custom':
      return isAlike(value, initial);
    default:
      return false;
  }
}

/** Checks whether two values of a custom control appear to have the same type. A missing value matches any type. */
function isAlike(value: unknown, initial: unknown): boolean {
  const blank = (one: unknown) => one === null || one === undefined;
  return (
    blank(value) ||
    blank(initial) ||
    (typeof value === typeof initial && Array.isArray(value) === Array.isArray(initial))
  );
}

/** The part of a draft that fits the current form. */
export interface Fitting<V extends FormValues> {
  readonly values: Partial<V>;
  /** Values of the form when the draft was begun. */
  readonly base: Partial<V>;
  /** Number of stored fields that are not valid in the current form. */
  readonly lost: number;
}

/** Selects the draft values that the form accepts. @param remembered values that are only in this page's memory */
export function fitting<V extends FormValues>(
  fields: readonly Field<V>[],
  initial: V,
  draft: StoredDraft,
  remembered: Values,
): Fitting<V> {
  const known = new Map<string, Field<V>>(fields.map((field) => [field.name, field]));
  const carried = new Set<string>(fields.flatMap((field) => field.carries ?? []));
  const entries = Object.entries(draft.values);
  const fits = entries.filter(([name, value]) => {
    const field = known.get(name);
    if (field === undefined) return carried.has(name) && isAlike(value, initial[name]);
    return takes(field, value, initial[name], draft.kinds[name] ?? '');
  });
  const own = Object.entries(remembered).filter(([name]) => known.has(name));
  return {
    values: Object.fromEntries([...fits, ...own]) as Partial<V>,
    base: Object.fromEntries(
      Object.entries(draft.base).filter(([name]) => known.has(name) || carried.has(name)),
    ) as Partial<V>,
    lost: entries.length - fits.length,
  };
}

/** Checks whether the draft differs from the form or contains stored fields that the form no longer accepts. */
export function isWorthOffering<V extends FormValues>({ values, lost }: Fitting<V>, initial: V): boolean {
  return lost > 0 || Object.entries(values).some(([name, value]) => !same(value, initial[name]));
}
