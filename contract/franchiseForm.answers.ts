import {
  ADDRESS_SEPARATOR,
  type Answers,
  type Condition,
  FORM,
  type FormField,
  type FormKind,
  isAsked,
  isUpload,
  mostFiles,
  VALUE_SEPARATOR,
} from './franchiseForm';
import { matches } from './franchiseForm.pattern';
import { parseLngLat } from './hexagon';
import { isDay, isIdCard } from './id-card';
import { E164, MOBILE } from './limits';
import type { ValidationParams, ValidationRule } from './validation';

/**
 * This file checks an applicant's answers. The builder's preview, the public page and the server use these pure functions, so they
 * accept the same answers.
 */

/** An error in one answer. `faultText` (franchiseForm.words.ts) adds `label` in the reader's language. */
export interface AnswerFault {
  readonly key: string;
  readonly rule: ValidationRule;
  readonly params?: ValidationParams;
}
export interface CheckedAnswers {
  /** The answers to store. Hidden fields, empty answers and wrong answers are left out. */
  readonly answers: Answers;
  readonly faults: readonly AnswerFault[];
}
type Fault = Omit<AnswerFault, 'key'>;
type Read = { readonly value: string } | { readonly fault: Fault };

const EMAIL = /^[^\s@]{1,64}@[A-Za-z0-9-]{1,63}(\.[A-Za-z0-9-]{1,63}){1,4}$/;
const NUMBER = /^-?\d{1,9}(\.\d{1,4})?$/;
const YUAN = /^(\d{1,8})(?:\.(\d{1,2}))?$/;
const REGION = /^\d{6}$/;
const FILE_ID = /^[1-9]\d{0,15}$/;
/**
 * Lone surrogates, and control characters other than line feeds and tabs. The check removes them, because PostgreSQL cannot store lone
 * surrogates and NUL as text.
 */
const BROKEN = /(?![\n\t])\p{Cc}|\p{Cs}/gu;
/** Kinds of fields in which the applicant chooses instead of typing. */
const CHOSEN: readonly FormKind[] = ['select', 'multiSelect', 'radio', 'date', 'region', 'agreement'];

const good = (value: string): Read => ({ value });
const bad = (rule: ValidationRule, params?: ValidationParams): Read => ({ fault: { rule, ...(params && { params }) } });

/** Splits a stored answer into its values. */
export const valuesOf = (answer: string): string[] => answer.split(VALUE_SEPARATOR).filter(Boolean);
/** Pattern of the point (`lng,lat`) at the end of a stored postal address. */
const POINT = /\|(-?\d{1,3}(?:\.\d{1,6})?,-?\d{1,2}(?:\.\d{1,6})?)$/;
/**
 * Splits a stored postal address into region code, street and point (`lng,lat`). The point is empty if there is none. A text without a
 * separator becomes the street.
 */
export function addressParts(answer: string): readonly [code: string, street: string, point: string] {
  const at = answer.indexOf(ADDRESS_SEPARATOR);
  if (at < 0) return ['', answer, ''];
  const rest = answer.slice(at);
  const [behind = '', point = ''] = POINT.exec(rest) ?? [];
  return [answer.slice(0, at), rest.slice(1, rest.length - behind.length).trim(), point];
}
export const addressAnswer = (code: string, street: string, point: string): string =>
  [code, street, ...(point === '' ? [] : [point])].join(ADDRESS_SEPARATOR);

function readText(field: FormField, text: string): Read {
  const isName = field.key === 'name';
  const widest = isName ? FORM.name.max : FORM[field.kind === 'textarea' ? 'textarea' : 'text'].max;
  const most = Math.min(field.max ?? widest, widest);
  const least = Math.min(field.min ?? (isName ? FORM.name.min : 0), most);
  const letters = [...text].length;
  if (letters < least || letters > most) {
    return least > 0 ? bad('length', { min: least, max: most }) : bad('maxLength', { max: most });
  }
  return field.pattern && !matches(field.pattern, text) ? bad('pattern') : good(text);
}

function readBounded(field: FormField, value: number, limits: { readonly min: number; readonly max: number }) {
  const { min = limits.min, max = limits.max } = field;
  return value < min || value > max ? { min, max } : null;
}

function readNumber(field: FormField, text: string): Read {
  if (!NUMBER.test(text)) return bad('number');
  const passed = readBounded(field, Number(text), FORM.number);
  return passed ? bad('range', passed) : good(text);
}

function readAmount(field: FormField, text: string): Read {
  const [, yuan, fen = ''] = YUAN.exec(text) ?? [];
  if (yuan === undefined) return bad('number');
  const value = Number(yuan) * 100 + Number(fen.padEnd(2, '0'));
  const passed = readBounded(field, value, FORM.amountFen);
  return passed ? bad('range', { min: passed.min / 100, max: passed.max / 100 }) : good(String(value));
}

function readChosen(field: FormField, text: string): Read {
  const offered = (field.options ?? []).map(({ value }) => value);
  if (field.kind !== 'multiSelect') return offered.includes(text) ? good(text) : bad('choice');
  const chosen = valuesOf(text);
  if (!chosen.every((value) => offered.includes(value))) return bad('choice');
  const most = field.maxCount ?? offered.length;
  const kept = offered.filter((value) => chosen.includes(value));
  return kept.length > most ? bad('arrayMax', { max: most }) : good(kept.join(VALUE_SEPARATOR));
}

function readFiles(field: FormField, text: string): Read {
  const ids = [...new Set(valuesOf(text))];
  const max = mostFiles(field);
  if (ids.length > max) return bad('arrayMax', { max });
  return ids.every((id) => FILE_ID.test(id)) ? good(ids.join(VALUE_SEPARATOR)) : bad('requiredUpload');
}

function readAddress(text: string): Read {
  const [code, street, point] = addressParts(text);
  if (!REGION.test(code)) return bad('requiredSelect');
  const { min, max } = FORM.address;
  const isFitting = street.length >= min && street.length <= max;
  if (!isFitting) return bad('length', { min, max });
  return point !== '' && parseLngLat(point) === null ? bad('pattern') : good(addressAnswer(code, street, point));
}

const ifValid = (isValid: boolean, text: string): Read => (isValid ? good(text) : bad('pattern'));

function readOne(field: FormField, text: string): Read {
  switch (field.kind) {
    case 'number':
      return readNumber(field, text);
    case 'amount':
      return readAmount(field, text);
    case 'phone':
      return ifValid(MOBILE.test(text) || E164.test(text), text);
    case 'idCard':
      return ifValid(isIdCard(text.toUpperCase()), text.toUpperCase());
    case 'email':
      return ifValid(EMAIL.test(text), text);
    case 'date':
      return ifValid(isDay(text), text);
    case 'region':
      return ifValid(REGION.test(text), text);
    case 'address':
      return readAddress(text);
    case 'agreement':
      return text === 'yes' ? good(text) : bad('requiredSelect');
    case 'select':
    case 'radio':
    case 'multiSelect':
      return readChosen(field, text);
    case 'image':
    case 'file':
      return readFiles(field, text);
    default:
      return readText(field, text);
  }
}

/** Returns whether a field has no answer. For a postal address a region without a street is an answer, and a point alone is not. */
const isBlank = ({ kind }: FormField, text: string): boolean =>
  text === '' ||
  (kind === 'address' &&
    addressParts(text)
      .slice(0, 2)
      .every((part) => part === ''));

function holds({ op, value }: Condition, answer: string | undefined): boolean {
  if (answer === undefined || answer === '') return false;
  if (op === 'notEmpty') return true;
  const given = valuesOf(answer);
  return given.some((part) => value.includes(part));
}

const cleaned = (raw: string | undefined): string => (raw ?? '').replace(/\r\n?/g, '\n').replace(BROKEN, '').trim();

/**
 * Checks raw answers. Hidden fields are neither required nor stored. A field whose condition refers to a hidden field is also hidden.
 *
 * @param raw answers by field key, as the form controls return them. Amounts are in yuan
 */
export function checkAnswers(fields: readonly FormField[], raw: Answers): CheckedAnswers {
  const byKey = new Map(fields.map((field) => [field.key, field]));
  const read = new Map<string, Read | null>();
  const faults: AnswerFault[] = [];
  const answers: Record<string, string> = {};
  /**
   * Returns the answer to store. The result is undefined if the field is hidden, empty or wrong. During its own evaluation a field counts
   * as hidden, so cyclic conditions end.
   */
  const answerOf = (key: string): string | undefined => {
    if (!read.has(key)) {
      read.set(key, null);
      read.set(key, readField(key));
    }
    const found = read.get(key);
    return found && 'value' in found ? found.value : undefined;
  };
  const readField = (key: string): Read | null => {
    const field = byKey.get(key);
    if (!field || !isAsked(field)) return null;
    const { visibleWhen } = field;
    if (visibleWhen && !holds(visibleWhen, answerOf(visibleWhen.key))) return null;
    const text = cleaned(raw[key]);
    if (!isBlank(field, text)) return readOne(field, text);
    if (!field.required) return null;
    if (isUpload(field)) return bad('requiredUpload');
    return bad(CHOSEN.includes(field.kind) ? 'requiredSelect' : 'required');
  };
  for (const { key } of fields) {
    const value = answerOf(key);
    const found = read.get(key);
    if (found && 'fault' in found) faults.push({ key, ...found.fault });
    if (value !== undefined) answers[key] = value;
  }
  return { answers, faults };
}

/** Returns the keys of the fields that an applicant sees with these answers. Dividers and hints can also have conditions. */
export function visibleKeys(fields: readonly FormField[], raw: Answers): ReadonlySet<string> {
  const byKey = new Map(fields.map((field) => [field.key, field]));
  const { answers } = checkAnswers(fields, raw);
  const isVisible = (field: FormField, depth: number): boolean => {
    const { visibleWhen } = field;
    if (!visibleWhen) return true;
    const source = byKey.get(visibleWhen.key);
    return (
      depth < fields.length &&
      source !== undefined &&
      holds(visibleWhen, answers[visibleWhen.key]) &&
      isVisible(source, depth + 1)
    );
  };
  return new Set(fields.filter((field) => isVisible(field, 0)).map(({ key }) => key));
}
