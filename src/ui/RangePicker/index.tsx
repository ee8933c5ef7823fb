import { CalendarOutlined } from '@ant-design/icons';
import { useId, useRef, useState } from 'react';
import { useLocale, useT } from '@/app/i18n/i18n';
import { usePlatform } from '@/app/platform';
import { Button } from '../Button';
import { DayInput } from '../DayInput';
import { Popover } from '../Popover';
import { dayIn, dayText } from '../TimeText/format';
import { type DayRange, type NamedRange, namedRanges, rangeName, rangeProblem } from './days';
import styles from './index.css';

export interface RangePickerProps {
  readonly value: DayRange;
  readonly onChange: (range: DayRange) => void;
  /** Longest range, both ends counted. */
  readonly maxDays: number;
  readonly label: string;
}

/** Noon, so that no time zone turns the day into another one. */
const noon = (day: string) => `${day}T12:00:00Z`;

/** A range of days: the usual ones by name, any other by its two ends. Loads nothing: the ends are the browser's own fields. */
export function RangePicker({ value, onChange, maxDays, label }: RangePickerProps) {
  const t = useT();
  const locale = useLocale();
  const { now, timeZone } = usePlatform();
  const today = dayIn(now(), timeZone);
  const button = useRef<HTMLButtonElement>(null);
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const name = rangeName(value, today);
  const day = (text: string) => dayText(noon(text), locale, 'UTC');
  const shown = name ? t(`figures.${name}`) : `${day(value.from)} – ${day(value.to)}`;
  const pick = (range: DayRange) => {
    setAnchor(null);
    button.current?.focus();
    onChange(range);
  };
  return (
    <>
      <button
        type="button"
        ref={button}
        className={styles.button}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        aria-label={`${label}: ${shown}`}
        onClick={(event) => setAnchor(anchor ? null : event.currentTarget)}
      >
        <CalendarOutlined aria-hidden />
        <span>{shown}</span>
      </button>
      {anchor ? (
        <Popover anchor={anchor} onClose={() => setAnchor(null)} align="end">
          <Panel label={label} value={value} today={today} name={name} maxDays={maxDays} onPick={pick} />
        </Popover>
      ) : null}
    </>
  );
}

interface PanelProps {
  readonly label: string;
  readonly value: DayRange;
  readonly today: string;
  readonly name: NamedRange | null;
  readonly maxDays: number;
  readonly onPick: (range: DayRange) => void;
}

function Panel({ label, value, today, name, maxDays, onPick }: PanelProps) {
  const t = useT();
  const id = useId();
  const [from, setFrom] = useState<string | null>(value.from);
  const [to, setTo] = useState<string | null>(value.to);
  const problem = rangeProblem(from, to, { today, maxDays });
  const named = Object.entries(namedRanges(today)) as [NamedRange, DayRange][];
  return (
    <div role="dialog" aria-label={label} className={styles.panel}>
      <div className={styles.names}>
        {named.map(([key, range], at) => (
          <button
            key={key}
            type="button"
            // The popup opens for its choices; the focus starts at the one in force.
            ref={(element) => {
              if (element && (name === key || (name === null && at === 0)) && !element.dataset.met) {
                element.dataset.met = 'true';
                element.focus({ preventScroll: true });
              }
            }}
            aria-pressed={name === key}
            className={styles.name}
            onClick={() => onPick(range)}
          >
            {t(`figures.${key}`)}
          </button>
        ))}
      </div>
      <form
        className={styles.own}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (from && to && !problem) onPick({ from, to });
        }}
      >
        <label htmlFor={`${id}-from`}>{t('figures.from')}</label>
        <DayInput
          id={`${id}-from`}
          value={from}
          max={today}
          invalid={problem !== null}
          describedBy={problem ? `${id}-problem` : undefined}
          onChange={setFrom}
        />
        <label htmlFor={`${id}-to`}>{t('figures.to')}</label>
        <DayInput
          id={`${id}-to`}
          value={to}
          max={today}
          invalid={problem !== null}
          describedBy={problem ? `${id}-problem` : undefined}
          onChange={setTo}
        />
        <p id={`${id}-problem`} className={styles.problem} role="status">
          {problem ? t(`figures.problem_${problem}`, { n: maxDays }) : ''}
        </p>
        <Button type="primary" htmlType="submit" disabled={problem !== null}>
          {t('figures.apply')}
        </Button>
      </form>
    </div>
  );
}
