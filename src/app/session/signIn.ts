import type { Input } from '@contract/index';
import { SMS_TYPE } from '@contract/limits';
import { api, type HttpResult } from '../request/api';

type PasswordForm = Input<'Login/login'>;
type PhoneForm = Input<'Login/loginFormPhoneVerify'>;

/** Input of the sign-in form. `sms_type` 4 selects the verification by phone (SPEC §7). */
export type SignInForm = PasswordForm | PhoneForm;
export type SignInOutcome = HttpResult<'Login/login'>;

const byPhone = (form: SignInForm): form is PhoneForm => form.sms_type === SMS_TYPE.login;

/** Milliseconds for which a sign-out waits for the server. If the call fails, the session ends later, at one of its time limits. */
const SIGN_OUT_WAIT_MS = 2_000;

export async function signIn(form: SignInForm): Promise<SignInOutcome> {
  return byPhone(form) ? api.askPost('Login/loginFormPhoneVerify', form) : api.askPost('Login/login', form);
}

/** Signs out at the server. If the server cannot be reached, the sign-out continues in the browser. */
export async function signOut(): Promise<void> {
  try {
    await api.askPost('Login/logout', {}, { timeoutMs: SIGN_OUT_WAIT_MS, quiet: true });
  } catch {
    // The call was cancelled because the session had already ended.
  }
}
