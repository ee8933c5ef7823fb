import { writeDay } from '@contract/dates';
import { useLocale, useT } from '@/app/i18n/i18n';
import { usePlatform } from '@/app/platform';
import { clockText, dayText, fullTime, relativeTime } from './format';

export interface TimeTextProps {
  /** ISO 8601 with offset. `null` shows a dash. */
  readonly at: string | null;
  /** `auto` shows a relative time under 24 hours, else the full time. `day` shows only the day, `clock` only the time of day. */
  readonly mode?: 'auto' | 'full' | 'day' | 'clock';
}

/** Shows a time in the platform's time zone. The tooltip has the full time (DESIGN "Type and figures"). */
export function TimeText({ at, mode = 'auto' }: TimeTextProps) {
  const locale = useLocale();
  const t = useT();
  const { timeZone, now } = usePlatform();
  if (at === null) return <span>—</span>;
  const full = fullTime(at, locale, timeZone);
  const said = {
    auto: () => relativeTime(at, now(), locale, t('common.justNow')) ?? full,
    full: () => full,
    day: () => dayText(at, locale, timeZone),
    clock: () => clockText(at, timeZone),
  } as const;
  const text = said[mode]();
  return (
    <time dateTime={at} title={full} style={{ fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' }}>
      {text}
    </time>
  );
}

/** Shows a day (`yyyy-MM-dd`) in the format of the language. `null` shows a dash. */
export function DayText({ day }: { readonly day: string | null }) {
  const locale = useLocale();
  return day === null ? '—' : <time dateTime={day}>{writeDay(day, locale)}</time>;
}
