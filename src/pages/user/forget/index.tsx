import { E164, MOBILE, SMS_TYPE } from '@contract/limits';
import { history, Link, useSearchParams } from '@umijs/max';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useT } from '@/app/i18n/i18n';
import { api } from '@/app/request/api';
import { useCaptcha, useCountdown } from '@/app/session/captcha';
import { toast } from '@/app/toast';
import { CaptchaField, Field, FormError, SideButton, Steps, Submit, TextButton } from '@/ui/PlainForm';
import { NewPassword } from '@/ui/PlainForm/NewPassword';
import { ByLink } from './ByLink';
import styles from './forget.css';

/** The code was wrong or too old: back to the step that asks for it. */
const WRONG_CODE = 40004;
const WRONG_CAPTCHA = 40003;

/** Forgotten password; with a link from a message only its last step (`?ticket=`). */
export default function ForgetPage() {
  const t = useT();
  const [query] = useSearchParams();
  const ticket = query.get('ticket');
  if (ticket === null) return <ByPhone />;
  return (
    <>
      <h1 className={styles.title}>{t('login.linkTitle')}</h1>
      <ByLink ticket={ticket} />
      <div className={styles.line}>
        <span />
        <Link to="/user/login">{t('login.backToLogin')}</Link>
      </div>
    </>
  );
}

/** The three steps (DOMAIN §3.1). An unknown phone gets the same answers as a known one. */
function ByPhone() {
  const t = useT();
  const captcha = useCaptcha();
  const [step, setStep] = useState(0);
  const [tel, setTel] = useState('');
  const [picture, setPicture] = useState('');
  const [code, setCode] = useState('');
  const [maskedTel, setMaskedTel] = useState('');
  const [errors, setErrors] = useState({ tel: '', picture: '', code: '' });
  const [refusal, setRefusal] = useState('');
  const [pending, setPending] = useState(false);
  const [wait, setWait] = useCountdown();
  const telRef = useRef<HTMLInputElement>(null);
  const pictureRef = useRef<HTMLInputElement>(null);
  const codeRef = useRef<HTMLInputElement>(null);

  useEffect(() => {
    if (step === 0) telRef.current?.focus();
    if (step === 1) codeRef.current?.focus();
  }, [step]);

  const missing = (value: string, valid: boolean, label: string) =>
    value.trim() === '' ? t('login.required', { label }) : valid ? '' : t('login.invalid', { label });

  /** Sends a code; the captcha is good for one try. */
  async function sendCode(): Promise<void> {
    const phone = tel.trim();
    const found = {
      tel: missing(phone, MOBILE.test(phone) || E164.test(phone), t('login.tel')),
      picture: missing(picture, picture.trim().length === 4, t('login.captcha')),
      code: '',
    };
    setErrors(found);
    setRefusal('');
    if (found.tel || found.picture) {
      (found.tel ? telRef : pictureRef).current?.focus();
      return;
    }
    setPending(true);
    const outcome = await api.askPost('Verify/sendMessage', {
      tel: phone,
      sms_type: SMS_TYPE.reset,
      captchaId: captcha.captchaId,
      captcha: picture.trim(),
    });
    setPending(false);
    captcha.reload();
    setPicture('');
    if (outcome.ok) {
      setMaskedTel(outcome.data.maskedTel);
      setWait(outcome.data.waitSec);
      setStep(1);
      return;
    }
    if (outcome.code === WRONG_CAPTCHA) {
      setErrors({ ...found, picture: outcome.msg });
      pictureRef.current?.focus();
      return;
    }
    setRefusal(outcome.msg || t('login.failed'));
  }

  function confirmCode(): void {
    const problem = missing(code, /^\d{6}$/.test(code.trim()), t('login.smsCode'));
    setErrors({ tel: '', picture: '', code: problem });
    setRefusal('');
    if (problem) codeRef.current?.focus();
    else setStep(2);
  }

  async function reset(password: string, confirmPassword: string): Promise<string | null> {
    const outcome = await api.askPost('Login/resetPassword', {
      tel: tel.trim(),
      code: code.trim(),
      password,
      confirmPassword,
    });
    if (outcome.ok) {
      toast.success(t('login.resetDone'));
      history.replace('/user/login');
      return null;
    }
    if (outcome.code === WRONG_CODE) {
      setStep(1);
      setErrors({ tel: '', picture: '', code: outcome.msg });
      return null;
    }
    const listed = outcome.data as { errors?: readonly { message: string }[] } | null;
    return listed?.errors?.[0]?.message ?? (outcome.msg || t('login.failed'));
  }

  const onSubmit = (run: () => void) => (event: FormEvent) => {
    event.preventDefault();
    if (!pending) run();
  };

  return (
    <>
      <h1 className={styles.title}>{t('login.forgetTitle')}</h1>
      <Steps
        label={t('login.steps')}
        steps={[t('login.stepIdentify'), t('login.stepCode'), t('login.stepPassword')]}
        current={step}
      />
      {step === 0 && (
        <form noValidate onSubmit={onSubmit(() => void sendCode())}>
          <FormError text={refusal} />
          <Field
            id="tel"
            type="tel"
            label={t('login.tel')}
            value={tel}
            onChange={(value) => {
              setTel(value);
              setErrors((before) => ({ ...before, tel: '' }));
            }}
            error={errors.tel}
            autoComplete="tel"
            inputMode="tel"
            maxLength={16}
            inputRef={telRef}
          />
          <CaptchaField
            captcha={captcha}
            value={picture}
            onChange={(value) => {
              setPicture(value);
              setErrors((before) => ({ ...before, picture: '' }));
            }}
            error={errors.picture}
            inputRef={pictureRef}
          />
          <Submit pending={pending}>{t('login.next')}</Submit>
        </form>
      )}
      {step === 1 && (
        <form noValidate onSubmit={onSubmit(confirmCode)}>
          <FormError text={refusal} />
          <Field
            id="smsCode"
            label={t('login.smsCode')}
            value={code}
            onChange={(value) => {
              setCode(value);
              setErrors((before) => ({ ...before, code: '' }));
            }}
            error={errors.code}
            hint={t('login.codeSent', { tel: maskedTel })}
            autoComplete="one-time-code"
            inputMode="numeric"
            maxLength={6}
            inputRef={codeRef}
            beside={
              <SideButton
                disabled={wait > 0}
                onClick={() => {
                  // Another code needs another captcha.
                  setStep(0);
                }}
              >
                {wait > 0 ? t('login.resendIn', { n: wait }) : t('login.sendCode')}
              </SideButton>
            }
          />
          <Submit pending={false}>{t('login.next')}</Submit>
        </form>
      )}
      {step === 2 && (
        <NewPassword username={tel} submit={t('login.resetSubmit')} hint={t('login.resetEnds')} onSubmit={reset} />
      )}
      <div className={styles.line}>
        {step > 0 ? <TextButton onClick={() => setStep(step - 1)}>{t('login.previous')}</TextButton> : <span />}
        <Link to="/user/login">{t('login.backToLogin')}</Link>
      </div>
    </>
  );
}
