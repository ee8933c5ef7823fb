import type { z } from 'zod';
import type { FieldError } from '../../../contract/endpoint';
import { LIST_LIMITS } from '../../../contract/limits';
import { type Locale, type Text, text } from '../../../contract/text';
import { VALIDATION, type ValidationParams, type ValidationRule, validationText } from '../../../contract/validation';
import { invalid, type Refusal, refuse } from './refusal';

/** Texts that replace the labels of the field and of the other field. Pages that have the labels build the message themselves. */
const THIS_FIELD = text('该项', 'this field', 'este campo', '此項');
const THE_OTHER = text('前一项', 'the field above', 'o campo anterior', '前一項');

/** Translates the error message of a check. The message contains "this field" when `params` has no `label`. */
export function fieldMessage(rule: ValidationRule, locale: Locale, params: ValidationParams = {}): string {
  const sentence = validationText(rule, locale, { label: THIS_FIELD[locale], other: THE_OTHER[locale], ...params });
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}

type Issue = z.core.$ZodIssue;

const isMissing = (issue: Issue): boolean =>
  'input' in issue && issue.input !== undefined ? false : /received undefined$/.test(issue.message);

function sizeRule(issue: Extract<Issue, { code: 'too_small' | 'too_big' }>): [ValidationRule, ValidationParams] {
  const small = issue.code === 'too_small';
  const bound = Number(small ? issue.minimum : issue.maximum);
  const params = small ? { min: bound } : { max: bound };
  if (issue.origin === 'string') {
    if (issue.exact) return ['exactLength', { n: bound }];
    if (small) return bound <= 1 ? ['required', {}] : ['minLength', params];
    return ['maxLength', params];
  }
  if (issue.origin === 'array' || issue.origin === 'set') {
    if (issue.exact) return ['arrayLength', { n: bound }];
    return [small ? 'arrayMin' : 'arrayMax', params];
  }
  return [small ? 'min' : 'max', params];
}

function ruleOf(issue: Issue): [ValidationRule, ValidationParams] {
  switch (issue.code) {
    case 'invalid_type':
      if (isMissing(issue)) return ['required', {}];
      if (issue.expected === 'int') return ['integer', {}];
      if (issue.expected === 'number') return ['number', {}];
      return ['pattern', {}];
    case 'too_small':
    case 'too_big':
      return sizeRule(issue);
    case 'not_multiple_of':
      return ['step', { n: issue.divisor }];
    case 'invalid_value':
      return [isMissing(issue) ? 'requiredSelect' : 'choice', {}];
    case 'custom':
      return issue.message in VALIDATION ? [issue.message as ValidationRule, {}] : ['pattern', {}];
    case 'unrecognized_keys':
      return ['unknown', {}];
    default:
      return ['pattern', {}];
  }
}

/** Splits an issue about several unknown fields into one issue per field, so that the answer names each field. */
function namedIssues(issue: Issue): Issue[] {
  if (issue.code !== 'unrecognized_keys') return [issue];
  return issue.keys.map((key) => ({ ...issue, path: [...issue.path, key] }));
}

/**
 * Lists the refused fields with error messages in the caller's language. `field` is a path with dots (`values.name`, `ids.3`).
 *
 * @param labelOf returns a field's label, for callers whose page does not write the message itself
 */
export function fieldErrors(
  error: z.ZodError,
  locale: Locale,
  labelOf?: (field: string) => string | undefined,
): FieldError[] {
  return error.issues.flatMap(namedIssues).map((issue) => {
    const [rule, params] = ruleOf(issue);
    const field = issue.path.map(String).join('.');
    const label = labelOf?.(field);
    const message = fieldMessage(rule, locale, { ...params, ...(label !== undefined && { label }) });
    return { field, rule, message };
  });
}

/**
 * Builds the refusal of an invalid input: 40005 for `page` and `limit`, 40007 for `sortField`, 40010 for too many `ids`. Other inputs get
 * 40001. Every refusal lists all invalid fields (DOMAIN §6.1).
 */
export function refusalFor(error: z.ZodError, locale: Locale): Refusal {
  const errors = fieldErrors(error, locale);
  const at = (field: string) => error.issues.find((issue) => issue.path.length === 1 && issue.path[0] === field);
  if (at('page') || at('limit')) return refuse(40005, {}, { errors });
  if (at('sortField')) return refuse(40007, {}, { errors });
  if (at('ids')?.code === 'too_big') return refuse(40010, { n: LIST_LIMITS.bulk }, { errors });
  return invalid(errors);
}

/** Builds a refused field with its error message. @param label label of the field */
export const refusedField = (
  { locale }: { readonly locale: Locale },
  field: string,
  rule: ValidationRule,
  label: Text,
  params: ValidationParams = {},
): FieldError => ({ field, rule, message: validationText(rule, locale, { label: label[locale], ...params }) });
