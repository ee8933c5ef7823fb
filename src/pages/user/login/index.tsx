import { Link, useSelector } from '@umijs/max';
import { useT } from '@/app/i18n/i18n';
import { useCaptcha } from '@/app/session/captcha';
import type { RootState } from '@/models/state';
import { CaptchaField, Field, FormError, PasswordField, Submit } from '@/ui/PlainForm';
import { FirstPassword } from './FirstPassword';
import styles from './login.css';
import { MethodTabs } from './MethodTabs';
import { Outbox } from './Outbox';
import { SmsFields } from './SmsFields';
import { useLoginForm } from './useLoginForm';
import { useSignIn } from './useSignIn';
import { useSmsCode } from './useSmsCode';
import { useWarmUp } from './warmUp';

/** Shows the sign-in page (DOMAIN §3.1). */
export default function LoginPage() {
  const t = useT();
  const pending = useSelector((state: RootState) => state.login.loading);
  const captcha = useCaptcha();
  const form = useLoginForm(useWarmUp());
  const signIn = useSignIn(form, captcha);
  const { tab, bound, remember } = signIn;
  const sms = useSmsCode(form, bound);
  if (signIn.first) return <FirstPassword account={form.values.account} />;
  return (
    <>
      <h1 data-visually-hidden="">{t('login.signInTitle')}</h1>
      <MethodTabs tab={tab} onChoose={signIn.choose} />
      <form
        id="sign-in"
        role="tabpanel"
        aria-labelledby={`tab-${tab}`}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!pending) signIn.submit();
        }}
      >
        <FormError text={form.refusal} />
        {tab === 'password' ? (
          <>
            <Field
              id="account"
              label={t('login.account')}
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={32}
              {...form.input('account')}
            />
            <PasswordField
              id="password"
              label={t('login.password')}
              autoComplete="current-password"
              maxLength={128}
              {...form.input('password')}
            />
            <CaptchaField captcha={captcha} {...form.input('captcha')} />
          </>
        ) : (
          <SmsFields form={form} bound={bound} onOtherPhone={signIn.forgetBound} sms={sms} />
        )}
        <div className={styles.line}>
          <label className={styles.remember}>
            <input type="checkbox" checked={remember} onChange={(event) => signIn.setRemember(event.target.checked)} />
            {t('login.remember')}
          </label>
          <Link to="/user/forget">{t('login.forgot')}</Link>
        </div>
        <Submit pending={pending}>{t(pending ? 'login.submitting' : 'login.submit')}</Submit>
      </form>
      {captcha.outbox && <Outbox />}
    </>
  );
}
