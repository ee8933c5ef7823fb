import { PASSWORD } from '@contract/limits';
import { useRef, useState } from 'react';
import { type Translate, useT } from '@/app/i18n/i18n';
import { passwordProblem } from '@/app/session/password';
import { FormError, PasswordField, Submit } from '.';

interface NewPasswordProps {
  /** Account name. Password managers store it with the password. */
  readonly username: string;
  readonly submit: string;
  readonly hint: string;
  /** Sends both passwords. @returns the message to show above the fields, or `null` after success */
  readonly onSubmit: (password: string, confirmPassword: string) => Promise<string | null>;
}

/** Checks the new password. @returns the error message, or an empty text when the password is valid */
function passwordMistake(password: string, t: Translate): string {
  const label = t('login.newPassword');
  if (password === '') return t('login.required', { label });
  switch (passwordProblem(password)) {
    case 'length':
      return t('login.length', { label, min: PASSWORD.min, max: PASSWORD.max });
    case 'weak':
      return t('login.passwordWeak');
    case 'repeats':
      return t('login.passwordRepeats');
    default:
      return '';
  }
}

/** Checks the repeated password. @returns the error message, or an empty text when it is valid */
function repeatMistake(repeated: string, password: string, t: Translate): string {
  if (repeated === '') return t('login.required', { label: t('login.confirmPassword') });
  return repeated === password ? '' : t('login.mismatch');
}

/** Renders the form for a new password. The user types it twice (DOMAIN §3.1). */
export function NewPassword({ username, submit, hint, onSubmit }: NewPasswordProps) {
  const t = useT();
  const [password, setPassword] = useState('');
  const [confirm, setConfirm] = useState('');
  const [errors, setErrors] = useState({ password: '', confirm: '' });
  const [refusal, setRefusal] = useState('');
  const [pending, setPending] = useState(false);
  const passwordRef = useRef<HTMLInputElement>(null);
  const confirmRef = useRef<HTMLInputElement>(null);

  async function send() {
    const found = { password: passwordMistake(password, t), confirm: repeatMistake(confirm, password, t) };
    setErrors(found);
    if (found.password || found.confirm) {
      (found.password ? passwordRef : confirmRef).current?.focus();
      return;
    }
    setPending(true);
    setRefusal('');
    const refused = await onSubmit(password, confirm);
    setPending(false);
    if (refused !== null) {
      setRefusal(refused);
      passwordRef.current?.focus();
    }
  }

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <FormError text={refusal} />
      <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
      <PasswordField
        id="newPassword"
        label={t('login.newPassword')}
        value={password}
        onChange={setPassword}
        error={errors.password}
        hint={t('login.passwordRule')}
        autoComplete="new-password"
        inputRef={passwordRef}
        // The user opened this step to fill in this field, so it may take the focus.
        autoFocus
      />
      <PasswordField
        id="confirmPassword"
        label={t('login.confirmPassword')}
        value={confirm}
        onChange={setConfirm}
        error={errors.confirm}
        hint={hint}
        autoComplete="new-password"
        inputRef={confirmRef}
      />
      <Submit pending={pending}>{submit}</Submit>
    </form>
  );
}
