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
  const [isVisible, setVisible] = useState(false);
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
        {/* No password of a person: as one, a browser would offer to keep it, and complain about several in a form. */}
        <Input
          id={id}
          className={isVisible ? undefined : styles.masked}
          value={value ?? ''}
          disabled={disabled}
          status={invalid ? 'error' : undefined}
          autoComplete="off"
          spellCheck={false}
          dir="ltr"
          // The press on "Replace" asked for this field.
          autoFocus={replacing}
          placeholder={isSet ? undefined : t('setting.secretNotSet')}
          aria-label={label}
          aria-invalid={invalid || undefined}
          aria-describedby={describedBy}
          onChange={(event) => onChange(event.target.value || null)}
          suffix={
            <Button
              type="text"
              size="small"
              icon={isVisible ? <EyeOutlined aria-hidden /> : <EyeInvisibleOutlined aria-hidden />}
              aria-label={t(isVisible ? 'setting.secretHide' : 'setting.secretShow', { label })}
              onClick={() => setVisible(!isVisible)}
            />
          }
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
