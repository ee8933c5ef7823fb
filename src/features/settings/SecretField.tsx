import { useState } from 'react';
import { useT } from '@/app/i18n/i18n';
import { Button } from '@/ui/Button';
import type { Control } from '@/ui/EntityForm/types';
import { Input } from '@/ui/library/Input';
import { StatusTag } from '@/ui/StatusTag';
import styles from './index.css';

interface SecretFieldProps {
  readonly control: Control;
  readonly label: string;
  /** Something is stored. It is never shown: the server does not give it away. */
  readonly isSet: boolean;
}

/**
 * A secret that can be replaced or removed, but never read: "set" or "not set" is all that anybody sees.
 * Its value: null keeps what is stored, text replaces it, empty text removes it.
 */
export function SecretField({ control, label, isSet }: SecretFieldProps) {
  const t = useT();
  const { id, disabled, invalid, describedBy, onChange } = control;
  const value = typeof control.value === 'string' ? control.value : null;
  const [replacing, setReplacing] = useState(false);
  const keep = () => {
    setReplacing(false);
    onChange(null);
  };
  if (!isSet || replacing) {
    return (
      <div className={styles.secret}>
        <Input.Password
          id={id}
          value={value ?? ''}
          disabled={disabled}
          status={invalid ? 'error' : undefined}
          autoComplete="new-password"
          // The press on "Replace" asked for this field.
          autoFocus={replacing}
          placeholder={isSet ? undefined : t('setting.secretNotSet')}
          aria-label={label}
          aria-invalid={invalid || undefined}
          aria-describedby={describedBy}
          onChange={(event) => onChange(event.target.value || null)}
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
        onClick={() => onChange('')}
      >
        {t('setting.secretRemove')}
      </Button>
    </div>
  );
}
