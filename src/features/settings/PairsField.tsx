import type { SettingFormField } from '@contract/settings.schema';
import { useState } from 'react';
import { useT } from '@/app/i18n/i18n';
import { Button } from '@/ui/Button';
import type { Control } from '@/ui/EntityForm/types';
import { Input } from '@/ui/library/Input';
import styles from './index.css';
import { isPairKey, isPairValue } from './values';

type Pair = readonly [key: string, value: string];
const pairsOf = (value: unknown): Pair[] => Object.entries((value ?? {}) as Record<string, string>);
const recordOf = (pairs: readonly Pair[]) => Object.fromEntries(pairs.filter(([key]) => key !== ''));
const isSameValue = (one: unknown, other: unknown) => JSON.stringify(pairsOf(one)) === JSON.stringify(pairsOf(other));

interface PairsFieldProps {
  readonly control: Control;
  readonly field: SettingFormField;
}

/** Edits key–value pairs. Either the declaration fixes the keys, or the user types them. */
export function PairsField({ control, field }: PairsFieldProps) {
  return field.options.length > 0 ? (
    <GivenKeys control={control} field={field} />
  ) : (
    <TypedKeys control={control} field={field} />
  );
}

function GivenKeys({ control, field }: PairsFieldProps) {
  const { id, disabled, invalid, describedBy, onChange } = control;
  const values = (control.value ?? {}) as Record<string, string>;
  return (
    <div className={styles.pairs}>
      {field.options.map(({ value: key, text }, at) => {
        const value = values[key] ?? '';
        return (
          <div key={key} className={styles.pair}>
            <label htmlFor={at === 0 ? id : `${id}-${key}`}>{text}</label>
            <Input
              id={at === 0 ? id : `${id}-${key}`}
              value={value}
              disabled={disabled}
              dir="ltr"
              placeholder={field.example ?? undefined}
              status={invalid && !isPairValue(field, value) ? 'error' : undefined}
              aria-invalid={(invalid && !isPairValue(field, value)) || undefined}
              aria-describedby={describedBy}
              onChange={(event) => onChange({ ...values, [key]: event.target.value })}
            />
          </div>
        );
      })}
    </div>
  );
}

function TypedKeys({ control, field }: PairsFieldProps) {
  const t = useT();
  const { id, disabled, invalid, describedBy, onChange } = control;
  const stored = pairsOf(control.value);
  // Keep the typed rows, because the value cannot contain rows without a key or two rows with the same key.
  const [typed, setTyped] = useState<readonly Pair[] | null>(null);
  // A restored draft or the chosen side of a conflict replaces the value. The typed rows are then outdated.
  const rows = typed && isSameValue(recordOf(typed), control.value) ? typed : stored;
  const change = (next: readonly Pair[]) => {
    setTyped(next);
    onChange(recordOf(next));
  };
  const replace = (at: number, pair: Pair) => change(rows.map((row, index) => (index === at ? pair : row)));
  const isTwice = (key: string) => rows.filter(([other]) => other === key).length > 1;
  const [keyLabel, valueLabel] = [field.keyLabel ?? t('setting.key'), field.valueLabel ?? t('setting.value')];
  return (
    <div className={styles.pairs}>
      {rows.map(([key, value], at) => {
        const badKey = (invalid && key !== '' && !isPairKey(field, key)) || isTwice(key);
        const badValue = invalid && !isPairValue(field, value);
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no id; their position identifies them.
          <div key={at} className={styles.row}>
            <Input
              id={at === 0 ? id : undefined}
              value={key}
              disabled={disabled}
              dir="ltr"
              aria-label={t('setting.cell', { column: keyLabel, n: at + 1 })}
              placeholder={keyLabel}
              status={badKey ? 'error' : undefined}
              aria-invalid={badKey || undefined}
              aria-describedby={describedBy}
              onChange={(event) => replace(at, [event.target.value.trim(), value])}
            />
            <Input
              value={value}
              disabled={disabled}
              dir="ltr"
              aria-label={t('setting.cell', { column: valueLabel, n: at + 1 })}
              placeholder={field.example ?? valueLabel}
              status={badValue ? 'error' : undefined}
              aria-invalid={badValue || undefined}
              aria-describedby={describedBy}
              onChange={(event) => replace(at, [key, event.target.value])}
            />
            <Button
              disabled={disabled}
              aria-label={t('setting.removeRow', { n: at + 1 })}
              onClick={() => change(rows.filter((_, index) => index !== at))}
            >
              {t('setting.remove')}
            </Button>
          </div>
        );
      })}
      <div>
        <Button
          size="small"
          id={rows.length === 0 ? id : undefined}
          disabled={disabled || rows.length >= (field.max ?? Number.MAX_SAFE_INTEGER)}
          onClick={() => setTyped([...rows, ['', '']])}
        >
          {t('setting.addRow')}
        </Button>
      </div>
    </div>
  );
}
