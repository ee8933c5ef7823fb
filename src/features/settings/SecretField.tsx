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
  /** Something is stored. It is never shown: the server does not give it away. */
  readonly isSet: boolean;
  /** A key over several lines. */
  readonly multiline?: boolean;
  /** What is told of the stored one: its last characters, who stored it. */
  readonly detail?: ReactNode;
  /** Removes the stored one at once, by an action of its own; without it, it goes when the form is saved. */
  readonly onClear?: (() => void) | undefined;
}

/**
 * A secret that can be replaced or removed, but never read: "set" or "not set" is all that anybody sees.
 * Its value: null keeps what is stored, text replaces it, empty text removes it.
 */
export function SecretField({ control, label, isSet, multiline = false, detail, onClear }: SecretFieldProps) {
  const t = useT();
  const { id, disabled, invalid, describedBy, onChange } = control;
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
