import { fill } from '@contract/text';

export type MessageParams = Readonly<Record<string, string | number>>;

const PLURAL = /\{(\w+), plural,((?:\s*\w+ \{[^{}]*(?:\{\w+\}[^{}]*)*\})+)\s*\}/g;
const BRANCH = /(\w+) \{([^{}]*(?:\{\w+\}[^{}]*)*)\}/g;

const rules = new Map<string, Intl.PluralRules>();
const numbers = new Map<string, Intl.NumberFormat>();

/** Making one takes longer than all that it is asked afterwards. */
function kept<T>(made: Map<string, T>, locale: string, make: new (locale: string) => T): T {
  const known = made.get(locale) ?? new make(locale);
  made.set(locale, known);
  return known;
}

/**
 * Fills `{name}` and `{n, plural, one {# station} other {# stations}}`; `#` is the number in the language's own writing.
 * A placeholder without a value stays visible.
 */
export function formatMessage(template: string, locale: string, params: MessageParams = {}): string {
  if (!template.includes('{')) return template;
  const chosen = template.replace(PLURAL, (whole, name: string, branches: string) => {
    const count = Number(params[name]);
    if (Number.isNaN(count)) return whole;
    const wanted = kept(rules, locale, Intl.PluralRules).select(count);
    const found = new Map([...branches.matchAll(BRANCH)].map((match) => [match[1], match[2] ?? '']));
    const branch = found.get(wanted) ?? found.get('other') ?? whole;
    return branch.replaceAll('#', kept(numbers, locale, Intl.NumberFormat).format(count));
  });
  return fill(chosen, params);
}
