import { ACCOUNT, E164, MOBILE } from '@contract/limits';
import type { MessageKey } from '@/app/i18n/i18n';

/** Values of the sign-in form. */
export interface LoginValues {
  readonly account: string;
  readonly password: string;
  readonly captcha: string;
  readonly tel: string;
  readonly smsCode: string;
}

export type LoginField = keyof LoginValues;

interface Problem {
  readonly field: LoginField;
  readonly text: 'login.required' | 'login.invalid';
  readonly label: MessageKey;
}

const LABELS: Readonly<Record<LoginField, MessageKey>> = {
  account: 'login.account',
  password: 'login.password',
  captcha: 'login.captcha',
  tel: 'login.tel',
  smsCode: 'login.smsCode',
};

const VALID: Readonly<Record<LoginField, (value: string) => boolean>> = {
  account: (value) => ACCOUNT.pattern.test(value.trim()),
  // The form accepts every password, because the password may be older than the current rules. The server checks it.
  password: () => true,
  captcha: (value) => value.trim().length === 4,
  tel: (value) => MOBILE.test(value.trim()) || E164.test(value.trim()),
  smsCode: (value) => /^\d{6}$/.test(value.trim()),
};

/** Checks the form before the call to the server (DOMAIN §3.1). @returns the errors in the order of the form */
export function problemsOf(values: LoginValues, fields: readonly LoginField[]): readonly Problem[] {
  return fields.flatMap((field): readonly Problem[] => {
    const value = values[field];
    if (value.trim() === '') return [{ field, text: 'login.required', label: LABELS[field] }];
    return VALID[field](value) ? [] : [{ field, text: 'login.invalid', label: LABELS[field] }];
  });
}

/** Returns the field that a response code refers to (DOMAIN §3.1 "Bad input"). @returns `null` for every other code */
export function fieldOfCode(code: number): LoginField | null {
  if (code === 40003) return 'captcha';
  if (code === 40004) return 'smsCode';
  return null;
}

/** Converts a field name of the server to the field name of this page. @returns `null` if this page has no such field */
export function fieldOfServer(name: string, byPhone: boolean): LoginField | null {
  if (name === 'code') return byPhone ? 'smsCode' : 'captcha';
  return name === 'account' || name === 'password' || name === 'tel' ? name : null;
}
