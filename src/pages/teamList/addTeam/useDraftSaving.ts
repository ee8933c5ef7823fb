import { useState } from 'react';
import { useT } from '@/app/i18n/i18n';
import { useRefresh } from '@/app/request/useData';
import { toast } from '@/app/toast';
import { showEnd } from './showEnd';
import type { WizardState } from './useWizardForm';
import type { WizardSteps } from './useWizardSteps';
import { STEPS, type Step, toSent } from './values';
import type { WizardProps } from './wizardProps';

export interface DraftSaving {
  /** Number of the highest step that is saved. 0 means that no step is saved. */
  readonly saved: number;
  /** Saves the draft. @returns the draft's id and version, or `null` after a failure */
  readonly saveDraft: (reached: Step) => Promise<{ id: number; version: number } | null>;
  /** Checks the step, saves the draft, and opens the next step. */
  readonly next: () => Promise<void>;
  /** Saves the draft without a check of the step, so that an incomplete draft can be saved. */
  readonly keep: () => Promise<void>;
}

/** Provides the functions that save a draft step by step. */
export function useDraftSaving(props: WizardProps, state: WizardState, view: WizardSteps): DraftSaving {
  const { detail, step, onSaved } = props;
  const { form, submission, target, aim } = state;
  const { drafts, pending, setConflict } = submission;
  const { store } = form;
  const t = useT();
  const refresh = useRefresh();
  const [saved, setSaved] = useState(detail?.draftStep ?? 0);

  const saveDraft: DraftSaving['saveDraft'] = async (reached) => {
    view.setProblem(null);
    const values = store.values();
    const end = await submission.send('save', 'team.Team/saveDraft', () => ({
      ...(target.current.id === null ? {} : { id: target.current.id, version: target.current.version }),
      step: reached,
      values: toSent(values),
    }));
    if (end.kind !== 'done') {
      showEnd(end, t, props, state, view);
      return null;
    }
    drafts.end();
    // Input that the user typed during the call is still unsaved.
    const typed = store.values();
    store.reset(values);
    if (typed !== values) store.set(typed);
    const next = { id: end.data.id, version: end.data.version };
    aim(next);
    setSaved((before) => Math.max(before, reached));
    setConflict(null);
    refresh('team.');
    return next;
  };
  return {
    saved,
    saveDraft,
    async next() {
      if (pending || !view.check([step])) return;
      const stored = await saveDraft(step);
      const following = STEPS.find((each) => each === step + 1) ?? step;
      if (stored) onSaved(stored.id, following);
    },
    async keep() {
      if (pending) return;
      const stored = await saveDraft(step);
      if (!stored) return;
      toast.success(t('wizard.draftSaved'));
      onSaved(stored.id, step);
    },
  };
}
