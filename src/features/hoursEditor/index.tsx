import { CloseOutlined, CopyOutlined, PlusOutlined } from '@ant-design/icons';
import { writeDay } from '@contract/dates';
import { TEAM } from '@contract/limits';
import { useId } from 'react';
import { type Translate, useLocale, useT } from '@/app/i18n/i18n';
import { Button } from '@/ui/Button';
import { DayInput } from '@/ui/DayInput';
import { Checkbox } from '@/ui/library/Checkbox';
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

/** What is wrong with a week, as a sentence that names the day; null when nothing is. */
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

/** What is wrong with the special days, as a sentence; null when nothing is. `today`: the platform's day. */
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
 * The business hours of a week (营业时间, DOMAIN §3.3): up to four ranges a day, `24:00` allowed, a day without ranges is
 * closed. Mistakes stand beside the day that has them.
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

/** Days with hours of their own, or closed (特殊日期): at most 60, today or later. `today`: the platform's day, `yyyy-MM-dd`. */
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
  /** Stored already: these may lie before today. */
  readonly known: readonly Holiday[];
}) {
  const t = useT();
  const locale = useLocale();
  const noteId = useId();
  const wrong = holidaysProblem(value, today, known);
  const put = (index: number, patch: Partial<Holiday>) =>
    onChange(value.map((day, at) => (at === index ? { ...day, ...patch } : day)));
  return (
    <fieldset id={id} tabIndex={-1} aria-label={label} aria-describedby={describedBy} className={styles.frame}>
      <ul className={styles.days}>
        {value
          .map((day, index) => ({ day, index, place: `day ${index}` }))
          .map(({ day, index, place }) => {
            const n = index + 1;
            const name = writeDay(day.date, locale) || t('area.holidayDate', { n });
            return (
              <li key={place} className={styles.day}>
                <span className={styles.holidayDate}>
                  <DayInput
                    value={day.date || null}
                    min={today}
                    label={t('area.holidayDate', { n })}
                    disabled={disabled}
                    invalid={wrong?.index === index}
                    onChange={(date) => put(index, { date: date ?? '' })}
                  />
                </span>
                <span className={styles.holidayHead}>
                  <Checkbox
                    checked={day.closed}
                    disabled={disabled}
                    onChange={(event) =>
                      put(index, {
                        closed: event.target.checked,
                        ranges: event.target.checked ? [] : day.ranges,
                      })
                    }
                  >
                    {t('area.holidayClosed')}
                  </Checkbox>
                  {day.closed ? null : (
                    <Ranges
                      day={name}
                      ranges={day.ranges}
                      wrong={null}
                      describedBy={noteId}
                      disabled={disabled}
                      onChange={(ranges) => put(index, { ranges })}
                    />
                  )}
                </span>
                <Button
                  type="text"
                  size="small"
                  icon={<CloseOutlined aria-hidden />}
                  disabled={disabled}
                  aria-label={t('area.removeHoliday', { n })}
                  onClick={() => onChange(value.filter((_, at) => at !== index))}
                />
                {wrong?.index === index ? (
                  <p id={noteId} className={styles.mistake}>
                    {holidayText(wrong, t)}
                  </p>
                ) : null}
              </li>
            );
          })}
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
