import type { OpenRange } from '../RangePicker';
import type { FilterValue, FilterValues } from './listState';
import type { Filter } from './types';

/** Returns a filter value as a list. A value of another type becomes an empty list. */
export function asList<T extends string | number>(value: FilterValue | undefined): readonly T[] {
  return Array.isArray(value) ? (value as readonly T[]) : [];
}

const dayOf = (value: FilterValue | undefined): string | null => (typeof value === 'string' ? value : null);
export const rangeOf = (values: FilterValues, key: string): OpenRange => ({
  from: dayOf(values[`${key}From`]),
  to: dayOf(values[`${key}To`]),
});

const numberOf = (value: FilterValue | undefined): number | null => (typeof value === 'number' ? value : null);
/** Returns minimum and maximum of a filter with the given key. `null` means no limit. */
export const boundsOf = (values: FilterValues, key: string) => ({
  min: numberOf(values[`${key}Min`]),
  max: numberOf(values[`${key}Max`]),
});
/** Checks whether filters of this kind have a minimum and a maximum. */
export const isBounds = (kind: Filter['kind']): boolean => kind === 'amounts' || kind === 'counts';
