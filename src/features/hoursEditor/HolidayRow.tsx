import { CloseOutlined } from '@ant-design/icons';
import { writeDay } from '@contract/dates';
import { useLocale, useT } from '@/app/i18n/i18n';
import { Button } from '@/ui/Button';
import { DayInput } from '@/ui/DayInput';
import { Checkbox } from '@/ui/library/Checkbox';
import type { Holiday } from './hours';
import styles from './index.css';
import { Ranges } from './Ranges';

interface HolidayRowProps {
  readonly day: Holiday;
  /** Position in the list, from 1. */
  readonly n: number;
  /** The platform's current day, `yyyy-MM-dd`. Earlier days cannot be picked. */
  readonly today: string;
  /** Error message for the user, or `null` if this is not the first invalid day of the list. */
  readonly mistake: string | null;
  /** Element id of the error message. */
  readonly noteId: string;
  readonly disabled: boolean;
  readonly onChange: (patch: Partial<Holiday>) => void;
  readonly onRemove: () => void;
}

/** Edits one special day: its date, and either "closed" or its business hours. */
export function HolidayRow({ day, n, today, mistake, noteId, disabled, onChange, onRemove }: HolidayRowProps) {
  const t = useT();
  const locale = useLocale();
  return (
    <li className={styles.day}>
      <span className={styles.holidayDate}>
        <DayInput
          value={day.date || null}
          min={today}
          label={t('area.holidayDate', { n })}
          disabled={disabled}
          invalid={mistake !== null}
          onChange={(date) => onChange({ date: date ?? '' })}
        />
      </span>
      <span className={styles.holidayHead}>
        <Checkbox
          checked={day.closed}
          disabled={disabled}
          onChange={(event) =>
            onChange({
              closed: event.target.checked,
              ranges: event.target.checked ? [] : day.ranges,
            })
          }
        >
          {t('area.holidayClosed')}
        </Checkbox>
        {day.closed ? null : (
          <Ranges
            day={writeDay(day.date, locale) || t('area.holidayDate', { n })}
            ranges={day.ranges}
            wrong={null}
            describedBy={noteId}
            disabled={disabled}
            onChange={(ranges) => onChange({ ranges })}
          />
        )}
      </span>
      <Button
        type="text"
        size="small"
        icon={<CloseOutlined aria-hidden />}
        disabled={disabled}
        aria-label={t('area.removeHoliday', { n })}
        onClick={onRemove}
      />
      {mistake === null ? null : (
        <p id={noteId} className={styles.mistake}>
          {mistake}
        </p>
      )}
    </li>
  );
}
