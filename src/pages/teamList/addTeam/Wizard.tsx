import { Link } from '@umijs/max';
import { useT } from '@/app/i18n/i18n';
import { termsLink } from '@/features/terms/links';
import { PromptHost } from '@/ui/calls/PromptHost';
import { Fields } from '@/ui/EntityForm';
import type { FormValues } from '@/ui/EntityForm/store';
import { SubmissionNotices } from '@/ui/EntityForm/useEntitySubmission';
import { Library } from '@/ui/library/Library';
import { RequestId } from '@/ui/ProblemReport/RequestId';
import { TimeText } from '@/ui/TimeText';
import { Calculator } from './Calculator';
import { EffectiveAt } from './EffectiveAt';
import { Footer } from './Footer';
import styles from './index.css';
import { STEP_TITLES, Steps } from './Steps';
import { useDraftSaving } from './useDraftSaving';
import { useFinishing } from './useFinishing';
import { useWizardForm } from './useWizardForm';
import { type Problem, useWizardSteps } from './useWizardSteps';
import { hasStarted, isDraft, STEPS, type TeamDetail } from './values';
import type { WizardProps } from './wizardProps';

/**
 * Edits a station in six steps (DOMAIN §3.3). A draft is saved with each step and submitted at the end. The changes of an existing station
 * are saved by one call for all steps. The browser stores unsaved input for this user only.
 */
export function Wizard(props: WizardProps) {
  const { detail, step, onStep } = props;
  const t = useT();
  const state = useWizardForm(props);
  const view = useWizardSteps(props, state);
  const { saved, saveDraft, next, keep } = useDraftSaving(props, state, view);
  const { effectiveAt, setEffectiveAt, submit, saveEdit } = useFinishing(props, state, view, { saveDraft });
  const { form, fields, submission } = state;
  const send = () => {
    if (!isDraft(detail)) return saveEdit();
    return step === STEPS.length ? submit() : next();
  };
  const merge = (mine: FormValues, then: 'save' | 'edit') => {
    if (submission.merge(mine) && then === 'save') void (isDraft(detail) ? keep() : saveEdit());
  };
  return (
    <Library>
      <div className={styles.page}>
        <Steps form={form} current={step} saved={saved} onStep={onStep} />
        <form
          className={styles.column}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            void send();
          }}
        >
          <h2 ref={view.heading} tabIndex={-1}>
            {t('wizard.stepOf', { n: step, total: STEPS.length, title: t(STEP_TITLES[step]) })}
          </h2>
          <SubmissionNotices submission={submission} form={form} fields={fields} onMerge={merge} />
          {view.problem ? <ProblemNotice problem={view.problem} /> : null}
          {step === 4 && detail ? <FeeNotices detail={detail} /> : null}
          <Fields key={step} form={form} fields={state.steps[step]} />
          {step === 4 ? <Calculator form={form} /> : null}
          {hasStarted(detail) ? <EffectiveAt form={form} value={effectiveAt} onChange={setEffectiveAt} /> : null}
          <Footer
            detail={detail}
            step={step}
            onStep={onStep}
            form={form}
            pending={submission.pending}
            onKeep={() => void keep()}
          />
        </form>
        <PromptHost />
      </div>
    </Library>
  );
}

function ProblemNotice({ problem }: { readonly problem: Problem }) {
  const t = useT();
  return (
    <div className={styles.problem} role="alert">
      <p>{problem.text}</p>
      <p>
        {t('wizard.failed')} {problem.requestId ? <RequestId id={problem.requestId} /> : null}
      </p>
    </div>
  );
}

/** Shows when the next terms take effect, and where the user can change the terms of an existing station. */
function FeeNotices({ detail }: { readonly detail: TeamDetail }) {
  const t = useT();
  return (
    <>
      {detail.nextFee ? (
        <p className={styles.notice}>
          {t('wizard.nextFee')} <TimeText at={detail.nextFee.effectiveFrom} mode="full" />
        </p>
      ) : null}
      {isDraft(detail) ? null : (
        <p className={styles.notice}>
          {t('wizard.termsFixed')} <Link to={termsLink(detail.id)}>{t('terms.propose')}</Link>
        </p>
      )}
    </>
  );
}
