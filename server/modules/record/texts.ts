import type { Endpoint } from '../../../contract/endpoint';
import { endpoints } from '../../../contract/endpoints';
import { BUILTIN_IDENTITIES, ruleById } from '../../../contract/permissions';
import { moduleText, READ_TEXT } from '../../../contract/record.texts';
import type { Locale, Text } from '../../../contract/text';

/** What actions are called, from the endpoints that record them. */
const ACTIONS: ReadonlyMap<string, Text> = new Map(
  Object.values<Endpoint>(endpoints).flatMap((endpoint) => {
    if (endpoint.method === 'GET' || endpoint.audit === null) return [];
    const { audit, access } = endpoint;
    const rule = typeof access === 'object' ? ruleById([access.rule].flat()[0] ?? 0) : undefined;
    const text = audit.text ?? rule?.text;
    return text ? [[`${audit.module}.${audit.action}`, text] as const] : [];
  }),
);

export function moduleName(module: string, locale: Locale): string {
  return moduleText(module)?.[locale] ?? module;
}

/** `object`: refused reads are recorded about a page. */
export function actionName(module: string, action: string, object: string, locale: Locale): string {
  const known = ACTIONS.get(`${module}.${action}`)?.[locale];
  if (known) return known;
  return object === 'page' ? `${READ_TEXT[locale]} (${action})` : action;
}

const byText = (one: { text: string }, other: { text: string }) => one.text.localeCompare(other.text);

/** Every module and action that the contract can leave in a record. */
export function recordChoices(locale: Locale) {
  const pairs = [...ACTIONS].map(([value, text]) => ({ value, text: text[locale], module: value.split('.')[0] ?? '' }));
  const modules = [...new Set(pairs.map(({ module }) => module))];
  return {
    modules: modules.map((value) => ({ value, text: moduleName(value, locale) })).sort(byText),
    actions: pairs
      .map(({ value, text, module }) => ({ value, text: `${moduleName(module, locale)} · ${text}` }))
      .sort(byText),
  };
}

const BUILTIN = new Map<string, Text>(BUILTIN_IDENTITIES.map((identity) => [identity.text['zh-CN'], identity.text]));

/** Identities as they were recorded, built-in ones in the reader's language. */
export function identityNames(recorded: string, locale: Locale): string {
  const names = recorded.split('、').map((name) => BUILTIN.get(name)?.[locale] ?? name);
  return names.join(locale.startsWith('zh') ? '、' : ', ');
}
