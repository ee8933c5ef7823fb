import type { SettingFormColumn, SettingFormField } from '@contract/settings.schema';
import { useT } from '@/app/i18n/i18n';
import { Button } from '@/ui/Button';
import type { Control } from '@/ui/EntityForm/types';
import { Input } from '@/ui/library/Input';
import { Switch } from '@/ui/library/Switch';
import { Select } from '@/ui/Select';
import styles from './index.css';
import { isCell, newRow, type Row } from './values';

interface CellProps {
  readonly column: SettingFormColumn;
  readonly value: unknown;
  readonly name: string;
  readonly id: string | undefined;
  readonly control: Control;
  readonly onChange: (value: unknown) => void;
}

function Cell({ column, value, name, id, control, onChange }: CellProps) {
  const { disabled, describedBy } = control;
  const isBad = control.invalid && !isCell(column, value);
  if (column.kind === 'switch')
    return <Switch id={id} checked={value === true} disabled={disabled} aria-label={name} onChange={onChange} />;
  if (column.kind === 'choice' || column.kind === 'radio')
    return (
      <Select
        id={id}
        label={name}
        value={String(value)}
        options={column.options.map((option) => ({ value: option.value, label: option.text }))}
        disabled={disabled}
        onChange={onChange}
      />
    );
  const isNumber = column.kind === 'number';
  return (
    <Input
      id={id}
      value={value === null || value === undefined ? '' : String(value)}
      disabled={disabled}
      inputMode={isNumber ? 'decimal' : undefined}
      dir="auto"
      aria-label={name}
      placeholder={column.example ?? column.label}
      status={isBad ? 'error' : undefined}
      aria-invalid={isBad || undefined}
      aria-describedby={describedBy}
      onChange={(event) => {
        const typed = event.target.value;
        const figure = typed.trim() === '' ? Number.NaN : Number(typed);
        onChange(isNumber && Number.isFinite(figure) ? figure : typed);
      }}
    />
  );
}

/** Maximum number of columns in one line. With more columns, each cell is below its own label. */
const LINE_COLUMNS = 3;

/** Edits a list of rows with simple fields. Each row has a delete button. */
export function RowsField({ control, field }: { readonly control: Control; readonly field: SettingFormField }) {
  const t = useT();
  const rows = (Array.isArray(control.value) ? control.value : []) as readonly Row[];
  const { id, disabled, onChange } = control;
  const isWide = field.columns.length > LINE_COLUMNS;
  return (
    <div className={styles.pairs}>
      {rows.map((row, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have no id; their position identifies them.
        <div key={at} className={isWide ? styles.card : styles.row}>
          {field.columns.map((column, index) => (
            <div key={column.name} className={styles.cell}>
              {isWide ? <span aria-hidden>{column.label}</span> : null}
              <Cell
                column={column}
                value={row[column.name]}
                name={t('setting.cell', { column: column.label, n: at + 1 })}
                id={at === 0 && index === 0 ? id : undefined}
                control={control}
                onChange={(value) =>
                  onChange(rows.map((other, place) => (place === at ? { ...other, [column.name]: value } : other)))
                }
              />
            </div>
          ))}
          <Button
            disabled={disabled}
            aria-label={t('setting.removeRow', { n: at + 1 })}
            onClick={() => onChange(rows.filter((_, place) => place !== at))}
          >
            {t('setting.remove')}
          </Button>
        </div>
      ))}
      <div>
        <Button
          size="small"
          id={rows.length === 0 ? id : undefined}
          disabled={disabled || rows.length >= (field.max ?? Number.MAX_SAFE_INTEGER)}
          onClick={() => onChange([...rows, newRow(field.columns)])}
        >
          {t('setting.addRow')}
        </Button>
      </div>
    </div>
  );
}
