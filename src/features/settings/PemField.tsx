import { useId, useRef, useState } from 'react';
import { useT } from '@/app/i18n/i18n';
import { Button } from '@/ui/Button';
import type { Control } from '@/ui/EntityForm/types';
import { bytesText } from '@/ui/FileUpload/rules';
import { Input } from '@/ui/library/Input';
import styles from './index.css';

/** Maximum size of a certificate or key file in bytes (DOMAIN §0.1). */
const MOST_BYTES = 64 * 1024;

interface PemFieldProps {
  readonly control: Control;
  readonly label: string;
  readonly placeholder: string;
}

/** Accepts a certificate or a key: pasted text, or the content of a local file. The file itself is not uploaded. */
export function PemField({ control, label, placeholder }: PemFieldProps) {
  const t = useT();
  const file = useRef<HTMLInputElement>(null);
  const { id, value, disabled, invalid, describedBy, onChange } = control;
  const [mistake, setMistake] = useState('');
  const mistakeId = useId();
  const read = async (chosen: File | undefined) => {
    if (!chosen) return;
    const { name, size } = chosen;
    if (size <= MOST_BYTES) onChange((await chosen.text()).trim());
    setMistake(size <= MOST_BYTES ? '' : t('area.tooBig', { name, size: bytesText(size), max: bytesText(MOST_BYTES) }));
  };
  return (
    <div>
      <Input.TextArea
        id={id}
        className={styles.pem}
        value={String(value ?? '')}
        disabled={disabled}
        status={invalid ? 'error' : undefined}
        rows={5}
        spellCheck={false}
        dir="ltr"
        placeholder={placeholder}
        aria-label={label}
        aria-invalid={invalid || undefined}
        aria-describedby={[describedBy, mistake && mistakeId].filter(Boolean).join(' ') || undefined}
        onChange={(event) => {
          setMistake('');
          onChange(event.target.value);
        }}
      />
      <input
        ref={file}
        type="file"
        hidden
        accept=".pem,.crt,.cer,.key,.txt"
        onChange={(event) => {
          void read(event.target.files?.[0]);
          event.target.value = '';
        }}
      />
      <Button
        size="small"
        disabled={disabled}
        aria-label={t('setting.readFileNamed', { label })}
        onClick={() => file.current?.click()}
      >
        {t('setting.readFile')}
      </Button>
      {mistake ? (
        <p id={mistakeId} role="alert" className={styles.mistake}>
          {mistake}
        </p>
      ) : null}
    </div>
  );
}
