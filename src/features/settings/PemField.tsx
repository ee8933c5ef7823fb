import { useRef } from 'react';
import { useT } from '@/app/i18n/i18n';
import { Button } from '@/ui/Button';
import type { Control } from '@/ui/EntityForm/types';
import { Input } from '@/ui/library/Input';
import styles from './index.css';

/** Maximum bytes of a certificate or key file (DOMAIN §0.1). */
const MOST_BYTES = 64 * 1024;

interface PemFieldProps {
  readonly control: Control;
  readonly label: string;
  readonly placeholder: string;
}

/** A certificate or a public key, pasted or read from a local file. The file itself is not uploaded. */
export function PemField({ control, label, placeholder }: PemFieldProps) {
  const t = useT();
  const file = useRef<HTMLInputElement>(null);
  const { id, value, disabled, invalid, describedBy, onChange } = control;
  const read = async (chosen: File | undefined) => {
    if (chosen && chosen.size <= MOST_BYTES) onChange((await chosen.text()).trim());
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
        aria-describedby={describedBy}
        onChange={(event) => onChange(event.target.value)}
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
    </div>
  );
}
