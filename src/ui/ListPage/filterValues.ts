import type { OpenRange } from '../RangePicker';
import type { FilterValue, FilterValues } from './listState';
import type { Filter } from './types';

/** How the values of filters are read by the kinds of their controls. */

export function asList<T extends string | number>(value: FilterValue | undefined): readonly T[] {
  return Array.isArray(value) ? (value as readonly T[]) : [];
}

const dayOf = (value: FilterValue | undefined): string | null => (typeof value === 'string' ? value : null);
export const rangeOf = (values: FilterValues, key: string): OpenRange => ({
  from: dayOf(values[`${key}From`]),
  to: dayOf(values[`${key}To`]),
});

const numberOf = (value: FilterValue | undefined): number | null => (typeof value === 'number' ? value : null);
/** The least and the most; null: no limit. */
export const boundsOf = (values: FilterValues, key: string) => ({
  min: numberOf(values[`${key}Min`]),
  max: numberOf(values[`${key}Max`]),
});
/** Does a filter of this kind have a least and a most? */
export const isBounds = (kind: Filter['kind']): boolean => kind === 'amounts' || kind === 'counts';
