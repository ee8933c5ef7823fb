import type { Translate } from '@/app/i18n/i18n';
import type { Fault, Field } from '@/ui/EntityForm/types';
import type { WizardForm } from './controls';
import { isMasked, type TeamDetail, type WizardValues } from './values';

/** Data that the fields of the wizard need. */
export interface FieldContext {
  /** Returns the form. Call it only after the form exists, for example in checks and renderings. */
  readonly form: () => WizardForm;
  readonly t: Translate;
  readonly teamId: number | null;
  readonly detail: TeamDetail | null;
  readonly policy: 'warn' | 'forbid' | 'allow';
  /** The platform's current day, `yyyy-MM-dd`. */
  readonly today: string;
  /** Whether the user may set the credit limit of a draft. */
  readonly maySetCredit: boolean;
}

export type WizardField = Field<WizardValues>;

export const PATTERN: Fault = { rule: 'pattern' };

/** Builds the check of a phone number. A masked number is valid if it is unchanged. */
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
