import { writeDay } from '@contract/dates';
import { memoize } from '@contract/memoize';
import type { Locale } from '@contract/text';
import { DAY_MS } from '@contract/units';

const exactParts = memoize(
  (timeZone: string) =>
    new Intl.DateTimeFormat('en-US', {
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      hourCycle: 'h23',
      timeZone,
    }),
);
const relativeWords = memoize((locale: Locale) => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }));

/** Formats a time in full in the language (contract/dates), for example `2026-03-01 09:30`. */
export function fullTime(iso: string, locale: Locale, timeZone: string): string {
  return writeDay(toWall(iso, timeZone), locale);
}

/** Formats the day of a time in the language. For a day without a time use `writeDay`. */
export function dayText(iso: string, locale: Locale, timeZone: string): string {
  return writeDay(toWall(iso, timeZone).slice(0, 10), locale);
}

/** Formats the time of day: `09:30`. */
export function clockText(iso: string, timeZone: string): string {
  return toWall(iso, timeZone).slice(11);
}

/**
 * Formats a time relative to now: `5 minutes ago`, `in 2 hours`. Returns `null` from 24 hours on, where the full time is clearer (DESIGN
 * "Type and figures").
 *
 * @param justNow text for less than a minute; Intl's "now" would mean the present, not the past
 */
export function relativeTime(iso: string, now: number, locale: Locale, justNow: string): string | null {
  const distance = Date.parse(iso) - now;
  if (Math.abs(distance) >= DAY_MS) return null;
  const seconds = Math.round(distance / 1_000);
  if (Math.abs(seconds) < 60) return justNow;
  const words = relativeWords(locale);
  const minutes = Math.round(seconds / 60);
  return Math.abs(minutes) < 60 ? words.format(minutes, 'minute') : words.format(Math.round(minutes / 60), 'hour');
}

/** Computes a time zone's offset from UTC at a given time, in minutes. It is positive to the east. */
function offsetMinutes(at: number, timeZone: string): number {
  const parts = exactParts(timeZone).formatToParts(new Date(at));
  const part = (type: string) => Number(parts.find((item) => item.type === type)?.value ?? 0);
  const wall = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
  return Math.round((wall - Math.floor(at / 1_000) * 1_000) / 60_000);
}

/** Converts a time to the wall clock time of a time zone: `yyyy-MM-ddTHH:mm`. */
export function toWall(iso: string, timeZone: string): string {
  const at = Date.parse(iso);
  return new Date(at + offsetMinutes(at, timeZone) * 60_000).toISOString().slice(0, 16);
}

/** Converts a wall clock time to ISO 8601 with offset. Returns `null` for a text that does not begin with such a time. */
export function fromWall(wall: string, timeZone: string): string | null {
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(wall)) return null;
  const guess = Date.parse(`${wall.slice(0, 16)}:00Z`);
  if (Number.isNaN(guess)) return null;
  const offset = offsetMinutes(guess - offsetMinutes(guess, timeZone) * 60_000, timeZone);
  const sign = offset < 0 ? '-' : '+';
  const size = Math.abs(offset);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${wall.slice(0, 16)}:00${sign}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}

/** Returns the day of a time in a time zone, as `yyyy-MM-dd`. */
export function dayIn(at: number, timeZone: string): string {
  return new Date(at + offsetMinutes(at, timeZone) * 60_000).toISOString().slice(0, 10);
}
