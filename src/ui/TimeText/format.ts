import { memoize } from '@contract/memoize';
import type { Locale } from '@contract/text';
import { DAY_MS } from '@contract/units';

const DATE = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
const CLOCK = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
const PARTS = {
  full: { ...DATE, ...CLOCK },
  day: DATE,
  clock: CLOCK,
  exact: { ...DATE, ...CLOCK, second: '2-digit' },
} as const;

const formatter = memoize(
  (locale: Locale, timeZone: string, parts: keyof typeof PARTS) =>
    new Intl.DateTimeFormat(locale, { ...PARTS[parts], timeZone }),
);
const relativeWords = memoize((locale: Locale) => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }));

/** `2026-03-01 09:30` in the language's own order. */
export function fullTime(iso: string, locale: Locale, timeZone: string): string {
  return formatter(locale, timeZone, 'full').format(new Date(iso));
}

export function dayText(iso: string, locale: Locale, timeZone: string): string {
  return formatter(locale, timeZone, 'day').format(new Date(iso));
}

export function clockText(iso: string, locale: Locale, timeZone: string): string {
  return formatter(locale, timeZone, 'clock').format(new Date(iso));
}

/**
 * `5 minutes ago`; null beyond 24 hours, where the full time is clearer (DESIGN "Type and figures").
 *
 * @param justNow what is said under a minute: "now" would name this moment, and not when it was
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

/** Minutes that a time zone is ahead of UTC at a moment. */
function offsetMinutes(at: number, timeZone: string): number {
  const parts = formatter('en-US', timeZone, 'exact').formatToParts(new Date(at));
  const part = (type: string) => Number(parts.find((item) => item.type === type)?.value ?? 0);
  const wall = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
  return Math.round((wall - Math.floor(at / 1_000) * 1_000) / 60_000);
}

/** A moment as the value of a `datetime-local` field: `yyyy-MM-ddTHH:mm` on the platform's clock. */
export function toWall(iso: string, timeZone: string): string {
  const at = Date.parse(iso);
  return new Date(at + offsetMinutes(at, timeZone) * 60_000).toISOString().slice(0, 16);
}

/** The other way: ISO 8601 with offset, or null for what is not a time. */
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

/** The day of a moment in a time zone, `yyyy-MM-dd`. */
export function dayIn(at: number, timeZone: string): string {
  return new Date(at + offsetMinutes(at, timeZone) * 60_000).toISOString().slice(0, 10);
}
