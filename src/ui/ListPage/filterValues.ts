import type { OpenRange } from '../RangePicker';
import type { FilterValue, FilterValues } from './listState';

/** How the values of filters are read by the kinds of their controls. */

export function asList<T extends string | number>(value: FilterValue | undefined): readonly T[] {
  return Array.isArray(value) ? (value as readonly T[]) : [];
}

const dayOf = (value: FilterValue | undefined): string | null => (typeof value === 'string' ? value : null);
export const rangeOf = (values: FilterValues, key: string): OpenRange => ({
  from: dayOf(values[`${key}From`]),
  to: dayOf(values[`${key}To`]),
});

export const fenOf = (value: FilterValue | undefined): number | null => (typeof value === 'number' ? value : null);
