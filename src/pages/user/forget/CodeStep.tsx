import { useT } from '@/app/i18n/i18n';
import { Field, FormError, SideButton, Submit } from '@/ui/PlainForm';
import type { ResetForm } from './useResetForm';

interface CodeStepProps {
  readonly form: ResetForm;
  readonly maskedTel: string;
  /** Seconds until another code can be requested. */
  readonly wait: number;
  /** Called when the user requests another code. Another code needs another captcha. */
  readonly onAgain: () => void;
  readonly onTyped: () => void;
}

/** Shows the step for the SMS code. The server checks the code later, together with the new password. */
export function CodeStep({ form, maskedTel, wait, onAgain, onTyped }: CodeStepProps) {
  const t = useT();
  const confirm = () => {
    const { code } = form.values;
    const problem = form.missing(code, /^\d{6}$/.test(code.trim()), t('login.smsCode'));
    form.setErrors({ tel: '', picture: '', code: problem });
    form.setRefusal('');
    if (problem) form.focus('code');
    else onTyped();
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        confirm();
      }}
    >
      <FormError text={form.refusal} />
      <Field
        id="smsCode"
        label={t('login.smsCode')}
        hint={t('login.codeSent', { tel: maskedTel })}
        autoComplete="one-time-code"
        inputMode="numeric"
        maxLength={6}
        beside={
          <SideButton disabled={wait > 0} onClick={onAgain}>
            {wait > 0 ? t('login.resendIn', { n: wait }) : t('login.sendCode')}
          </SideButton>
        }
        {...form.input('code')}
      />
      <Submit pending={false}>{t('login.next')}</Submit>
    </form>
  );
}
