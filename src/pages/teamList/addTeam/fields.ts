import { termFields } from '@/features/terms/fields';
import { adminFields } from './adminFields';
import { areaFields } from './areaFields';
import { basicFields } from './basicFields';
import { contactFields } from './contactFields';
import type { FieldContext, WizardField } from './fieldContext';
import { serviceFields } from './serviceFields';
import { isDraft, type Step, type WizardValues } from './values';

/** Returns the fields of the terms. For an existing station, terms can change only by a proposal (DOMAIN §9, decision 30). */
const feeFields = (context: FieldContext): readonly WizardField[] =>
  termFields<WizardValues>(context.t, context.maySetCredit ? null : 'wizard.creditByOwner').map((field) =>
    isDraft(context.detail) ? field : { ...field, disabled: true, disabledReason: 'wizard.termsFixed' },
  );

/** Returns the fields of each step with their checks (DOMAIN §3.3). The server also checks the values. */
export function wizardFields(context: FieldContext): Readonly<Record<Step, readonly WizardField[]>> {
  return {
    1: basicFields(context),
    2: areaFields(context),
    3: serviceFields(context),
    4: feeFields(context),
    5: contactFields(context),
    6: adminFields(context),
  };
}
