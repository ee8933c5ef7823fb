import { neverKept } from '@contract/drafts';
import type { StoredDraft } from '@/app/drafts';
import { type FormValues, same } from './store';
import type { Field } from './types';

/** What of a form may be kept, and what of something kept still fits the form. Pure: no storage, no DOM. */

type Values = Readonly<Record<string, unknown>>;

/** Divides what was typed into what a storage may hold and what only this page may know; passwords are in neither. */
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

/** What a value of this field looks like; a draft of another time may hold something else under the same name. */
export function shapeOf<V extends FormValues>(field: Field<V>): string {
  return field.kind === 'options' && field.multiple ? 'options+' : field.kind;
}

const isText = (value: unknown) => typeof value === 'string' || value === null || value === undefined;

/** Can the form's field take this value, kept by whatever version of the console? */
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

/** Of the same kind, as far as that can be told of values that only their control understands. */
function isAlike(value: unknown, initial: unknown): boolean {
  const blank = (one: unknown) => one === null || one === undefined;
  return (
    blank(value) ||
    blank(initial) ||
    (typeof value === typeof initial && Array.isArray(value) === Array.isArray(initial))
  );
}

/** What a draft brings back into the form of today. */
export interface Fitting<V extends FormValues> {
  readonly values: Partial<V>;
  /** As the form stood when the draft was begun. */
  readonly base: Partial<V>;
  /** How many kept fields the form has no place for any more. */
  readonly lost: number;
}

/** @param remembered fields that the storage does not hold but this page still knows */
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

/** Does it say anything that the form does not say already? */
export function isWorthOffering<V extends FormValues>({ values, lost }: Fitting<V>, initial: V): boolean {
  return lost > 0 || Object.entries(values).some(([name, value]) => !same(value, initial[name]));
}
