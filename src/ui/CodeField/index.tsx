import type { Input as Sent } from '@contract/index';
import { useEffect, useRef, useState } from 'react';
import { useT } from '@/app/i18n/i18n';
import { api } from '@/app/request/api';
import { Button } from '../Button';
import { Input } from '../library/Input';
import styles from './index.css';

export interface CodeFieldProps {
  readonly id: string;
  /** Accessible name when no label element references the field. */
  readonly label?: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Returns the request body for `Verify/sendMessage`, or `null` if a required field is empty. The page itself marks that field. */
  readonly message: () => Sent<'Verify/sendMessage'> | null;
  readonly onSent?: () => void;
  readonly invalid?: boolean;
  readonly disabled?: boolean;
  readonly describedBy?: string | undefined;
}

/** Renders a field for the six-digit code of a text message. A button sends the code, and the masked phone number is then shown. */
export function CodeField({
  id,
  label,
  value,
  onChange,
  message,
  onSent,
  invalid,
  disabled,
  describedBy,
}: CodeFieldProps) {
  const t = useT();
  const [sentTo, setSentTo] = useState<string | null>(null);
  const [wait, setWait] = useState(0);
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState('');
  const box = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (wait <= 0) return;
    const timer = setTimeout(() => setWait(wait - 1), 1_000);
    return () => clearTimeout(timer);
  }, [wait]);

  const send = async () => {
    const input = message();
    if (input === null) return;
    setPending(true);
    setProblem('');
    const answer = await api.askPost('Verify/sendMessage', input);
    setPending(false);
    if (!answer.ok) {
      setProblem(answer.msg || t('common.networkError'));
      return;
    }
    setSentTo(answer.data.maskedTel);
    setWait(answer.data.waitSec);
    onSent?.();
    box.current?.querySelector('input')?.focus();
  };

  return (
    <div ref={box}>
      <div className={styles.row}>
        <Input
          id={id}
          value={value}
          maxLength={6}
          inputMode="numeric"
          autoComplete="one-time-code"
          disabled={disabled}
          status={invalid ? 'error' : undefined}
          aria-label={label}
          aria-invalid={invalid || undefined}
          aria-describedby={[`${id}-told`, describedBy].filter(Boolean).join(' ')}
          onChange={(event) => onChange(event.target.value.replace(/\D/g, ''))}
        />
        <Button onClick={send} disabled={disabled || wait > 0} loading={pending}>
          {wait > 0 ? t('form.resendIn', { n: wait }) : t(sentTo === null ? 'form.sendCode' : 'form.resend')}
        </Button>
      </div>
      <div id={`${id}-told`} role="status" className={`${styles.told} ${problem ? styles.problem : ''}`}>
        {problem || (sentTo === null ? '' : t('form.codeSentTo', { tel: sentTo }))}
      </div>
    </div>
  );
}
