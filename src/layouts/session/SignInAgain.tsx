import { SMS_TYPE } from '@contract/limits';
import { useDispatch } from '@umijs/max';
import { useEffect, useRef, useState } from 'react';
import { useT } from '@/app/i18n/i18n';
import { releaseLock } from '@/app/request/request';
import { useCaptcha } from '@/app/session/captcha';
import { announceSignIn } from '@/app/session/expiry';
import { type SignInForm, signIn } from '@/app/session/signIn';
import { isRemembered, renewToken } from '@/app/session/token';
import { useCurrentUser } from '@/models/useCurrentUser';
import { CodeField } from '@/ui/CodeField';
import { CaptchaField, FormError, PasswordField, Submit, TextButton } from '@/ui/PlainForm';
import styles from './session.css';

/**
 * Signs the same user in again.
 *
 * @returns whether a call is running, the message of the last refusal, a function that sets this message, and the function that sends a
 *   call
 */
function useSignIn(onDone: () => void, onRefused: () => void) {
  const t = useT();
  const dispatch = useDispatch();
  const [pending, setPending] = useState(false);
  const [refusal, setRefusal] = useState('');
  const send = async (form: SignInForm) => {
    setPending(true);
    const outcome = await signIn(form).finally(() => setPending(false));
    if (outcome.ok && outcome.code === 100) {
      renewToken(outcome.data.Authorization);
      releaseLock();
      announceSignIn();
      dispatch({ type: 'user/fetchCurrent' });
      onDone();
      return;
    }
    onRefused();
    setRefusal(outcome.msg || t('login.failed'));
  };
  return { pending, refusal, setRefusal, send };
}

/** Shows a form in which the same user signs in again, by password or by a code to their phone. The page behind the form stays open. */
export function SignInAgain({ onDone }: { readonly onDone: () => void }) {
  const t = useT();
  const { account, tel } = useCurrentUser();
  const captcha = useCaptcha();
  const [byCode, setByCode] = useState(false);
  const [password, setPassword] = useState('');
  const [picture, setPicture] = useState('');
  const [code, setCode] = useState('');
  const { pending, refusal, setRefusal, send } = useSignIn(onDone, () => {
    if (byCode) return;
    captcha.reload();
    setPicture('');
  });
  const first = useRef<HTMLInputElement>(null);
  // Focus the field here, because the dialog opened before this content was loaded.
  useEffect(() => first.current?.focus(), []);

  const submit = async () => {
    if (pending) return;
    setRefusal('');
    if (byCode ? code.length !== 6 : password === '' || picture.trim().length !== 4) {
      setRefusal(t('draft.fillIn'));
      return;
    }
    const remember = isRemembered();
    const form: SignInForm = byCode
      ? { account, code, sms_type: SMS_TYPE.login, remember }
      : { account, password, captchaId: captcha.captchaId, code: picture.trim(), remember };
    await send(form);
  };

  return (
    <form
      className={styles.again}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <p className={styles.who}>{t('draft.as', { account })}</p>
      <FormError text={refusal} />
      {byCode ? (
        <div className={styles.code}>
          <label htmlFor="again-code">{t('login.smsCode')}</label>
          <CodeField
            id="again-code"
            value={code}
            onChange={setCode}
            message={() => ({ account, sms_type: SMS_TYPE.login })}
          />
        </div>
      ) : (
        <>
          <input type="text" autoComplete="username" value={account} readOnly hidden />
          <PasswordField
            inputRef={first}
            id="again-password"
            label={t('login.password')}
            autoComplete="current-password"
            maxLength={128}
            value={password}
            onChange={setPassword}
          />
          <CaptchaField captcha={captcha} value={picture} onChange={setPicture} />
        </>
      )}
      <Submit pending={pending}>{t(pending ? 'login.submitting' : 'draft.signInAgain')}</Submit>
      <p className={styles.other}>
        <TextButton onClick={() => setByCode(!byCode)}>
          {byCode ? t('login.tabPassword') : t('draft.byCode', { tel: `****${tel.slice(-4)}` })}
        </TextButton>
      </p>
    </form>
  );
}
