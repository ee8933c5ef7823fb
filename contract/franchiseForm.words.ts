import type { FormField } from './franchiseForm';
import { type AnswerFault, addressParts, valuesOf } from './franchiseForm.answers';
import { type Locale, type Text, text } from './text';
import { validationText } from './validation';
import { WORD } from './words';

/** This file formats answers as text. Its functions are pure. */

const YES = text('已同意', 'Agreed', 'Aceito', '已同意');
const JOINT = WORD.listSeparator;

/** Returns a text in the given language. An empty text is replaced by the zh-CN text, or else by the first text that is not empty. */
export const inWords = (words: Text, locale: Locale): string =>
  words[locale] || words['zh-CN'] || Object.values(words).find(Boolean) || '';

function optionWords(field: FormField, value: string, locale: Locale): string {
  const option = field.options?.find((one) => one.value === value);
  return option ? inWords(option.label, locale) : value;
}

/**
 * Formats a stored answer for readers.
 *
 * @param regionText returns the names of a region by its code
 * @param fileName returns the name of a file by its id
 */
export function answerText(
  field: FormField,
  answer: string,
  locale: Locale,
  regionText: (code: string) => string,
  fileName: (id: string) => string = (id) => id,
): string {
  switch (field.kind) {
    case 'select':
    case 'radio':
    case 'multiSelect':
      return valuesOf(answer)
        .map((value) => optionWords(field, value, locale))
        .join(JOINT[locale]);
    case 'image':
    case 'file':
      return valuesOf(answer).map(fileName).join(JOINT[locale]);
    case 'amount':
      return `¥${new Intl.NumberFormat(locale, { minimumFractionDigits: 2 }).format(Number(answer) / 100)}`;
    case 'region':
      return regionText(answer);
    case 'address': {
      const [code, street, point] = addressParts(answer);
      return `${regionText(code)} ${street}${point && ` (${point.replace(',', ', ')})`}`;
    }
    case 'agreement':
      return YES[locale];
    default:
      return answer;
  }
}

/** Returns the message about a refused answer. */
export function faultText(field: FormField, { rule, params }: AnswerFault, locale: Locale): string {
  if (rule === 'pattern' && field.pattern && field.patternMessage) return inWords(field.patternMessage, locale);
  return validationText(rule, locale, { ...params, label: inWords(field.label, locale) });
}
