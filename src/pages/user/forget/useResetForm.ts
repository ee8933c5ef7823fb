import { type RefObject, useRef, useState } from 'react';
import { useT } from '@/app/i18n/i18n';

type ResetField = 'tel' | 'picture' | 'code';
type ResetTexts = Readonly<Record<ResetField, string>>;

const NO_TEXTS: ResetTexts = { tel: '', picture: '', code: '' };

/** Input and errors of all steps. */
export interface ResetForm {
  readonly values: ResetTexts;
  readonly set: (field: ResetField, value: string) => void;
  readonly input: (field: ResetField) => {
    readonly value: string;
    readonly error: string;
    readonly inputRef: RefObject<HTMLInputElement | null>;
    readonly onChange: (value: string) => void;
  };
  readonly focus: (field: ResetField) => void;
  readonly setErrors: (errors: ResetTexts) => void;
  /** Returns the error message for an empty or invalid value. `valid` is the result of the caller's check. An empty text means no error. */
  readonly missing: (value: string, valid: boolean, label: string) => string;
  /** The server's message, if it belongs to no field. */
  readonly refusal: string;
  readonly setRefusal: (text: string) => void;
}

export function useResetForm(): ResetForm {
  const t = useT();
  const [values, setValues] = useState(NO_TEXTS);
  const [errors, setErrors] = useState(NO_TEXTS);
  const [refusal, setRefusal] = useState('');
  const refs = {
    tel: useRef<HTMLInputElement>(null),
    picture: useRef<HTMLInputElement>(null),
    code: useRef<HTMLInputElement>(null),
  };
  const set = (field: ResetField, value: string) => setValues((before) => ({ ...before, [field]: value }));
  return {
    values,
    set,
    input: (field) => ({
      value: values[field],
      error: errors[field],
      inputRef: refs[field],
      onChange: (value) => {
        set(field, value);
        setErrors((before) => ({ ...before, [field]: '' }));
      },
    }),
    focus: (field) => refs[field].current?.focus(),
    setErrors,
    missing: (value, valid, label) =>
      value.trim() === '' ? t('login.required', { label }) : valid ? '' : t('login.invalid', { label }),
    refusal,
    setRefusal,
  };
}
