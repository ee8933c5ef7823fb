import type { Translate } from '@/app/i18n/i18n';
import type { Fault, Field } from '@/ui/EntityForm/types';
import type { WizardForm } from './controls';
import { isMasked, type TeamDetail, type WizardValues } from './values';

/** What the fields need to know of the wizard around them. */
export interface FieldContext {
  /** The form that the fields belong to; it exists once they are drawn. */
  readonly form: () => WizardForm;
  readonly t: Translate;
  readonly teamId: number | null;
  readonly detail: TeamDetail | null;
  readonly policy: 'warn' | 'forbid' | 'allow';
  /** The platform's day, `yyyy-MM-dd`. */
  readonly today: string;
  /** The credit limit of a draft is the owner's to fill in. */
  readonly maySetCredit: boolean;
}

export type WizardField = Field<WizardValues>;

export const PATTERN: Fault = { rule: 'pattern' };

/** Checks a phone. A phone that came masked and was not touched stays what it is. */
export const phoneCheck =
  (
    { form }: FieldContext,
    name: 'contactTel' | 'emergencyTel' | 'adminTel',
    patterns: readonly RegExp[],
  ): WizardField['check'] =>
  (value) => {
    const tel = String(value ?? '').trim();
    if (tel === '' || (isMasked(tel) && tel === form().store.initial()[name])) return null;
    return patterns.some((pattern) => pattern.test(tel)) ? null : PATTERN;
  };
