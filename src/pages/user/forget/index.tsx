import { Link, useSearchParams } from '@umijs/max';
import { useEffect, useState } from 'react';
import { useT } from '@/app/i18n/i18n';
import { useCaptcha, useCountdown } from '@/app/session/captcha';
import { Steps, TextButton } from '@/ui/PlainForm';
import { ByLink } from './ByLink';
import { CodeStep } from './CodeStep';
import styles from './forget.css';
import { PasswordStep } from './PasswordStep';
import { PhoneStep } from './PhoneStep';
import { useResetForm } from './useResetForm';

/** Shows the page for a forgotten password. A link from a message (`?ticket=`) opens only the last step. */
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

/** Shows the three steps of a reset (DOMAIN §3.1). Responses do not reveal whether the phone number is known. */
function ByPhone() {
  const t = useT();
  const captcha = useCaptcha();
  const form = useResetForm();
  const [step, setStep] = useState(0);
  const [maskedTel, setMaskedTel] = useState('');
  const [wait, setWait] = useCountdown();
  const tel = form.input('tel').inputRef;
  const code = form.input('code').inputRef;
  useEffect(() => {
    if (step === 0) tel.current?.focus();
    if (step === 1) code.current?.focus();
  }, [step, tel, code]);
  return (
    <>
      <h1 className={styles.title}>{t('login.forgetTitle')}</h1>
      <Steps
        label={t('login.steps')}
        steps={[t('login.stepIdentify'), t('login.stepCode'), t('login.stepPassword')]}
        current={step}
      />
      {step === 0 && (
        <PhoneStep
          form={form}
          captcha={captcha}
          onSent={(sent) => {
            setMaskedTel(sent.maskedTel);
            setWait(sent.waitSec);
            setStep(1);
          }}
        />
      )}
      {step === 1 && (
        <CodeStep form={form} maskedTel={maskedTel} wait={wait} onAgain={() => setStep(0)} onTyped={() => setStep(2)} />
      )}
      {step === 2 && <PasswordStep form={form} onWrongCode={() => setStep(1)} />}
      <div className={styles.line}>
        {step > 0 ? <TextButton onClick={() => setStep(step - 1)}>{t('login.previous')}</TextButton> : <span />}
        <Link to="/user/login">{t('login.backToLogin')}</Link>
      </div>
    </>
  );
}
