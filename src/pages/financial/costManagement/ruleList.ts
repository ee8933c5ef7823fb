import { COST_RULE_LIST } from '@contract/cost.fields';
import { COST_RULE, costRuleCase } from '@contract/cost.states';
import type { Data } from '@contract/index';
import type { Translate } from '@/app/i18n/i18n';
import { pageAddress } from '@/app/pageAddress';
import { type Action, post } from '@/ui/actions/types';
import { trimmed } from '@/ui/EntityForm/store';
import type { Field } from '@/ui/EntityForm/types';
import { listOf } from '@/ui/resource/list';

export type RuleRow = Data<'finance.Cost/getRules'>['list'][number];

/** Query parameters of the page itself. A list on the page keeps them in the URL when its own parameters change. */
export const INSIDE = ['part', 'form'];

export const LIST = listOf('finance.Cost/getRules', COST_RULE_LIST);

/** The open form over the list: for a new rule, an existing rule, or a copy of a rule. */
export type RuleForm = 'new' | { readonly edit: number } | { readonly copy: number };

/** Returns the page's URL with the form open. Filters and page number stay unchanged. @param form `null` closes the form */
export function formAddress(form: RuleForm | null): string {
  if (form === null || form === 'new') return pageAddress('form', form);
  return pageAddress('form', 'edit' in form ? `edit-${form.edit}` : `copy-${form.copy}`);
}

/** Reads the open form from the query string. */
export function formOf(search: string): RuleForm | null {
  const asked = new URLSearchParams(search).get('form') ?? '';
  if (asked === 'new') return asked;
  const [, kind, id] = /^(edit|copy)-([1-9]\d{0,15})$/.exec(asked) ?? [];
  if (id === undefined) return null;
  return kind === 'edit' ? { edit: Number(id) } : { copy: Number(id) };
}

const label = (action: Parameters<typeof costRuleCase.transition>[0]) => costRuleCase.transition(action).text;
const of = ({ id, version }: RuleRow) => ({ id, version });
const reason: Field = {
  kind: 'textarea',
  name: 'reason',
  label: 'costRule.reason',
  required: true,
  rows: 2,
  ...COST_RULE.reason,
};

type Sentence = 'submitText' | 'publishText' | 'rejectText' | 'recallText' | 'disableText' | 'removeText';
const says = (sentence: Sentence) => ({
  text: (names: string, [row]: readonly RuleRow[], t: Translate) =>
    t(`costRule.${sentence}`, { names, formula: row?.formula ?? '' }),
});

/** Actions on a version of a rule. The row's `actions` determine which of them are available. */
export const ACTIONS: readonly Action<RuleRow>[] = [
  { key: 'editRule', label: 'costRule.edit', hotkey: 'e', to: ({ id }) => formAddress({ edit: id }) },
  {
    key: 'submitRule',
    label: label('submitRule'),
    hotkey: 's',
    confirm: says('submitText'),
    call: post('finance.Cost/submitRule', of),
  },
  {
    key: 'publish',
    label: label('publish'),
    hotkey: 'p',
    confirm: says('publishText'),
    call: post('finance.Cost/publish', of),
  },
  {
    key: 'reject',
    label: label('reject'),
    danger: true,
    confirm: says('rejectText'),
    fields: () => [reason],
    call: post('finance.Cost/reject', (row: RuleRow, values) => ({
      ...of(row),
      reason: trimmed(values, 'reason'),
    })),
  },
  { key: 'recall', label: label('recall'), confirm: says('recallText'), call: post('finance.Cost/recall', of) },
  {
    key: 'disable',
    label: label('disable'),
    danger: true,
    confirm: says('disableText'),
    fields: () => [reason],
    call: post('finance.Cost/disable', (row: RuleRow, values) => ({
      ...of(row),
      reason: trimmed(values, 'reason'),
    })),
  },
  { key: 'copyRule', label: 'costRule.copy', to: ({ id }) => formAddress({ copy: id }) },
  {
    key: 'removeDraft',
    label: 'costRule.remove',
    danger: true,
    confirm: says('removeText'),
    call: post('finance.Cost/removeDraft', of),
  },
];
