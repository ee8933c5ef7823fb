import type { Translate } from '@/app/i18n/i18n';
import type { Fault, Field } from '@/ui/EntityForm/types';
import type { WizardForm } from './controls';
import { isMasked, type TeamDetail, type WizardValues } from './values';

/** Context of the fields within the wizard. */
export interface FieldContext {
  /** Returns the form of the fields. It exists once they are rendered. */
  readonly form: () => WizardForm;
  readonly t: Translate;
  readonly teamId: number | null;
  readonly detail: TeamDetail | null;
  readonly policy: 'warn' | 'forbid' | 'allow';
  /** The platform's day, `yyyy-MM-dd`. */
  readonly today: string;
  /** Only the owner may set the credit limit of a draft. */
  readonly maySetCredit: boolean;
}

export type WizardField = Field<WizardValues>;

export const PATTERN: Fault = { rule: 'pattern' };

/** Validates a phone. An unchanged masked phone is valid. */
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
