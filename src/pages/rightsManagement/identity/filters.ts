import { IDENTITY_TYPE_TEXT, identityLifecycle } from '@contract/identity.states';
import { RULES, type Rule, ruleNameText } from '@contract/permissions';
import type { FilterOf } from '@/ui/ListPage/types';

/** Filters of the identity list (DOMAIN §3.11). */
export const FILTERS: readonly FilterOf<'rights.Identity/getList'>[] = [
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
      .map((rule) => ({ value: String(rule.id), label: ruleNameText(rule.id) })),
  },
];
