import { fill, type Locale } from '@contract/text';
import { memoize } from '../memoize';

export type MessageParams = Readonly<Record<string, string | number>>;

const PLURAL = /\{(\w+), plural,((?:\s*\w+ \{[^{}]*(?:\{\w+\}[^{}]*)*\})+)\s*\}/g;
const BRANCH = /(\w+) \{([^{}]*(?:\{\w+\}[^{}]*)*)\}/g;

const plurals = memoize((locale: string) => new Intl.PluralRules(locale));
const numbers = memoize((locale: string) => new Intl.NumberFormat(locale));

/**
 * Fills `{name}` and `{n, plural, one {# station} other {# stations}}`; `#` is the number in the language's own writing.
 * A placeholder without a value stays visible.
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
