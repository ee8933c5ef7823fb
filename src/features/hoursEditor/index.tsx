import { CopyOutlined, PlusOutlined } from '@ant-design/icons';
import { TEAM } from '@contract/limits';
import { useId } from 'react';
import { type Translate, useT } from '@/app/i18n/i18n';
import { Button } from '@/ui/Button';
import { HolidayRow } from './HolidayRow';
import {
  copyToAll,
  type DayHours,
  type Holiday,
  type HolidayProblem,
  holidaysProblem,
  type RangeProblem,
  WEEK_ORDER,
  weekProblem,
  wholeWeek,
} from './hours';
import styles from './index.css';
import { Ranges } from './Ranges';

const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const;

const RANGE_TEXTS = {
  format: 'area.hoursFormat',
  order: 'area.hoursOrder',
  overlap: 'area.hoursOverlap',
  tooMany: 'area.hoursTooMany',
} as const satisfies Record<RangeProblem, string>;

const dayName = (weekday: number, t: Translate): string => t(`area.${WEEKDAYS[weekday] ?? 'sunday'}`);

/**
 * Describes the first error of a week for the user. The message about a wrong range names the day. A week without any hours is an error
 * too.
 *
 * @returns `null` if the week is valid
 */
export function weekMistake(week: readonly DayHours[], t: Translate): string | null {
  const found = weekProblem(week);
  if (found)
    return t(RANGE_TEXTS[found.problem], {
      day: dayName(found.weekday, t),
      max: TEAM.rangesPerDay,
    });
  return week.some((day) => day.ranges.length > 0) ? null : t('area.noHoursAtAll');
}

function holidayText({ index, problem }: HolidayProblem, t: Translate): string {
  const n = index + 1;
  switch (problem) {
    case 'date':
      return t('area.holidayDateBad', { n });
    case 'past':
      return t('area.holidayPast', { n });
    case 'repeated':
      return t('area.holidayRepeated', { n });
    case 'noHours':
      return t('area.holidayNoHours', { n });
    default:
      return t(RANGE_TEXTS[problem], {
        day: t('area.holidayDate', { n }),
        max: TEAM.rangesPerDay,
      });
  }
}

/** Describes the first error of the special days. @param today the current day @returns `null` if all days are valid */
export function holidaysMistake(
  holidays: readonly Holiday[],
  today: string,
  known: readonly Holiday[],
  t: Translate,
): string | null {
  const found = holidaysProblem(holidays, today, known);
  return found ? holidayText(found, t) : null;
}

interface EditorProps<T> {
  readonly value: readonly T[];
  readonly onChange: (value: T[]) => void;
  readonly id?: string;
  readonly label: string;
  readonly disabled?: boolean;
  readonly describedBy?: string | undefined;
}

/**
 * Edits the business hours of a week (营业时间, DOMAIN §3.3): up to four ranges for each day, with `24:00` as a possible end. A day without
 * ranges is closed. The first error of the week is shown next to its day.
 */
export function HoursEditor({ value, onChange, id, label, disabled = false, describedBy }: EditorProps<DayHours>) {
  const t = useT();
  const noteId = useId();
  const week = wholeWeek(value);
  const wrong = weekProblem(week);
  const setDay = (weekday: number, ranges: DayHours['ranges']) =>
    onChange(week.map((day) => (day.weekday === weekday ? { weekday, ranges } : day)));
  return (
    <fieldset id={id} tabIndex={-1} aria-label={label} aria-describedby={describedBy} className={styles.frame}>
      <p className={styles.help}>{t('area.hoursHelp', { max: TEAM.rangesPerDay })}</p>
      <ul className={styles.days}>
        {WEEK_ORDER.map((weekday) => {
          const name = dayName(weekday, t);
          const ranges = week[weekday]?.ranges ?? [];
          const mistake = wrong?.weekday === weekday ? wrong : null;
          return (
            <li key={weekday} className={styles.day}>
              <span className={styles.name}>{name}</span>
              <Ranges
                day={name}
                ranges={ranges}
                wrong={mistake ? mistake.index : null}
                describedBy={noteId}
                disabled={disabled}
                onChange={(next) => setDay(weekday, next)}
              />
              <Button
                type="text"
                size="small"
                icon={<CopyOutlined aria-hidden />}
                disabled={disabled}
                title={t('area.copyToAll')}
                aria-label={t('area.copyDayToAll', { day: name })}
                onClick={() => onChange(copyToAll(week, weekday))}
              />
              {mistake ? (
                <p id={noteId} className={styles.mistake}>
                  {t(RANGE_TEXTS[mistake.problem], {
                    day: name,
                    max: TEAM.rangesPerDay,
                  })}
                </p>
              ) : null}
            </li>
          );
        })}
      </ul>
    </fieldset>
  );
}

/** Edits special days (特殊日期): up to 60 days that are closed or have special hours. New days must not be before `today`. */
export function HolidaysEditor({
  value,
  onChange,
  id,
  label,
  disabled = false,
  describedBy,
  today,
  known,
}: EditorProps<Holiday> & {
  readonly today: string;
  /** Special days that are already stored. Only these days may be in the past. */
  readonly known: readonly Holiday[];
}) {
  const t = useT();
  const noteId = useId();
  const wrong = holidaysProblem(value, today, known);
  const put = (index: number, patch: Partial<Holiday>) =>
    onChange(value.map((day, at) => (at === index ? { ...day, ...patch } : day)));
  return (
    <fieldset id={id} tabIndex={-1} aria-label={label} aria-describedby={describedBy} className={styles.frame}>
      <ul className={styles.days}>
        {value
          .map((day, index) => ({ day, index, place: `day ${index}` }))
          .map(({ day, index, place }) => (
            <HolidayRow
              key={place}
              day={day}
              n={index + 1}
              today={today}
              mistake={wrong?.index === index ? holidayText(wrong, t) : null}
              noteId={noteId}
              disabled={disabled}
              onChange={(patch) => put(index, patch)}
              onRemove={() => onChange(value.filter((_, at) => at !== index))}
            />
          ))}
      </ul>
      {value.length < TEAM.holidays ? (
        <Button
          icon={<PlusOutlined aria-hidden />}
          disabled={disabled}
          onClick={() => onChange([...value, { date: '', closed: true, ranges: [] }])}
        >
          {t('area.addHoliday')}
        </Button>
      ) : null}
    </fieldset>
  );
}
