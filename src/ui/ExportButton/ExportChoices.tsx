import type { ExportFormat } from '@contract/export.modules';
import type { Data } from '@contract/index';
import { useLocale, useT } from '@/app/i18n/i18n';
import { formatFigure } from '../Money/format';
import { RadioGroup } from '../RadioGroup';
import styles from './index.css';

type Offer = Data<'export.Task/prepare'>;

/** Returns a function that formats a count in the current language. */
export function useCountText(): (value: number) => string {
  const locale = useLocale();
  return (value) => formatFigure(value, 'count', locale) ?? String(value);
}

interface RowsChoiceProps {
  /** Number of selected rows. */
  readonly count: number;
  readonly onlySelected: boolean;
  readonly onChange: (onlySelected: boolean) => void;
}

/** Renders the choice between the selected rows and all rows that match the filter. */
export function RowsChoice({ count, onlySelected, onChange }: RowsChoiceProps) {
  const t = useT();
  const number = useCountText();
  return (
    <div className={styles.line}>
      <RadioGroup
        label={t('exportTask.rows')}
        value={onlySelected ? 'selected' : 'all'}
        onChange={(value) => onChange(value === 'selected')}
        options={[
          { value: 'selected', label: t('exportTask.onlySelected', { n: number(count) }) },
          { value: 'all', label: t('exportTask.allRows') },
        ]}
      />
    </div>
  );
}

interface FormatChoiceProps {
  readonly format: ExportFormat;
  readonly onChange: (format: ExportFormat) => void;
  /** Maximum number of rows in a workbook, if the export has more rows. Otherwise `null`. */
  readonly tooManyFor: number | null;
}

export function FormatChoice({ format, onChange, tooManyFor }: FormatChoiceProps) {
  const t = useT();
  const number = useCountText();
  return (
    <div className={styles.line}>
      <RadioGroup
        label={t('exportTask.format')}
        value={format}
        onChange={onChange}
        options={
          tooManyFor !== null
            ? [{ value: 'csv', label: 'CSV' }]
            : [
                { value: 'csv', label: 'CSV' },
                { value: 'xlsx', label: 'Excel (XLSX)' },
              ]
        }
      />
      {tooManyFor !== null ? (
        <small className={styles.hint}>{t('exportTask.onlyCsv', { n: number(tooManyFor) })}</small>
      ) : null}
    </div>
  );
}

interface UnmaskProps {
  readonly on: boolean;
  readonly onChange: (on: boolean) => void;
}

export function Unmask({ on, onChange }: UnmaskProps) {
  const t = useT();
  return (
    <label className={styles.unmask}>
      <input type="checkbox" checked={on} onChange={(event) => onChange(event.target.checked)} />
      <span>
        {t('exportTask.unmask')}
        <small className={styles.below}>{t('exportTask.unmaskHelp')}</small>
      </span>
    </label>
  );
}

/** Lists the conditions of the filter. Without a filter it states that all rows are exported. */
export function FilterWords({ words }: { readonly words: Offer['filterText'] }) {
  const t = useT();
  if (words.length === 0) return <p className={styles.filter}>{t('exportTask.noFilter')}</p>;
  return (
    <ul className={styles.words} aria-label={t('exportTask.filter')}>
      {words.map(({ label, value }) => (
        <li key={label}>
          {label}
          {t('list.colon')}
          {value}
        </li>
      ))}
    </ul>
  );
}

export function Columns({
  offer,
  columns,
  onChange,
}: {
  readonly offer: Offer;
  readonly columns: readonly string[];
  readonly onChange: (columns: readonly string[]) => void;
}) {
  const t = useT();
  const of = (keep: (column: Offer['columns'][number]) => boolean) => offer.columns.filter(keep).map(({ key }) => key);
  return (
    <fieldset className={styles.columns}>
      <legend>
        {t('exportTask.columns', { n: columns.length, of: offer.columns.length })}
        <button type="button" onClick={() => onChange(of(() => true))}>
          {t('exportTask.allColumns')}
        </button>
        <button type="button" onClick={() => onChange(of((column) => column.chosen))}>
          {t('exportTask.usualColumns')}
        </button>
        <button type="button" onClick={() => onChange([])}>
          {t('exportTask.noColumns')}
        </button>
      </legend>
      <ul>
        {offer.columns.map(({ key, title, masked }) => (
          <li key={key}>
            <label>
              <input
                type="checkbox"
                checked={columns.includes(key)}
                onChange={(event) =>
                  onChange(event.target.checked ? [...columns, key] : columns.filter((column) => column !== key))
                }
              />
              <span>
                {title}
                {masked ? <small>{t('list.masked')}</small> : null}
              </span>
            </label>
          </li>
        ))}
      </ul>
      {columns.length === 0 ? (
        <p role="alert" className={styles.need}>
          {t('exportTask.needColumn')}
        </p>
      ) : null}
    </fieldset>
  );
}
