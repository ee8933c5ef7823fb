import { SMS_TYPE } from '@contract/limits';
import { Link, useDispatch, useSearchParams, useSelector } from '@umijs/max';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { getLocale, loadTexts, type MessageKey, useT } from '@/app/i18n/i18n';
import { whenIdle } from '@/app/idle';
import { preloadPage } from '@/app/preload';
import { api } from '@/app/request/api';
import { useCaptcha, useCountdown } from '@/app/session/captcha';
import { leftOffOwner, rememberLeftOff } from '@/app/session/leftOff';
import { safeRedirect } from '@/app/session/redirect';
import type { SignInForm } from '@/app/session/signIn';
import { getToken, renewToken } from '@/app/session/token';
import type { SignInCallback } from '@/models/login';
import type { RootState } from '@/models/state';
import { CaptchaField, Field, FormError, PasswordField, SideButton, Submit, TextButton } from '@/ui/PlainForm';
import { NewPassword } from '@/ui/PlainForm/NewPassword';
import styles from './login.css';
import { Outbox } from './Outbox';
import { fieldOfCode, fieldOfServer, type LoginField, type LoginValues, problemsOf } from './rules';

type Tab = 'password' | 'sms';
type Errors = Partial<Record<LoginField, string>>;

const LAST_ACCOUNT_KEY = 'multistation-last-account';
const FIELDS: Readonly<Record<Tab, readonly LoginField[]>> = {
  password: ['account', 'password', 'captcha'],
  sms: ['tel', 'smsCode'],
};
/** Code 42383: this account has to show its phone first (DOMAIN §3.1). */
const PHONE_NEEDED = 42383;
/** Milliseconds after which the workbench's code is loaded even without typing. */
const WARM_UP_MS = 4_000;

function lastAccount(): string {
  try {
    return localStorage.getItem(LAST_ACCOUNT_KEY) ?? '';
  } catch {
    return '';
  }
}

/** Fetches what comes after the sign-in while the person types. */
function warmUp(): void {
  preloadPage('/dashboard/index');
  loadTexts('console').catch(() => undefined);
  // The first clock with a time zone, and the first number, cost as much as drawing a block of the workbench: both are wound up here.
  whenIdle(
    () => {
      new Intl.DateTimeFormat('en-US', { timeZone: 'Asia/Shanghai', hour: '2-digit' }).format(0);
      new Intl.NumberFormat(getLocale(), { minimumFractionDigits: 2 }).format(0);
    },
    { within: WARM_UP_MS },
  );
}

function textOf(data: unknown, name: string): string {
  const value = typeof data === 'object' && data !== null ? (data as Record<string, unknown>)[name] : undefined;
  return typeof value === 'string' ? value : '';
}

/** The sign-in page (DOMAIN §3.1). */
export default function LoginPage() {
  const t = useT();
  const dispatch = useDispatch();
  const [search] = useSearchParams();
  const pending = useSelector((state: RootState) => state.login.loading);
  const captcha = useCaptcha();
  const [tab, setTab] = useState<Tab>('password');
  const [values, setValues] = useState<LoginValues>(() => ({
    account: lastAccount(),
    password: '',
    captcha: '',
    tel: '',
    smsCode: '',
  }));
  const [remember, setRemember] = useState(false);
  const [errors, setErrors] = useState<Errors>({});
  const [refusal, setRefusal] = useState('');
  const [notice, setNotice] = useState('');
  /** After 42383: the account whose phone gets the code, and that phone, masked. */
  const [bound, setBound] = useState<{ readonly account: string; readonly tel: string } | null>(null);
  const [first, setFirst] = useState(() => search.has('first') && getToken() !== null);
  const [sending, setSending] = useState(false);
  const [wait, setWait] = useCountdown();
  const inputs = useRef<Partial<Record<LoginField, HTMLInputElement | null>>>({});
  const warmed = useRef(false);

  const warm = () => {
    if (warmed.current) return;
    warmed.current = true;
    warmUp();
  };
  useEffect(() => {
    const timer = setTimeout(warmUp, WARM_UP_MS);
    return () => clearTimeout(timer);
  }, []);

  const input = (field: LoginField) => ({
    value: values[field],
    error: errors[field],
    inputRef: (element: HTMLInputElement | null) => {
      inputs.current[field] = element;
    },
    onChange: (value: string) => {
      warm();
      setValues((before) => ({ ...before, [field]: value }));
      setErrors((before) => ({ ...before, [field]: undefined }));
    },
  });

  function show(found: Errors, fields: readonly LoginField[]): boolean {
    setErrors(found);
    const bad = fields.find((field) => found[field]);
    if (bad) inputs.current[bad]?.focus();
    return bad !== undefined;
  }

  function check(fields: readonly LoginField[]): boolean {
    const problems = problemsOf(values, fields);
    const found = Object.fromEntries(
      problems.map(({ field, text, label }) => [field, t(text, { label: t(label) })]),
    ) as Errors;
    return !show(found, fields);
  }

  function choose(next: Tab) {
    setTab(next);
    setErrors({});
    setRefusal('');
    setNotice('');
  }

  /** The captcha is good for one try, whatever the answer was. */
  function renewCaptcha() {
    captcha.reload();
    setValues((before) => ({ ...before, captcha: '' }));
  }

  const onResult: SignInCallback = (result) => {
    if (result === true) return;
    if (result.ok) {
      if (result.data.mustChangePassword) setFirst(true);
      else setRefusal(t('login.failed'));
      return;
    }
    if (tab === 'password') renewCaptcha();
    if (result.code === PHONE_NEEDED) {
      setBound({ account: values.account.trim(), tel: textOf(result.data, 'maskedTel') || textOf(result.data, 'tel') });
      choose('sms');
      return;
    }
    const fields = FIELDS[tab];
    const listed = result.data as { errors?: readonly { field: string; message: string }[] } | null;
    const found: Errors = {};
    for (const { field, message } of listed?.errors ?? []) {
      const known = fieldOfServer(field, tab === 'sms');
      if (known) found[known] ??= message;
    }
    const single = fieldOfCode(result.code);
    if (single) found[single] = result.msg;
    if (!show(found, fields)) setRefusal(result.msg || t('login.failed'));
  };

  function submit() {
    setRefusal('');
    const fields = tab === 'sms' && bound ? (['smsCode'] as const) : FIELDS[tab];
    if (!check(fields)) return;
    // Typed before the picture came: what was typed belongs to no picture.
    if (tab === 'password' && !captcha.captchaId) {
      if (captcha.failed) captcha.reload();
      setValues((before) => ({ ...before, captcha: '' }));
      show({ captcha: t('login.captchaWaits') }, fields);
      return;
    }
    const redirect = safeRedirect(search.get('redirect'), window.location.origin);
    if (redirect) rememberLeftOff(redirect, leftOffOwner() ?? null);
    let payload: SignInForm;
    if (tab === 'password') {
      const account = values.account.trim();
      try {
        localStorage.setItem(LAST_ACCOUNT_KEY, account);
      } catch {
        // A convenience only.
      }
      payload = {
        account,
        password: values.password,
        captchaId: captcha.captchaId,
        code: values.captcha.trim(),
        remember,
      };
    } else {
      payload = {
        ...(bound ? { account: bound.account } : { tel: values.tel.trim() }),
        code: values.smsCode.trim(),
        sms_type: SMS_TYPE.login,
        remember,
      };
    }
    dispatch({ type: 'login/login', payload, callback: onResult });
  }

  async function sendCode() {
    setRefusal('');
    setNotice('');
    if (!bound && !check(['tel'])) return;
    setSending(true);
    const outcome = await api.askPost('Verify/sendMessage', {
      ...(bound ? { account: bound.account } : { tel: values.tel.trim() }),
      sms_type: SMS_TYPE.login,
    });
    setSending(false);
    if (outcome.ok) {
      setWait(outcome.data.waitSec);
      setNotice(t('login.codeSent', { tel: outcome.data.maskedTel }));
      inputs.current.smsCode?.focus();
      return;
    }
    setRefusal(outcome.msg || t('login.failed'));
  }

  async function setFirstPassword(password: string, confirmPassword: string): Promise<string | null> {
    const outcome = await api.askPost('Login/changeInitialPassword', { password, confirmPassword });
    if (!outcome.ok) return outcome.msg || t('login.failed');
    renewToken(outcome.data.Authorization);
    dispatch({ type: 'login/enter' });
    return null;
  }

  if (first) {
    return (
      <>
        <h1 className={styles.title}>{t('login.firstTitle')}</h1>
        <p className={styles.lead}>{t('login.firstHint')}</p>
        <NewPassword username={values.account} submit={t('login.firstSubmit')} hint="" onSubmit={setFirstPassword} />
      </>
    );
  }

  const tabs: readonly { readonly key: Tab; readonly label: MessageKey }[] = [
    { key: 'password', label: 'login.tabPassword' },
    { key: 'sms', label: 'login.tabSms' },
  ];
  const onTabKey = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
    event.preventDefault();
    const next = tab === 'password' ? 'sms' : 'password';
    choose(next);
    document.getElementById(`tab-${next}`)?.focus();
  };

  return (
    <>
      <h1 data-visually-hidden="">{t('login.signInTitle')}</h1>
      <div role="tablist" aria-label={t('login.methods')} className={styles.tabs}>
        {tabs.map(({ key, label }) => (
          <button
            key={key}
            type="button"
            role="tab"
            id={`tab-${key}`}
            aria-selected={tab === key}
            aria-controls="sign-in"
            tabIndex={tab === key ? 0 : -1}
            className={styles.tab}
            onClick={() => choose(key)}
            onKeyDown={onTabKey}
          >
            {t(label)}
          </button>
        ))}
      </div>
      <form
        id="sign-in"
        role="tabpanel"
        aria-labelledby={`tab-${tab}`}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!pending) submit();
        }}
      >
        <FormError text={refusal} />
        {tab === 'password' ? (
          <>
            <Field
              id="account"
              label={t('login.account')}
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={32}
              {...input('account')}
            />
            <PasswordField
              id="password"
              label={t('login.password')}
              autoComplete="current-password"
              maxLength={128}
              {...input('password')}
            />
            <CaptchaField captcha={captcha} {...input('captcha')} />
          </>
        ) : (
          <>
            {bound ? (
              <div className={styles.bound}>
                <p>{t('login.phoneNeeded')}</p>
                <p>{t('login.phoneOf', { account: bound.account, tel: bound.tel })}</p>
                <TextButton onClick={() => setBound(null)}>{t('login.otherPhone')}</TextButton>
              </div>
            ) : (
              <Field
                id="tel"
                type="tel"
                label={t('login.tel')}
                autoComplete="tel"
                inputMode="tel"
                maxLength={16}
                {...input('tel')}
              />
            )}
            <Field
              id="smsCode"
              label={t('login.smsCode')}
              autoComplete="one-time-code"
              inputMode="numeric"
              maxLength={6}
              hint={notice}
              beside={
                <SideButton onClick={() => void sendCode()} disabled={sending || wait > 0}>
                  {wait > 0 ? t('login.resendIn', { n: wait }) : t('login.sendCode')}
                </SideButton>
              }
              {...input('smsCode')}
            />
          </>
        )}
        <div className={styles.line}>
          <label className={styles.remember}>
            <input type="checkbox" checked={remember} onChange={(event) => setRemember(event.target.checked)} />
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
