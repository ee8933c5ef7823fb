import { writeDay } from '@contract/dates';
import { type DayHours, type Holiday, WEEK_ORDER } from './hours';

/** This module formats business hours as text. */

const rangesText = (ranges: DayHours['ranges']): string =>
  ranges.map(({ from, to }) => `${from}–${to}`).join(', ') || '—';

/** Formats a week. Consecutive days with the same hours are grouped: `Mon–Fri 08:00–22:00; Sat 10:00–18:00`. */
export function hoursText(week: readonly DayHours[], locale: string): string {
  const names = new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone: 'UTC' });
  // 4 January 1970, three days after the epoch, was a Sunday.
  const name = (weekday: number) => names.format((weekday + 3) * 86_400_000);
  const runs: { days: number[]; text: string }[] = [];
  for (const weekday of WEEK_ORDER) {
    const text = rangesText(week.find((day) => day.weekday === weekday)?.ranges ?? []);
    const last = runs.at(-1);
    if (last?.text === text) last.days.push(weekday);
    else runs.push({ days: [weekday], text });
  }
  return runs
    .map(({ days, text }) => {
      const [first = 0] = days;
      const last = days.at(-1) ?? first;
      return `${first === last ? name(first) : `${name(first)}–${name(last)}`} ${text}`;
    })
    .join('; ');
}

/** Formats special days: `2026-10-01 —; 2026-10-02 10:00–18:00`. The language determines the format of the date. */
export function holidaysText(holidays: readonly Holiday[], locale: string): string {
  const text = ({ date, closed, ranges }: Holiday) => `${writeDay(date, locale)} ${closed ? '—' : rangesText(ranges)}`;
  return holidays.map(text).join('; ') || '—';
}
