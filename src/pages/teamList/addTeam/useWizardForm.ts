import { RULE } from '@contract/rule-ids';
import { useMemo, useRef, useState } from 'react';
import { useT } from '@/app/i18n/i18n';
import { usePlatform } from '@/app/platform';
import type { Field } from '@/ui/EntityForm/types';
import { type EntitySubmission, useEntitySubmission } from '@/ui/EntityForm/useEntitySubmission';
import { useFields } from '@/ui/EntityForm/useFields';
import { useLeaveGuard } from '@/ui/EntityForm/useLeaveGuard';
import { dayIn } from '@/ui/TimeText/format';
import type { WizardForm } from './controls';
import type { WizardField } from './fieldContext';
import { wizardFields } from './fields';
import { STEPS, type Step, valuesOfDefaults, valuesOfDetail, type WizardValues } from './values';
import type { WizardProps } from './wizardProps';

/** The station that a call changes, and its version. `id` is `null` until a new draft is saved. */
export interface Target {
  readonly id: number | null;
  readonly version: number;
}

export interface WizardState {
  readonly form: WizardForm;
  readonly steps: Readonly<Record<Step, readonly WizardField[]>>;
  /** Fields of all steps in one list. */
  readonly fields: readonly Field<WizardValues>[];
  readonly submission: EntitySubmission<WizardValues, Target>;
  /** The station that the next call changes. It is a ref, because a merge changes it and sends the next call before the next rendering. */
  readonly target: { readonly current: Target };
  readonly aim: (next: Target) => void;
  /** The platform's current day, `yyyy-MM-dd`. */
  readonly today: string;
}

/** Creates one form for all steps, and manages the station that the form belongs to. */
export function useWizardForm({ defaults, given, detail }: WizardProps): WizardState {
  const t = useT();
  const { timeZone, now, can } = usePlatform();
  const maySetCredit = can(RULE['financial.teamFunding.credit']);
  const today = dayIn(now(), timeZone);

  const initial = useRef<WizardValues | null>(null);
  initial.current ??= detail ? valuesOfDetail(detail, defaults) : { ...valuesOfDefaults(defaults), ...given };
  const formRef = useRef<WizardForm | null>(null);
  const [object, setObject] = useState<Target>({ id: detail?.id ?? null, version: detail?.version ?? 0 });
  const target = useRef(object);
  const aim = (next: Target) => {
    target.current = next;
    setObject(next);
  };
  const steps = useMemo(
    () =>
      wizardFields({
        form: () => {
          if (!formRef.current) throw new Error('fields are drawn after their form was made');
          return formRef.current;
        },
        t,
        teamId: object.id,
        detail,
        policy: defaults.overlapPolicy,
        today,
        maySetCredit,
      }),
    [t, object.id, detail, defaults.overlapPolicy, today, maySetCredit],
  );
  const fields = useMemo<readonly Field<WizardValues>[]>(() => STEPS.flatMap((each) => steps[each]), [steps]);
  const form = useFields(initial.current, fields);
  formRef.current = form;
  // All steps share this form, so a change of the step needs no confirmation. Opening another station needs one.
  useLeaveGuard(form.store, true, (next) => (Number(next.get('id')) || null) === target.current.id);

  // The browser stores unsaved input as a draft.
  const submission = useEntitySubmission<WizardValues, Target>({
    form,
    fields,
    formKey: `team.wizard.${object.id ?? 'new'}`,
    address: 'team.Team/update',
    title: detail === null ? t('wizard.titleNew') : `${t('wizard.titleEdit')} ${detail.name ?? ''}`,
    keepsDraft: true,
    target: object,
    calls: ['finish', 'save'],
    onTarget: aim,
  });
  return { form, steps, fields, submission, target, aim, today };
}
