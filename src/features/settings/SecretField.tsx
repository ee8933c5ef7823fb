import { EyeInvisibleOutlined, EyeOutlined } from '@ant-design/icons';
import { type ReactNode, useState } from 'react';
import { useT } from '@/app/i18n/i18n';
import { Button } from '@/ui/Button';
import type { Control } from '@/ui/EntityForm/types';
import { Input } from '@/ui/library/Input';
import { StatusTag } from '@/ui/StatusTag';
import styles from './index.css';
import { PemField } from './PemField';

interface SecretFieldProps {
  readonly control: Control;
  readonly label: string;
  /** Whether a secret is stored. The server never returns the secret itself. */
  readonly isSet: boolean;
  /** Whether the secret has several lines, for example a PEM key. */
  readonly multiline?: boolean;
  /** Details of the stored secret: its last characters, and the user who stored it. */
  readonly detail?: ReactNode;
  /** Removes the stored secret immediately by a separate call. Without this function, the secret is removed when the form is saved. */
  readonly onClear?: (() => void) | undefined;
}

/**
 * Edits a secret. The user can replace or remove it, but cannot read it: the page shows only whether it is set, and `detail`.
 * In the form value, `null` preserves the stored secret, a text replaces it, and an empty text removes it.
 */
export function SecretField({ control, label, isSet, multiline = false, detail, onClear }: SecretFieldProps) {
  const t = useT();
  const { id, disabled, onChange } = control;
  const value = typeof control.value === 'string' ? control.value : null;
  const [replacing, setReplacing] = useState(false);
  const keep = () => {
    setReplacing(false);
    onChange(null);
  };
  if (multiline && (!isSet || replacing)) {
    return (
      <div>
        <PemField
          control={{ ...control, onChange: (next) => onChange(next || null) }}
          label={label}
          placeholder="-----BEGIN PRIVATE KEY-----"
        />
        {isSet ? (
          <Button size="small" onClick={keep}>
            {t('setting.secretKeep')}
          </Button>
        ) : null}
      </div>
    );
  }
  if (!isSet || replacing) {
    return (
      <div className={styles.secret}>
        <SecretInput
          control={control}
          label={label}
          // The user has clicked "Replace" in order to type here.
          autoFocus={replacing}
          placeholder={isSet ? undefined : t('setting.secretNotSet')}
        />
        {isSet ? <Button onClick={keep}>{t('setting.secretKeep')}</Button> : null}
      </div>
    );
  }
  if (value === '') {
    return (
      <div className={styles.secret}>
        <StatusTag tone="attention" text={t('setting.secretRemoved')} />
        <Button id={id} size="small" disabled={disabled} onClick={keep}>
          {t('setting.secretKeep')}
        </Button>
      </div>
    );
  }
  return (
    <div className={styles.secret}>
      <StatusTag tone="good" text={t('setting.secretSet')} />
      {detail}
      <Button
        id={id}
        size="small"
        disabled={disabled}
        aria-label={t('setting.secretReplaceNamed', { label })}
        onClick={() => setReplacing(true)}
      >
        {t('setting.secretReplace')}
      </Button>
      <Button
        size="small"
        type="text"
        danger
        disabled={disabled}
        aria-label={t('setting.secretRemoveNamed', { label })}
        onClick={onClear ?? (() => onChange(''))}
      >
        {t('setting.secretRemove')}
      </Button>
    </div>
  );
}

interface SecretInputProps {
  readonly control: Control;
  readonly label: string;
  readonly autoFocus: boolean;
  readonly placeholder: string | undefined;
}

/**
 * Renders a text input that shows its characters as dots, with a button that shows the text. We do not use password fields. Browsers treat
 * a form with several password fields as several sign-in forms, show warnings and fill in stored passwords.
 */
function SecretInput({ control, label, autoFocus, placeholder }: SecretInputProps) {
  const t = useT();
  const { id, disabled, invalid, describedBy, onChange } = control;
  const [isShown, setShown] = useState(false);
  return (
    <Input
      id={id}
      value={typeof control.value === 'string' ? control.value : ''}
      className={isShown ? undefined : styles.dots}
      disabled={disabled}
      status={invalid ? 'error' : undefined}
      autoComplete="off"
      autoCapitalize="none"
      // Spell checkers can send the input to another server.
      spellCheck={false}
      autoFocus={autoFocus}
      placeholder={placeholder}
      aria-label={label}
      aria-invalid={invalid || undefined}
      aria-describedby={describedBy}
      suffix={
        <Button
          size="small"
          type="text"
          disabled={disabled}
          icon={isShown ? <EyeInvisibleOutlined aria-hidden /> : <EyeOutlined aria-hidden />}
          aria-label={t(isShown ? 'setting.secretHide' : 'setting.secretShow', { label })}
          onClick={() => setShown((shown) => !shown)}
        />
      }
      onChange={(event) => onChange(event.target.value || null)}
    />
  );
}
