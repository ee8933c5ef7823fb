import { useState } from 'react';
import { useT } from '@/app/i18n/i18n';
import { Button } from '../Button';
import type { Control } from '../EntityForm/types';
import { Input } from '../library/Input';
import { readAddresses } from './addresses';
import styles from './index.css';

interface AddressListProps {
  readonly control: Control;
  readonly label: string;
  /** The user's current IP address. The form offers to add this address, because users who lock themselves out cannot undo the change. */
  readonly callerIp: string;
}

/** Renders a field for a list of allowed IP addresses and ranges, one per line. A button adds the user's own IP address. */
export function AddressList({ control, label, callerIp }: AddressListProps) {
  const t = useT();
  const { id, disabled, invalid, describedBy, onChange } = control;
  const entries = Array.isArray(control.value) ? control.value.map(String) : [];
  const [typed, setTyped] = useState<string | null>(null);
  // Show the text as typed, with its line breaks, until the field loses the focus or another source changes the value.
  const shown = typed !== null && readAddresses(typed).join() === entries.join() ? typed : entries.join('\n');
  return (
    <div>
      <Input.TextArea
        id={id}
        value={shown}
        disabled={disabled}
        status={invalid ? 'error' : undefined}
        rows={Math.min(10, Math.max(3, entries.length + 1))}
        placeholder="10.0.0.0/8"
        aria-label={label}
        aria-invalid={invalid || undefined}
        aria-describedby={describedBy}
        onChange={(event) => {
          setTyped(event.target.value);
          onChange(readAddresses(event.target.value));
        }}
        onBlur={() => setTyped(null)}
      />
      <div className={styles.own}>
        <span>
          {t('form.ownAddress')} <code>{callerIp}</code>
        </span>
        {entries.includes(callerIp) ? null : (
          <Button size="small" disabled={disabled} onClick={() => onChange([...entries, callerIp])}>
            {t('form.addOwnAddress')}
          </Button>
        )}
      </div>
    </div>
  );
}
