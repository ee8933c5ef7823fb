import { useT } from '@/app/i18n/i18n';
import { Button } from '@/ui/Button';
import { useValues, type WizardForm } from './controls';
import styles from './index.css';
import { isDraft, STEPS } from './values';
import type { WizardProps } from './wizardProps';

function SubmitText({ form }: { readonly form: WizardForm }) {
  const t = useT();
  const { name } = useValues(form);
  return <>{name.trim() === '' ? t('wizard.submitUnnamed') : t('wizard.submit', { name: name.trim() })}</>;
}

interface FooterProps extends Pick<WizardProps, 'detail' | 'step' | 'onStep'> {
  readonly form: WizardForm;
  readonly pending: boolean;
  readonly onKeep: () => void;
}

/** Shows the buttons below a step. */
export function Footer({ detail, step, onStep, form, pending, onKeep }: FooterProps) {
  const t = useT();
  const ofDraft = isDraft(detail);
  return (
    <div className={styles.footer}>
      {ofDraft ? (
        <>
          <Button type="primary" htmlType="submit" loading={pending} disabled={pending}>
            {step === STEPS.length ? <SubmitText form={form} /> : t('wizard.next')}
          </Button>
          <Button disabled={pending} onClick={onKeep}>
            {t('wizard.saveDraft')}
          </Button>
        </>
      ) : (
        <Button type="primary" htmlType="submit" loading={pending} disabled={pending}>
          {t('wizard.saveEdit', { name: detail?.name ?? '' })}
        </Button>
      )}
      {ofDraft && step > 1 ? (
        <Button disabled={pending} onClick={() => onStep(STEPS.find((each) => each === step - 1) ?? 1)}>
          {t('wizard.back')}
        </Button>
      ) : null}
    </div>
  );
}
