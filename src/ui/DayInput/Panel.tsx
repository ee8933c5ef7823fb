import { type FocusEvent, type Ref, useEffect, useImperativeHandle, useRef } from 'react';
import { useT } from '@/app/i18n/i18n';
import { type DayRange, type NamedRange, namedRanges } from '../RangePicker/days';
import type { CalendarProps } from './Calendar';
import { CalendarSlot } from './CalendarSlot';
import styles from './index.css';

/** Props of a field's popup, which contains a calendar and, optionally, presets. */
interface PanelProps extends Omit<CalendarProps, 'focusInside'> {
  readonly id: string;
  readonly label: string;
  /** `true` when the user opened the popup by keyboard. The focus then moves to a preset, or else to a day if the calendar has days. */
  readonly focusInside: boolean;
  readonly handle: Ref<HTMLElement | null>;
  readonly presets?: {
    readonly chosen: NamedRange | null;
    readonly isOffered: (range: DayRange) => boolean;
    readonly onPick: (range: DayRange) => void;
  };
  readonly onBlur?: (event: FocusEvent) => void;
}

export function Panel({ id, label, focusInside, handle, presets, onBlur, ...calendar }: PanelProps) {
  const t = useT();
  const box = useRef<HTMLDivElement>(null);
  useImperativeHandle<HTMLElement | null, HTMLElement | null>(handle, () => box.current, []);
  useEffect(() => {
    if (!focusInside) return;
    const preset = box.current?.querySelector<HTMLElement>('[aria-pressed="true"], button');
    preset?.focus({ preventScroll: true });
  }, [focusInside]);
  const named = Object.entries(namedRanges(calendar.today)) as [NamedRange, DayRange][];
  return (
    <div
      ref={box}
      id={id}
      role="dialog"
      aria-label={label}
      className={styles.panel}
      onBlur={onBlur}
      // Keep the focus in the field, so that the user can continue to type after a press on the calendar.
      onMouseDown={(event) => event.preventDefault()}
    >
      {presets ? (
        <fieldset className={styles.presets} aria-label={t('date.presets')}>
          {named
            .filter(([, range]) => presets.isOffered(range))
            .map(([key, range]) => (
              <button
                key={key}
                type="button"
                aria-pressed={presets.chosen === key}
                className={styles.preset}
                onClick={() => presets.onPick(range)}
              >
                {t(`date.${key}`)}
              </button>
            ))}
        </fieldset>
      ) : null}
      <div className={styles.calendar} data-kind={calendar.kind}>
        <CalendarSlot {...calendar} focusInside={focusInside && presets === undefined} />
      </div>
    </div>
  );
}
