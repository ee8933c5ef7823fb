import type { FieldRule } from '@contract/field-rules';
import type { Data, Input } from '@contract/index';
import type { DayHours } from '@/features/hoursEditor/hours';
import type { FormValues } from '@/ui/EntityForm/store';
import { withoutMenus } from './tree';

type Detail = Data<'rights.Identity/getDetail'>;
type Tree = Data<'rights.Identity/getRuleTree'>['tree'];
export type ScopeValue = { readonly kind: Detail['dataScope']['kind']; readonly ids: readonly number[] };

/** Form values of an identity. */
export interface IdentityForm extends FormValues {
  name: string;
  type: Detail['type'];
  description: string;
  ruleIds: readonly number[];
  dataScope: ScopeValue;
  fieldRules: readonly FieldRule[];
  loginHours: readonly DayHours[] | null;
  ipAllowList: readonly string[];
  need2v: boolean;
}

export const EMPTY: IdentityForm = {
  name: '',
  type: 'hq',
  description: '',
  ruleIds: [],
  dataScope: { kind: 'all', ids: [] },
  fieldRules: [],
  loginHours: null,
  ipAllowList: [],
  need2v: false,
};

/** Converts a stored identity to form values. */
export function toForm(detail: Detail, tree: Tree): IdentityForm {
  return {
    name: detail.name,
    type: detail.type,
    description: detail.description,
    ruleIds: withoutMenus(tree, detail.ruleIds).sort((a, b) => a - b),
    dataScope: detail.dataScope,
    fieldRules: detail.fieldRules,
    loginHours: detail.loginHours,
    ipAllowList: detail.ipAllowList,
    need2v: detail.need2v,
  };
}

/** Returns the data scope to send. With an identity of type station or franchisee, people see only the data of their own account. */
export function scopeOf(form: Pick<IdentityForm, 'type' | 'dataScope'>): { kind: ScopeValue['kind']; ids: number[] } {
  if (form.type === 'station') return { kind: 'teams', ids: [] };
  if (form.type === 'franchisee') return { kind: 'franchisees', ids: [] };
  return { kind: form.dataScope.kind, ids: form.dataScope.kind === 'all' ? [] : [...form.dataScope.ids] };
}

/** Converts form values to the call's input. */
export function fromForm(form: IdentityForm): Omit<Input<'rights.Identity/save'>, 'id' | 'version'> {
  return {
    name: form.name.trim(),
    type: form.type,
    description: form.description.trim(),
    ruleIds: [...form.ruleIds],
    dataScope: scopeOf(form),
    fieldRules: [...form.fieldRules],
    loginHours:
      form.loginHours === null
        ? null
        : form.loginHours.map(({ weekday, ranges }) => ({ weekday, ranges: ranges.map((range) => ({ ...range })) })),
    ipAllowList: [...form.ipAllowList],
    need2v: form.need2v,
  };
}
