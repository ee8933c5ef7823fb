import { isDay, isMoment } from '../DayInput/typed';
import { fromHundredths, hasTooManyDecimals } from './amounts';
import type { FormValues } from './store';
import type { Fault, Field } from './types';

/** This module checks form fields before the request (DOMAIN §0.3). The server checks the input again. Pure functions: no DOM, no HTTP. */

/** Checks whether a field has no value. */
export function isEmpty(value: unknown): boolean {
  return (
    value === undefined ||
    value === null ||
    (typeof value === 'string' && value.trim() === '') ||
    (Array.isArray(value) && value.length === 0)
  );
}

/** Checks whether the field is shown with these values. */
export function isShown<V extends FormValues>(field: Field<V>, values: V): boolean {
  return field.when?.(values) ?? true;
}

export function isRequired<V extends FormValues>(field: Field<V>, values: V): boolean {
  return typeof field.required === 'function' ? field.required(values) : field.required === true;
}

export function isDisabled<V extends FormValues>(field: Field<V>, values: V): boolean {
  return typeof field.disabled === 'function' ? field.disabled(values) : field.disabled === true;
}

const SELECTED = new Set(['choice', 'many', 'options', 'radio', 'day', 'moment']);

function lengthFault(text: string, min: number | undefined, max: number | undefined): Fault | null {
  const length = [...text.trim()].length;
  if ((min === undefined || length >= min) && (max === undefined || length <= max)) return null;
  if (min !== undefined && max !== undefined) {
    return min === max ? { rule: 'exactLength', params: { n: min } } : { rule: 'length', params: { min, max } };
  }
  return min !== undefined ? { rule: 'minLength', params: { min } } : { rule: 'maxLength', params: { max: max ?? 0 } };
}

/** Checks the value of a number, money or percent field. The value is the typed text when that text is not a number. */
function numberFault(
  value: unknown,
  min: number,
  max: number,
  show: (value: number) => string | number,
  step?: number,
): Fault | null {
  if (typeof value === 'string') {
    return step === undefined && hasTooManyDecimals(value)
      ? { rule: 'decimals', params: { n: 2 } }
      : { rule: 'number' };
  }
  if (typeof value !== 'number' || !Number.isFinite(value)) return { rule: 'number' };
  if (value < min || value > max) return { rule: 'range', params: { min: show(min), max: show(max) } };
  if (step !== undefined) {
    const steps = value / step;
    if (Math.abs(steps - Math.round(steps)) > 1e-9) {
      return step === 1 ? { rule: 'integer' } : { rule: 'step', params: { n: step } };
    }
  }
  return null;
}

function kindFault<V extends FormValues>(field: Field<V>, value: unknown): Fault | null {
  switch (field.kind) {
    case 'text': {
      const text = String(value);
      return (
        lengthFault(text, field.min, field.max) ??
        (field.pattern && !field.pattern.test(text.trim()) ? { rule: 'pattern' } : null)
      );
    }
    case 'textarea':
    case 'password':
      return lengthFault(String(value), field.min, field.max);
    case 'number':
      return numberFault(value, field.min, field.max, (bound) => bound, field.step ?? 1);
    case 'money':
      return numberFault(value, field.minFen, field.maxFen, fromHundredths);
    case 'percent':
      return numberFault(value, field.minBp, field.maxBp, fromHundredths);
    case 'many':
    case 'options': {
      const max = field.max;
      return max !== undefined && Array.isArray(value) && value.length > max
        ? { rule: 'arrayMax', params: { max } }
        : null;
    }
    case 'day':
      if (!isDay(String(value))) return { rule: 'pattern' };
      if (field.min !== undefined && String(value) < field.min) return { rule: 'min', params: { min: field.min } };
      return field.max !== undefined && String(value) > field.max ? { rule: 'max', params: { max: field.max } } : null;
    case 'moment':
      if (!isMoment(String(value))) return { rule: 'pattern' };
      if (field.min !== undefined && Date.parse(String(value)) < Date.parse(field.min)) return { rule: 'future' };
      return field.max !== undefined && Date.parse(String(value)) > Date.parse(field.max)
        ? { rule: 'max', params: { max: field.max } }
        : null;
    default:
      return null;
  }
}

/** Returns the error of one field, or `null`. Hidden fields have no error. */
export function faultOf<V extends FormValues>(field: Field<V>, values: V): Fault | null {
  if (!isShown(field, values)) return null;
  const value = values[field.name];
  if (isEmpty(value)) {
    if (isRequired(field, values)) {
      const isSelected = field.kind === 'custom' ? field.select === true : SELECTED.has(field.kind);
      const rule = isSelected ? 'requiredSelect' : 'required';
      return { rule, ...(field.requiredText ? { text: field.requiredText } : {}) };
    }
    return field.check?.(value, values) ?? null;
  }
  return kindFault(field, value) ?? field.check?.(value, values) ?? null;
}
