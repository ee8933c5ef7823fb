import { ENQUIRY_RULE_LIST } from '@contract/enquiry.fields';
import { ENQUIRY, enquiryRuleLifecycle } from '@contract/enquiry.states';
import type { Data } from '@contract/index';
import { pageAddress } from '@/app/pageAddress';
import { type Action, post } from '@/ui/actions/types';
import { trimmed } from '@/ui/EntityForm/store';
import { listOf } from '@/ui/resource/list';

export type RuleRow = Data<'enquiry.Enquiry/getRules'>['list'][number];

/** Query parameters of the page itself. A list on the page keeps them in the URL when its own parameters change. */
export const INSIDE = ['part', 'form'];

export const LIST = listOf('enquiry.Enquiry/getRules', ENQUIRY_RULE_LIST);

/** The open dialog over the list: the form for a new or existing rule, or the calculator. */
export type RuleForm = 'new' | 'try' | { readonly edit: number } | { readonly try: number };

/** Returns the page's URL with the form open. Filters and page number stay unchanged. @param form `null` closes the form */
export function formAddress(form: RuleForm | null): string {
  if (form === null || typeof form === 'string') return pageAddress('form', form);
  return pageAddress('form', 'edit' in form ? `edit-${form.edit}` : `try-${form.try}`);
}

/** Reads the open form from the query string. */
export function formOf(search: string): RuleForm | null {
  const asked = new URLSearchParams(search).get('form') ?? '';
  if (asked === 'new' || asked === 'try') return asked;
  const [, kind, id] = /^(edit|try)-([1-9]\d{0,15})$/.exec(asked) ?? [];
  if (id === undefined) return null;
  return kind === 'edit' ? { edit: Number(id) } : { try: Number(id) };
}

const label = (action: Parameters<typeof enquiryRuleLifecycle.transition>[0]) =>
  enquiryRuleLifecycle.transition(action).text;
const of = ({ id, version }: RuleRow) => ({ id, version });

/** Actions on a version of a rule. The row's `actions` determine which of them are available. */
export const ACTIONS: readonly Action<RuleRow>[] = [
  { key: 'editRule', label: 'enquiryRule.edit', hotkey: 'e', to: ({ id }) => formAddress({ edit: id }) },
  {
    key: 'publishRule',
    label: label('publishRule'),
    hotkey: 'p',
    confirm: { text: (names, [row], t) => t('enquiryRule.publishText', { names, formula: row?.formula ?? '' }) },
    call: post('enquiry.Enquiry/publishRule', of),
  },
  {
    key: 'disableRule',
    label: label('disableRule'),
    danger: true,
    confirm: { text: (names, _rows, t) => t('enquiryRule.disableText', { names }) },
    fields: () => [
      { kind: 'text', name: 'reason', label: 'enquiryRule.disableReason', required: true, ...ENQUIRY.reason },
    ],
    call: post('enquiry.Enquiry/disableRule', (row: RuleRow, values) => ({
      ...of(row),
      reason: trimmed(values, 'reason'),
    })),
  },
  {
    key: 'removeRule',
    label: label('removeRule'),
    danger: true,
    confirm: { text: (names, _rows, t) => t('enquiryRule.removeText', { names }) },
    call: post('enquiry.Enquiry/removeRule', of),
  },
];
