import { LARGEST_FEN } from '@contract/ledger';
import { useEffect, useState } from 'react';
import { useT } from '@/app/i18n/i18n';
import { fromHundredths, toHundredths } from '../EntityForm/amounts';
import styles from './filters.css';

type Kind = 'amounts' | 'counts';

/** Functions that parse a typed minimum or maximum, by kind. They return `null` if the text is no valid number of that kind. */
const READ: Readonly<Record<Kind, (typed: string) => number | null>> = {
  amounts: (typed) => {
    const fen = toHundredths(typed);
    return fen !== null && Math.abs(fen) <= LARGEST_FEN ? fen : null;
  },
  counts: (typed) => (/^\d{1,9}$/.test(typed) ? Number(typed) : null),
};
const SHOW: Readonly<Record<Kind, (value: number) => string>> = { amounts: fromHundredths, counts: String };

export interface BoundsProps {
  readonly label: string;
  /** With `amounts` the user types yuan and the values are fen. */
  readonly of: Kind;
  /** `null` means that there is no minimum. */
  readonly min: number | null;
  readonly max: number | null;
  readonly onChange: (limits: { readonly min: number | null; readonly max: number | null }) => void;
}

/** Renders a filter with minimum and maximum. It is applied on Enter or when a field loses the focus. */
export function Bounds({ label, of, min, max, onChange }: BoundsProps) {
  const t = useT();
  return (
    <fieldset className={styles.days}>
      <legend>{label}</legend>
      <BoundInput
        label={t('list.amountFrom', { label })}
        of={of}
        value={min}
        onCommit={(next) => onChange({ min: next, max })}
      />
      <span aria-hidden="true">–</span>
      <BoundInput
        label={t('list.amountTo', { label })}
        of={of}
        value={max}
        onCommit={(next) => onChange({ min, max: next })}
      />
    </fieldset>
  );
}

function BoundInput({
  label,
  of,
  value,
  onCommit,
}: {
  readonly label: string;
  readonly of: Kind;
  readonly value: number | null;
  readonly onCommit: (value: number | null) => void;
}) {
  const t = useT();
  const shown = value === null ? '' : SHOW[of](value);
  const [typed, setTyped] = useState(shown);
  useEffect(() => setTyped(shown), [shown]);
  const next = typed.trim() === '' ? null : READ[of](typed.trim());
  const isWrong = typed.trim() !== '' && next === null;
  const commit = () => {
    if (!isWrong && next !== value) onCommit(next);
  };
  return (
    <input
      type="text"
      inputMode={of === 'amounts' ? 'decimal' : 'numeric'}
      className={styles.amount}
      aria-label={label}
      aria-invalid={isWrong || undefined}
      placeholder={of === 'amounts' ? t('list.yuan') : undefined}
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
