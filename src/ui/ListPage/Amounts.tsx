import { useEffect, useState } from 'react';
import { useT } from '@/app/i18n/i18n';
import { fromHundredths, toHundredths } from '../EntityForm/amounts';
import styles from './filters.css';

export interface AmountsProps {
  readonly label: string;
  /** Fen; null: no limit. */
  readonly min: number | null;
  readonly max: number | null;
  readonly onChange: (limits: { readonly min: number | null; readonly max: number | null }) => void;
}

/** From one amount to another, typed in yuan; taken on Enter, or when a field is left. */
export function Amounts({ label, min, max, onChange }: AmountsProps) {
  const t = useT();
  return (
    <fieldset className={styles.days}>
      <legend>{label}</legend>
      <AmountInput
        label={t('list.amountFrom', { label })}
        value={min}
        onCommit={(fen) => onChange({ min: fen, max })}
      />
      <span aria-hidden="true">–</span>
      <AmountInput label={t('list.amountTo', { label })} value={max} onCommit={(fen) => onChange({ min, max: fen })} />
    </fieldset>
  );
}

function AmountInput({
  label,
  value,
  onCommit,
}: {
  readonly label: string;
  readonly value: number | null;
  readonly onCommit: (fen: number | null) => void;
}) {
  const t = useT();
  const shown = value === null ? '' : fromHundredths(value);
  const [typed, setTyped] = useState(shown);
  useEffect(() => setTyped(shown), [shown]);
  const fen = typed.trim() === '' ? null : toHundredths(typed.trim());
  const isWrong = typed.trim() !== '' && fen === null;
  const commit = () => {
    if (!isWrong && fen !== value) onCommit(fen);
  };
  return (
    <input
      type="text"
      inputMode="decimal"
      className={styles.amount}
      aria-label={label}
      aria-invalid={isWrong || undefined}
      placeholder={t('list.yuan')}
      maxLength={16}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={commit}
      onKeyDown={(event) => {
        if (event.key === 'Enter') commit();
      }}
    />
  );
}
