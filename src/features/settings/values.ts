import type { SettingFormColumn, SettingFormField } from '@contract/settings.schema';
import type { Fault } from '@/ui/EntityForm/types';

/** This module checks and formats fields with several values. The server repeats the checks. */

type Shape = SettingFormColumn['pattern'];
const fits = (shape: Shape, text: string): boolean =>
  shape === null || new RegExp(shape.source, shape.flags).test(text);
const isWithin = (text: string, max: number | null): boolean => [...text].length <= (max ?? Number.MAX_SAFE_INTEGER);

export function listFault(field: SettingFormField, value: unknown): Fault | null {
  const entries = Array.isArray(value) ? value.map(String) : [];
  if (field.max !== null && entries.length > field.max) return { rule: 'arrayMax', params: { max: field.max } };
  return entries.every((entry) => fits(field.pattern, entry) && isWithin(entry, field.itemMax))
    ? null
    : { rule: 'pattern' };
}

export const isPairKey = (field: SettingFormField, key: string): boolean =>
  fits(field.keyPattern, key) && isWithin(key, 64);
export const isPairValue = (field: SettingFormField, value: string): boolean =>
  value.trim() === '' || (fits(field.pattern, value.trim()) && isWithin(value.trim(), field.itemMax));

export function pairsFault(field: SettingFormField, value: unknown): Fault | null {
  const pairs = Object.entries((value ?? {}) as Record<string, string>);
  const isGood = pairs.every(([key, text]) => isPairKey(field, key) && isPairValue(field, text));
  return isGood ? null : { rule: 'pattern' };
}

export type Row = Readonly<Record<string, unknown>>;

/** Creates a row in which each column has its initial value. */
export const newRow = (columns: readonly SettingFormColumn[]): Row =>
  Object.fromEntries(columns.map(({ name, initial }) => [name, initial]));

export function isCell(column: SettingFormColumn, value: unknown): boolean {
  const { kind, required, min, max, step } = column;
  if (kind === 'switch') return typeof value === 'boolean';
  if (kind === 'choice' || kind === 'radio') return column.options.some((option) => option.value === value);
  if (kind === 'number') {
    const isInRange = typeof value === 'number' && value >= (min ?? value) && value <= (max ?? value);
    return isInRange && (step !== 1 || Number.isInteger(value));
  }
  const text = String(value ?? '').trim();
  if (text === '') return required !== true;
  return fits(column.pattern, text) && isWithin(text, max) && [...text].length >= (min ?? 0);
}

export function rowsFault(field: SettingFormField, value: unknown): Fault | null {
  const rows = (Array.isArray(value) ? value : []) as readonly Row[];
  if (field.max !== null && rows.length > field.max) return { rule: 'arrayMax', params: { max: field.max } };
  return rows.every((row) => field.columns.every((column) => isCell(column, row[column.name])))
    ? null
    : { rule: 'pattern' };
}

/* The functions below format values for the history. */

export function pairsText(field: SettingFormField, value: unknown): string {
  const name = (key: string) => field.options.find((option) => option.value === key)?.text ?? key;
  return (
    Object.entries((value ?? {}) as Record<string, string>)
      .map(([key, text]) => `${name(key)}: ${text}`)
      .join('; ') || '—'
  );
}

export function rowsText(field: SettingFormField, value: unknown): string {
  const cell = (column: SettingFormColumn, given: unknown): string =>
    column.options.find((option) => option.value === given)?.text ?? String(given ?? '');
  const rows = (Array.isArray(value) ? value : []) as readonly Row[];
  return rows.map((row) => field.columns.map((column) => cell(column, row[column.name])).join(' · ')).join('; ') || '—';
}

/** Formats a certificate or key as its last 8 characters before the end line. These characters differ between keys. */
export function pemText(value: unknown): string {
  const body = String(value ?? '')
    .replace(/-----[A-Z ]+-----/g, '')
    .replace(/\s/g, '');
  return body === '' ? '—' : `PEM …${body.slice(-8)}`;
}
