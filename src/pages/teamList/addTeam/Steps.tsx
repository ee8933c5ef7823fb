import { useSyncExternalStore } from 'react';
import { useT } from '@/app/i18n/i18n';
import type { WizardForm } from './controls';
import styles from './index.css';
import { controlOf, STEP_FIELDS, STEPS, type Step } from './values';

export const STEP_TITLES = {
  1: 'wizard.step1',
  2: 'wizard.step2',
  3: 'wizard.step3',
  4: 'wizard.step4',
  5: 'wizard.step5',
  6: 'wizard.step6',
} as const;

interface StepsProps {
  readonly form: WizardForm;
  readonly current: Step;
  /** Number of the highest saved step. 0 means that no step is saved. */
  readonly saved: number;
  readonly onStep: (step: Step) => void;
}

/** Lists the six steps and marks the current step, saved steps, and steps with changes or errors. Users can open any step. */
export function Steps({ form, current, saved, onStep }: StepsProps) {
  const t = useT();
  const errors = useSyncExternalStore(form.store.subscribe, form.store.errors);
  // `changed()` returns a new object at each call, so we compare its keys.
  const changed = useSyncExternalStore(form.store.subscribe, () => Object.keys(form.store.changed()).join());
  const touched = new Set(changed.split(','));
  const noteOf = (step: Step): string | null => {
    const fields = STEP_FIELDS[step];
    if (fields.some((field) => controlOf(field) in errors)) return t('wizard.stepWrong');
    if (fields.some((field) => touched.has(field))) return t('wizard.stepChanged');
    return step <= saved ? t('wizard.stepDone') : null;
  };
  return (
    <nav aria-label={t('wizard.steps')}>
      <ol className={styles.steps}>
        {STEPS.map((step) => {
          const note = noteOf(step);
          return (
            <li key={step}>
              <button
                type="button"
                className={styles.step}
                aria-current={step === current ? 'step' : undefined}
                onClick={() => onStep(step)}
              >
                <span className={styles.number}>{step}</span>
                <span>{t(STEP_TITLES[step])}</span>
                {note ? <small>{note}</small> : null}
              </button>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
