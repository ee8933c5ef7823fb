import type { Input } from '@contract/index';
import { useState } from 'react';
import { mutate } from '@/app/calls/mutate';
import { serverMessage } from '@/app/calls/serverMessage';
import { useT } from '@/app/i18n/i18n';
import { usePlatform } from '@/app/platform';
import { useRefresh } from '@/app/request/useData';
import { toast } from '@/app/toast';
import { showEnd } from './showEnd';
import type { DraftSaving } from './useDraftSaving';
import type { WizardState } from './useWizardForm';
import type { WizardSteps } from './useWizardSteps';
import { changedForEdit, hasStarted, STEP_FIELDS, STEPS, toSent, type WizardValues, waitsForMoment } from './values';
import type { Answer, Finished, WizardProps } from './wizardProps';

export interface Finishing {
  /** The chosen moment for a change of the area, or `null` for the default. */
  readonly effectiveAt: string | null;
  readonly setEffectiveAt: (at: string | null) => void;
  /** Checks all steps and submits the draft. A new station is first saved as a draft. */
  readonly submit: () => Promise<void>;
  /** Checks the steps with changes or running uploads, and saves an existing station. */
  readonly saveEdit: () => Promise<void>;
}

/** Returns a function that resets the form after the station is saved, and reports the result. */
function useFinish({ onFinished }: WizardProps, { form, submission }: WizardState) {
  const t = useT();
  const refresh = useRefresh();
  return (kind: Finished['kind'], id: number, values: WizardValues, answer: Answer): void => {
    form.store.reset(values);
    submission.drafts.end();
    submission.setConflict(null);
    refresh('team.');
    toast.success(
      serverMessage(answer) ??
        t(kind === 'edited' ? 'wizard.doneEdit' : 'wizard.doneNew', { name: values.name, state: answer.stateText }),
    );
    onFinished({ kind, id, name: values.name, answer });
  };
}

/** Provides functions that submit a draft or save an existing station. It also stores the chosen moment for a change of the area. */
export function useFinishing(
  props: WizardProps,
  state: WizardState,
  view: WizardSteps,
  { saveDraft }: Pick<DraftSaving, 'saveDraft'>,
): Finishing {
  const { detail, step } = props;
  const { form, submission, target } = state;
  const { pending } = submission;
  const { check, setProblem } = view;
  const { store } = form;
  const t = useT();
  const { now } = usePlatform();
  const finish = useFinish(props, state);
  const [effectiveAt, setEffectiveAt] = useState<string | null>(null);

  const submit = async () => {
    if (pending || !check(STEPS)) return;
    setProblem(null);
    const aimed = target.current.id === null ? await saveDraft(step) : target.current;
    if (aimed === null || aimed.id === null) return;
    const { id, version } = { id: aimed.id, version: aimed.version };
    const values = store.values();
    const end = await submission.send('finish', 'team.Team/submit', ({ confirmed }) => ({
      id,
      version,
      values: toSent(values),
      confirmOverlap: confirmed,
    }));
    if (end.kind === 'done') finish('submitted', id, values, end.data);
    else showEnd(end, t, props, state, view);
  };

  const sendEdit = async (id: number, changed: Partial<WizardValues>, moment: string | null) => {
    const { version } = target.current;
    const values = store.values();
    const end = await submission.whilePending(
      mutate('team.Team/update', ({ confirmed }) => ({
        id,
        version,
        // The cast is safe: the changed fields have been checked, so required fields are not `null`.
        values: toSent(changed) as Input<'team.Team/update'>['values'],
        ...(moment === null ? {} : { effectiveAt: moment }),
        confirmOverlap: confirmed,
      })),
    );
    if (end.kind === 'done') finish('edited', id, values, end.data);
    else showEnd(end, t, props, state, view);
  };
  const saveEdit = async () => {
    if (pending || submission.needsChoice()) return;
    setProblem(null);
    const changed = changedForEdit(store.values(), store.changed());
    // A running upload changes its field only at its end, so its step must also be checked.
    const touched = STEPS.filter((each) => STEP_FIELDS[each].some((name) => name in changed || store.isBusy(name)));
    if (touched.length === 0) {
      toast.warning(t('wizard.nothingChanged'));
      return;
    }
    const { id } = target.current;
    if (!check(touched) || id === null) return;
    const moment = hasStarted(detail) && waitsForMoment(changed) ? effectiveAt : null;
    if (moment !== null && Date.parse(moment) <= now()) {
      setProblem({ text: t('wizard.effectivePast'), requestId: '' });
      return;
    }
    await sendEdit(id, changed, moment);
  };
  return { effectiveAt, setEffectiveAt, submit, saveEdit };
}
