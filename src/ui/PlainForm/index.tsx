import { type InputHTMLAttributes, type ReactNode, type Ref, useState } from 'react';
import { useT } from '@/app/i18n/i18n';
import styles from './plain.css';

/* Form components for the pages before the sign-in. They look like the console's form components, but load no component library. */

interface FieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'value'> {
  readonly id: string;
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** The error message. It is empty when the value is valid. */
  readonly error?: string;
  readonly hint?: string;
  /** Content beside the input: a picture or a button. */
  readonly beside?: ReactNode;
  readonly inputRef?: Ref<HTMLInputElement>;
}

export function Field({ id, label, value, onChange, error, hint, beside, inputRef, ...input }: FieldProps) {
  const notes = [error ? `${id}-error` : '', hint ? `${id}-hint` : ''].filter(Boolean).join(' ');
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      <div className={styles.row}>
        <input
          {...input}
          id={id}
          name={input.name ?? id}
          ref={inputRef}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          className={styles.input}
          aria-invalid={error ? true : undefined}
          aria-describedby={notes || undefined}
          aria-required
        />
        {beside}
      </div>
      {hint && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
      <p id={`${id}-error`} className={styles.error} aria-live="polite">
        {error}
      </p>
    </div>
  );
}

/** Renders the phone number field of the sign-in and of the password reset. */
export function PhoneField(props: Pick<FieldProps, 'value' | 'onChange' | 'error' | 'inputRef'>) {
  const t = useT();
  return (
    <Field id="tel" type="tel" label={t('login.tel')} autoComplete="tel" inputMode="tel" maxLength={16} {...props} />
  );
}

/** Renders a password field with a button that shows the password. */
export function PasswordField(props: FieldProps) {
  const t = useT();
  const [shown, setShown] = useState(false);
  return (
    <Field
      {...props}
      type={shown ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      beside={
        <button
          type="button"
          className={styles.side}
          aria-pressed={shown}
          aria-label={t(shown ? 'login.hidePassword' : 'login.showPassword')}
          onClick={() => setShown(!shown)}
        >
          <svg
            viewBox="0 0 16 16"
            width="16"
            height="16"
            fill="none"
            stroke="currentColor"
            strokeWidth="1.3"
            aria-hidden="true"
          >
            <path d="M1 8s2.5-4.5 7-4.5S15 8 15 8s-2.5 4.5-7 4.5S1 8 1 8Z" />
            <circle cx="8" cy="8" r="2" />
            {!shown && <path d="M2.5 13.5l11-11" />}
          </svg>
        </button>
      }
    />
  );
}

interface CaptchaFieldProps {
  readonly captcha: { readonly image: string; readonly failed: boolean; reload(): void };
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly error?: string;
  readonly inputRef?: Ref<HTMLInputElement>;
}

/** Renders a field for the four characters of a picture captcha, with a button for another picture. */
export function CaptchaField({ captcha, value, onChange, error, inputRef }: CaptchaFieldProps) {
  const t = useT();
  return (
    <Field
      id="captcha"
      label={t('login.captcha')}
      value={value}
      onChange={onChange}
      error={error}
      inputRef={inputRef}
      maxLength={4}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      beside={
        <>
          {captcha.image ? (
            <img src={captcha.image} alt={t('login.captchaImage')} className={styles.picture} width={120} height={40} />
          ) : (
            <span className={styles.picture}>{captcha.failed ? t('login.captchaFailed') : ''}</span>
          )}
          <button type="button" className={styles.side} aria-label={t('login.captchaReload')} onClick={captcha.reload}>
            <svg
              viewBox="0 0 16 16"
              width="16"
              height="16"
              fill="none"
              stroke="currentColor"
              strokeWidth="1.3"
              aria-hidden="true"
            >
              <path d="M13 3v3.5H9.5M12.7 6.5A5.3 5.3 0 1 0 13 9.5" />
            </svg>
          </button>
        </>
      }
    />
  );
}

interface SubmitProps {
  readonly pending: boolean;
  readonly children: ReactNode;
}

/** Renders the primary button. During a call the button is disabled and announced as busy. */
export function Submit({ pending, children }: SubmitProps) {
  return (
    <button type="submit" className={styles.submit} disabled={pending} aria-busy={pending}>
      {pending && <span className={styles.spinner} aria-hidden="true" />}
      {children}
    </button>
  );
}

/** Shows an error of the whole form. */
export function FormError({ text }: { readonly text: string }) {
  return (
    <div role="alert" className={text ? styles.formError : undefined}>
      {text}
    </div>
  );
}

/** Renders a secondary action that looks like text. */
export function TextButton({
  onClick,
  disabled,
  children,
}: {
  onClick(): void;
  disabled?: boolean;
  children: ReactNode;
}) {
  return (
    <button type="button" className={styles.textButton} onClick={onClick} disabled={disabled}>
      {children}
    </button>
  );
}

/** Renders the button beside a code field. */
export function SideButton({
  onClick,
  disabled,
  children,
}: {
  onClick(): void;
  disabled?: boolean;
  children: ReactNode;
}) {
  return (
    <button type="button" className={styles.sideButton} onClick={onClick} disabled={disabled}>
      {children}
    </button>
  );
}

/** Shows the steps of a sequence and marks the current step. */
export function Steps({ label, steps, current }: { label: string; steps: readonly string[]; current: number }) {
  return (
    <ol className={styles.steps} aria-label={label}>
      {steps.map((step, index) => (
        <li
          key={step}
          className={index < current ? styles.done : undefined}
          aria-current={index === current ? 'step' : undefined}
        >
          <span className={styles.stepNumber} aria-hidden="true">
            {index < current ? '✓' : index + 1}
          </span>
          {step}
        </li>
      ))}
    </ol>
  );
}
