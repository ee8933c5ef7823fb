import { IDENTITY_TYPE_TEXT, identityLifecycle } from '@contract/identity.states';
import { RULES, type Rule, ruleName } from '@contract/permissions';
import { text } from '@contract/text';
import type { Filter } from '@/components/ListPage/types';

const named = (rule: Rule) =>
  text(ruleName(rule.id, 'zh-CN'), ruleName(rule.id, 'en-US'), ruleName(rule.id, 'pt-BR'), ruleName(rule.id, 'zh-TW'));

/** Filters of the list of identities (DOMAIN §3.11). */
export const FILTERS: readonly Filter[] = [
  { kind: 'text', key: 'keyword', label: 'identity.keyword', placeholder: 'identity.keywordHint' },
  {
    kind: 'many',
    key: 'type',
    label: 'identity.type',
    options: (['hq', 'station', 'franchisee'] as const).map((value) => ({ value, label: IDENTITY_TYPE_TEXT[value] })),
  },
  {
    kind: 'many',
    key: 'status',
    label: 'identity.status',
    options: (['on', 'off'] as const).map((value) => ({ value, label: identityLifecycle.states[value].text })),
  },
  {
    kind: 'many',
    key: 'ruleId',
    label: 'identity.hasRule',
    options: (RULES as readonly Rule[])
      .filter(({ kind }) => kind !== 'menu')
      .map((rule) => ({ value: String(rule.id), label: named(rule) })),
  },
];
