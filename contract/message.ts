import { memoize } from './memoize';
import { fill, LOCALES, type Locale, type Text } from './text';

/** This file formats messages with values. The pages and the server share it. */

export type MessageParams = Readonly<Record<string, string | number>>;
/** Values for the placeholders of a message. A value is the same in all languages, or is a text per language. */
export type TextParams = Readonly<Record<string, string | number | Text>>;

const PLURAL = /\{(\w+), plural,((?:\s*\w+ \{[^{}]*(?:\{\w+\}[^{}]*)*\})+)\s*\}/g;
const BRANCH = /(\w+) \{([^{}]*(?:\{\w+\}[^{}]*)*)\}/g;

const plurals = memoize((locale: string) => new Intl.PluralRules(locale));
const numbers = memoize((locale: string) => new Intl.NumberFormat(locale));

/** Formats a message in one language. */
export function say(sentence: Text, locale: Locale, params: TextParams = {}): string {
  const values = Object.entries(params).map(([name, value]) => [
    name,
    typeof value === 'object' ? value[locale] : value,
  ]);
  return formatMessage(sentence[locale], locale, Object.fromEntries(values));
}

/** Formats a message in all languages. The server stores notices in this form, so that a later change of a name does not alter them. */
export function filled(sentence: Text, params?: TextParams): Text {
  return Object.fromEntries(LOCALES.map((locale) => [locale, say(sentence, locale, params)])) as Text;
}

/**
 * Fills `{name}` and `{n, plural, one {# station} other {# stations}}`. `#` is the number in the format of the language.
 * A placeholder without a value remains in the text.
 */
export function formatMessage(template: string, locale: Locale, params: MessageParams = {}): string {
  if (!template.includes('{')) return template;
  const chosen = template.replace(PLURAL, (whole, name: string, branches: string) => {
    const count = Number(params[name]);
    if (Number.isNaN(count)) return whole;
    const wanted = plurals(locale).select(count);
    const found = new Map([...branches.matchAll(BRANCH)].map((match) => [match[1], match[2] ?? '']));
    const branch = found.get(wanted) ?? found.get('other') ?? whole;
    return branch.replaceAll('#', numbers(locale).format(count));
  });
  return fill(chosen, params, locale);
}
