import type { Input } from '@contract/index';
import { SMS_TYPE } from '@contract/limits';
import { api, type HttpResult } from '../request/api';

type PasswordForm = Input<'Login/login'>;
type PhoneForm = Input<'Login/loginFormPhoneVerify'>;

/** The sign-in form; `sms_type` 4 selects verification by phone (SPEC §7). */
export type SignInForm = PasswordForm | PhoneForm;
export type SignInOutcome = HttpResult<'Login/login'>;

const byPhone = (form: SignInForm): form is PhoneForm => form.sms_type === SMS_TYPE.login;

/** Milliseconds that a sign-out waits for the server; afterwards the session ends by its own limits. */
const SIGN_OUT_WAIT_MS = 2_000;

export async function signIn(form: SignInForm): Promise<SignInOutcome> {
  return byPhone(form) ? api.askPost('Login/loginFormPhoneVerify', form) : api.askPost('Login/login', form);
}

/** Signs out at the server. When the server is unreachable the user is signed out all the same. */
export async function signOut(): Promise<void> {
  try {
    await api.askPost('Login/logout', {}, { timeoutMs: SIGN_OUT_WAIT_MS, quiet: true });
  } catch {
    // The call was cancelled: the session was already gone.
  }
}
