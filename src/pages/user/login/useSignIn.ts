import { SMS_TYPE } from '@contract/limits';
import { useDispatch, useSearchParams } from '@umijs/max';
import { useState } from 'react';
import { useT } from '@/app/i18n/i18n';
import type { Captcha } from '@/app/session/captcha';
import { leftOffOwner, rememberLeftOff } from '@/app/session/leftOff';
import { safeRedirect } from '@/app/session/redirect';
import type { SignInForm } from '@/app/session/signIn';
import { getToken } from '@/app/session/token';
import type { SignInCallback } from '@/models/login';
import { keepLastAccount } from './lastAccount';
import { fieldOfCode, fieldOfServer, type LoginField, type LoginValues } from './rules';
import type { Errors, LoginForm } from './useLoginForm';

export type Tab = 'password' | 'sms';

/** An account that must verify its bound phone, and the masked number of that phone. */
export interface BoundPhone {
  readonly account: string;
  readonly tel: string;
}

const FIELDS: Readonly<Record<Tab, readonly LoginField[]>> = {
  password: ['account', 'password', 'captcha'],
  sms: ['tel', 'smsCode'],
};
/** Response code: this account must first verify its phone (DOMAIN §3.1). */
const PHONE_NEEDED = 42383;

function textOf(data: unknown, name: string): string {
  const value = typeof data === 'object' && data !== null ? (data as Record<string, unknown>)[name] : undefined;
  return typeof value === 'string' ? value : '';
}

/** Returns the receiver of the SMS code, as the request names it: the account with a bound phone, or the typed phone number. */
export const smsOwner = (values: LoginValues, bound: BoundPhone | null) =>
  bound ? { account: bound.account } : { tel: values.tel.trim() };

/** Returns the errors by field that a refusal of the server contains. */
function errorsIn(result: { readonly code: number; readonly msg: string; readonly data: unknown }, tab: Tab): Errors {
  const listed = result.data as { errors?: readonly { field: string; message: string }[] } | null;
  const found: Errors = {};
  for (const { field, message } of listed?.errors ?? []) {
    const known = fieldOfServer(field, tab === 'sms');
    if (known) found[known] ??= message;
  }
  const single = fieldOfCode(result.code);
  if (single) found[single] = result.msg;
  return found;
}

/** Signs in by password or SMS code, and handles the response. */
export function useSignIn(form: LoginForm, captcha: Captcha) {
  const t = useT();
  const dispatch = useDispatch();
  const [search] = useSearchParams();
  const [tab, setTab] = useState<Tab>('password');
  const [remember, setRemember] = useState(false);
  /** Set after a response with code {@link PHONE_NEEDED}. */
  const [bound, setBound] = useState<BoundPhone | null>(null);
  const [first, setFirst] = useState(() => search.has('first') && getToken() !== null);
  const { values, show, setRefusal } = form;

  const choose = (next: Tab) => {
    setTab(next);
    form.clear();
  };
  const onResult: SignInCallback = (result) => {
    if (result === true) return;
    if (result.ok) {
      if (result.data.mustChangePassword) setFirst(true);
      else setRefusal(t('login.failed'));
      return;
    }
    if (tab === 'password') {
      // Each captcha can be used only once, so a refused attempt needs a new one.
      captcha.reload();
      form.set({ captcha: '' });
    }
    if (result.code === PHONE_NEEDED) {
      setBound({ account: values.account.trim(), tel: textOf(result.data, 'maskedTel') || textOf(result.data, 'tel') });
      choose('sms');
      return;
    }
    if (!show(errorsIn(result, tab), FIELDS[tab])) setRefusal(result.msg || t('login.failed'));
  };
  const payload = (): SignInForm => {
    if (tab === 'sms') {
      return { ...smsOwner(values, bound), code: values.smsCode.trim(), sms_type: SMS_TYPE.login, remember };
    }
    const account = values.account.trim();
    keepLastAccount(account);
    const { captchaId } = captcha;
    return { account, password: values.password, captchaId, code: values.captcha.trim(), remember };
  };
  const submit = () => {
    setRefusal('');
    const fields = tab === 'sms' && bound ? (['smsCode'] as const) : FIELDS[tab];
    if (!form.check(fields)) return;
    // While the captcha's picture is not loaded, the typed text cannot be correct.
    if (tab === 'password' && !captcha.captchaId) {
      if (captcha.failed) captcha.reload();
      form.set({ captcha: '' });
      show({ captcha: t('login.captchaWaits') }, fields);
      return;
    }
    const redirect = safeRedirect(search.get('redirect'), window.location.origin);
    if (redirect) rememberLeftOff(redirect, leftOffOwner() ?? null);
    dispatch({ type: 'login/login', payload: payload(), callback: onResult });
  };
  return { tab, choose, remember, setRemember, bound, forgetBound: () => setBound(null), first, submit };
}
