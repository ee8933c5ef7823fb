import { writeDay } from '@contract/dates';
import dayjs, { type Dayjs } from 'dayjs';
import { type KeyboardEvent, useMemo, useRef, useState } from 'react';
import { useLocale } from '@/app/i18n/i18n';
import { DatePicker } from '../library/DatePicker';
import { Library } from '../library/Library';
import { useWords } from '../library/words';
import { addDays, type DayRange } from '../RangePicker/days';
import styles from './index.css';
import type { TypedKind } from './typed';

export interface CalendarProps {
  readonly kind: TypedKind;
  /** Value in the format of {@link TypedKind}. `null` means no value. */
  readonly value: string | null;
  /** The range to which the value belongs. The calendar marks both ends and the days between. Without a range, it marks only the value. */
  readonly range?: { readonly [End in keyof DayRange]: string | null } | null;
  readonly min?: string | undefined;
  readonly max?: string | undefined;
  /** The platform's current day (`yyyy-MM-dd`) and time of day (`HH:mm`). */
  readonly today: string;
  readonly now: string;
  /** `true` to focus the chosen day, or else the allowed day nearest to today, at the first rendering. No effect for the kind `time`. */
  readonly focusInside: boolean;
  readonly onPick: (value: string) => void;
}

/** Returns noon of a day in the browser's time zone. A clock change near midnight cannot change the day of this time. */
const noon = (day: string): Dayjs => dayjs(`${day}T12:00:00`);
const dayOf = (value: Dayjs): string => value.format('YYYY-MM-DD');
/** Date for times without a date. No time zone changes its clocks on this day. */
const ANY_DAY = '2026-01-15';
const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };

/** Renders antd's calendar, always open inside our popup. Text input, presets and keyboard handling are ours. */
export function Calendar({ kind, value, range, min, max, today, now, focusInside, onPick }: CalendarProps) {
  const [day = null, time = null] = kind === 'time' ? [null, value] : (value?.split('T') ?? []);
  return (
    <Library>
      {kind === 'time' ? null : (
        <Days
          value={day}
          range={range ?? null}
          min={min?.slice(0, 10)}
          max={max?.slice(0, 10)}
          today={today}
          focusInside={focusInside}
          onPick={(next) => onPick(kind === 'day' ? next : `${next}T${time ?? now}`)}
        />
      )}
      {kind === 'day' ? null : (
        <Clock value={time} onPick={(next) => onPick(kind === 'time' ? next : `${day ?? today}T${next}`)} />
      )}
    </Library>
  );
}

/** Returns the props that reduce an antd picker to its panel, and the state of the element that contains the panel. */
function usePanel() {
  const [box, setBox] = useState<HTMLDivElement | null>(null);
  const shared = {
    open: true,
    inputReadOnly: true,
    tabIndex: -1,
    needConfirm: false,
    showNow: false,
    transitionName: '',
    classNames: { popup: { root: styles.panelOnly } },
    getPopupContainer: () => box ?? document.body,
  } as const;
  return { box, setBox, shared };
}

interface DaysProps {
  readonly value: string | null;
  readonly range: CalendarProps['range'];
  readonly min: string | undefined;
  readonly max: string | undefined;
  readonly today: string;
  readonly focusInside: boolean;
  readonly onPick: (day: string) => void;
}

/** Returns the day to which a key moves the focus. Arrow keys move by days and weeks, page keys by months. `null` for other keys. */
function dayAfterKey(day: string, key: string): string | null {
  const step = STEPS[key];
  if (step !== undefined) {
    const isMirrored = document.documentElement.dir === 'rtl' && Math.abs(step) === 1;
    return addDays(day, isMirrored ? -step : step);
  }
  const months = { PageUp: -1, PageDown: 1 }[key];
  return months === undefined ? null : dayOf(noon(day).add(months, 'month'));
}

function Days({ value, range, min, max, today, focusInside, onPick }: DaysProps) {
  const locale = useLocale();
  const words = useWords(locale).DatePicker;
  // Remove antd's labels. The visible text of the month and year buttons is then also their accessible name (WCAG 2.5.3).
  const shownWords = useMemo(
    () => words && { ...words, lang: { ...words.lang, monthSelect: '', yearSelect: '' } },
    [words],
  );
  const { box, setBox, shared } = usePanel();
  // Days outside the limits are disabled, so they cannot have the focus.
  const nearest = (day: string) => (min !== undefined && day < min ? min : max !== undefined && day > max ? max : day);
  const [at, setAt] = useState(value ?? nearest(today));
  const [shown, setShown] = useState(value);
  // When the user types another value, the calendar moves to it.
  if (shown !== value) {
    setShown(value);
    setAt(value ?? nearest(today));
  }
  // `true` while a day waits for the focus, because its month may not be rendered yet.
  const isAwaited = useRef(focusInside);
  const isOff = (day: string) => nearest(day) !== day;
  const keys = (event: KeyboardEvent, day: string) => {
    const next = dayAfterKey(day, event.key);
    if (next === null) return;
    event.preventDefault();
    isAwaited.current = true;
    setAt(nearest(next));
  };
  const { from = null, to = null } = range ?? {};
  return (
    <div ref={setBox} className={styles.days}>
      {box ? (
        <div hidden>
          <DatePicker
            {...shared}
            {...(shownWords && { locale: shownWords })}
            value={value === null ? null : noon(value)}
            defaultPickerValue={noon(at)}
            pickerValue={noon(at)}
            onPickerValueChange={(next) => setAt(dayOf(next))}
            disabledDate={(cell) => isOff(dayOf(cell))}
            cellRender={(cell, { type, originNode }) => {
              if (type !== 'date' || !dayjs.isDayjs(cell)) return originNode;
              const day = dayOf(cell);
              const isEnd = day === value || day === from || day === to;
              const isWithin = from !== null && to !== null && day > from && day < to;
              return (
                <button
                  type="button"
                  ref={(element) => {
                    if (!element || !isAwaited.current || day !== at) return;
                    isAwaited.current = false;
                    element.focus({ preventScroll: true });
                  }}
                  className={`${styles.cell} ${isWithin ? styles.within : ''} ${isEnd ? styles.chosen : ''}`}
                  // The accessible name starts with the visible text (WCAG 2.5.3).
                  aria-label={`${cell.date()}, ${writeDay(day, locale)}`}
                  aria-pressed={isEnd}
                  aria-current={day === today ? 'date' : undefined}
                  disabled={isOff(day)}
                  tabIndex={day === nearest(at) ? 0 : -1}
                  onKeyDown={(event) => keys(event, day)}
                  onClick={(event) => {
                    // Without `stopPropagation`, antd's surrounding cell would also handle the press.
                    event.stopPropagation();
                    onPick(day);
                  }}
                >
                  {cell.date()}
                </button>
              );
            }}
          />
        </div>
      ) : null}
    </div>
  );
}

function Clock({ value, onPick }: { readonly value: string | null; readonly onPick: (time: string) => void }) {
  const { box, setBox, shared } = usePanel();
  return (
    <div ref={setBox} className={styles.clock}>
      {box ? (
        <div hidden>
          <DatePicker
            {...shared}
            picker="time"
            format="HH:mm"
            value={value === null ? null : dayjs(`${ANY_DAY}T${value}:00`)}
            onCalendarChange={(next) => {
              if (dayjs.isDayjs(next)) onPick(next.format('HH:mm'));
            }}
          />
        </div>
      ) : null}
    </div>
  );
}
