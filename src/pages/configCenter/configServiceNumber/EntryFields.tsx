import { ArrowUpOutlined, DeleteOutlined } from '@ant-design/icons';
import { MENU_LONGEST, MENU_NAME_UNITS, MENU_TYPES, type MenuType, menuNameUnits } from '@contract/serviceNumber.menu';
import { useId } from 'react';
import { useT } from '@/app/i18n/i18n';
import { Button } from '@/ui/Button';
import { Input } from '@/ui/library/Input';
import { Select } from '@/ui/Select';
import styles from './index.css';
import { type Entry, fieldOf, NEEDS, type Place } from './menu';

interface EntryProps {
  readonly entry: Entry;
  readonly place: Place;
  /** Whether the entry only opens its child entries. */
  readonly isParent: boolean;
  readonly isReadOnly: boolean;
  readonly errors: ReadonlyMap<string, string>;
  readonly onChange: (change: Partial<Entry>) => void;
  readonly onRemove: () => void;
  /** Moves the entry up. Not set for the first entry of its level. */
  readonly onUp: (() => void) | undefined;
}

const LONGEST = { url: MENU_LONGEST.url, key: MENU_LONGEST.key, appId: 18, page: MENU_LONGEST.page } as const;

/**
 * Edits one menu entry: the name and, if the entry has no child entries, the action. Users can also move the entry up or remove the entry.
 */
export function EntryFields({ entry, place, isParent, isReadOnly, errors, onChange, onRemove, onUp }: EntryProps) {
  const t = useT();
  const level = place.length === 1 ? 0 : 1;
  const most = MENU_NAME_UNITS[level];
  const title = t(level === 0 ? 'serviceNumber.entry' : 'serviceNumber.subEntry', {
    n: (place[place.length - 1] ?? 0) + 1,
  });
  const name = entry.name || title;
  const tooLong = t('serviceNumber.nameTooLong', { chars: most / 2, letters: most });
  const errorOf = (field: keyof Entry) => errors.get(fieldOf(place, field));
  return (
    <fieldset className={styles.entry} disabled={isReadOnly}>
      <legend>{title}</legend>
      <TextField
        label={t('serviceNumber.name')}
        value={entry.name}
        max={16}
        error={menuNameUnits(entry.name) > most ? tooLong : errorOf('name')}
        onChange={(value) => onChange({ name: value })}
      />
      {isParent ? null : (
        <>
          <div className={styles.field}>
            <span aria-hidden>{t('serviceNumber.type')}</span>
            <Select<MenuType>
              label={t('serviceNumber.type')}
              value={entry.type}
              options={MENU_TYPES.map((type) => ({ value: type, label: t(`serviceNumber.type_${type}`) }))}
              disabled={isReadOnly}
              onChange={(type) => type && onChange({ type })}
            />
          </div>
          {NEEDS[entry.type].map((field) => (
            <TextField
              key={field}
              label={t(`serviceNumber.${field}`)}
              value={entry[field]}
              max={LONGEST[field]}
              error={errorOf(field)}
              onChange={(value) => onChange({ [field]: value })}
            />
          ))}
        </>
      )}
      {isReadOnly ? null : (
        <span className={styles.buttons}>
          {onUp ? (
            <Button
              size="small"
              type="text"
              icon={<ArrowUpOutlined aria-hidden />}
              aria-label={t('serviceNumber.up', { name })}
              onClick={onUp}
            />
          ) : null}
          <Button
            size="small"
            type="text"
            icon={<DeleteOutlined aria-hidden />}
            aria-label={t('serviceNumber.remove', { name })}
            onClick={onRemove}
          />
        </span>
      )}
    </fieldset>
  );
}

interface TextFieldProps {
  readonly label: string;
  readonly value: string;
  readonly max: number;
  readonly error: string | undefined;
  readonly onChange: (value: string) => void;
}

function TextField({ label, value, max, error, onChange }: TextFieldProps) {
  const id = useId();
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <Input
        id={id}
        value={value}
        maxLength={max}
        dir="auto"
        status={error ? 'error' : undefined}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
        onChange={(event) => onChange(event.target.value)}
      />
      {error ? (
        <span id={`${id}-error`} role="alert" className={styles.error}>
          {error}
        </span>
      ) : null}
    </div>
  );
}
