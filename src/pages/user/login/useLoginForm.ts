import { useRef, useState } from 'react';
import { useT } from '@/app/i18n/i18n';
import { readLastAccount } from './lastAccount';
import { type LoginField, type LoginValues, problemsOf } from './rules';

export type Errors = Partial<Record<LoginField, string>>;

/** Input and messages of the sign-in form. */
export interface LoginForm {
  readonly values: LoginValues;
  readonly set: (patch: Partial<LoginValues>) => void;
  readonly input: (field: LoginField) => {
    readonly value: string;
    readonly error: string | undefined;
    readonly inputRef: (element: HTMLInputElement | null) => void;
    readonly onChange: (value: string) => void;
  };
  readonly focus: (field: LoginField) => void;
  /** Shows errors and focuses the first field with an error. @returns whether any of the fields has an error */
  readonly show: (found: Errors, fields: readonly LoginField[]) => boolean;
  /** Checks the fields and shows their errors. @returns whether the fields can be sent */
  readonly check: (fields: readonly LoginField[]) => boolean;
  /** The server's message, if it belongs to no field. */
  readonly refusal: string;
  readonly setRefusal: (text: string) => void;
  /** Message that names the phone number to which the code was sent. */
  readonly notice: string;
  readonly setNotice: (text: string) => void;
  /** Removes all errors and messages. */
  readonly clear: () => void;
}

export function useLoginForm(onType: () => void): LoginForm {
  const t = useT();
  const [values, setValues] = useState<LoginValues>(() => ({
    account: readLastAccount(),
    password: '',
    captcha: '',
    tel: '',
    smsCode: '',
  }));
  const [errors, setErrors] = useState<Errors>({});
  const [refusal, setRefusal] = useState('');
  const [notice, setNotice] = useState('');
  const inputs = useRef<Partial<Record<LoginField, HTMLInputElement | null>>>({});
  const set = (patch: Partial<LoginValues>) => setValues((before) => ({ ...before, ...patch }));
  const show = (found: Errors, fields: readonly LoginField[]): boolean => {
    setErrors(found);
    const bad = fields.find((field) => found[field]);
    if (bad) inputs.current[bad]?.focus();
    return bad !== undefined;
  };
  return {
    values,
    set,
    input: (field) => ({
      value: values[field],
      error: errors[field],
      inputRef: (element) => {
        inputs.current[field] = element;
      },
      onChange: (value) => {
        onType();
        set({ [field]: value });
        setErrors((before) => ({ ...before, [field]: undefined }));
      },
    }),
    focus: (field) => inputs.current[field]?.focus(),
    show,
    check(fields) {
      const problems = problemsOf(values, fields);
      const found = Object.fromEntries(
        problems.map(({ field, text, label }) => [field, t(text, { label: t(label) })]),
      ) as Errors;
      return !show(found, fields);
    },
    refusal,
    setRefusal,
    notice,
    setNotice,
    clear() {
      setErrors({});
      setRefusal('');
      setNotice('');
    },
  };
}
