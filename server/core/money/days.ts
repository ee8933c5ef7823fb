import { OFFICE_MINUTES } from '../../../contract/limits';

/** Days and hours of the platform's time zone (DOMAIN §0.1). Pure: the moment is always a parameter. */

/** The platform's zone, unless the site settings name another one. */
const DEFAULT_TIME_ZONE = 'Asia/Shanghai';

/** A moment in local time. */
export interface WallTime {
  /** `yyyy-MM-dd` */
  readonly day: string;
  /** 0 = Sunday. */
  readonly weekday: number;
  /** Minutes since midnight, 0–1439. */
  readonly minutes: number;
}

const formats = new Map<string, Intl.DateTimeFormat>();

function format(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  });
  formats.set(timeZone, made);
  return made;
}

const QUARTER_MS = 15 * 60_000;
/** Maximum number of cached quarter hours per zone: more than a year. */
const MOST_QUARTERS = 40_000;
/** In this range offsets are whole minutes, zones change only at full quarter hours, and a year has four digits. */
const REGULAR = { from: Date.UTC(1973, 0), to: Date.UTC(9999, 11, 30) } as const;
const offsets = new Map<string, Map<number, number>>();

/** Converts a moment with the runtime's own time zone data: always correct, but slow. */
function toldTime(at: Date, timeZone: string): WallTime {
  const parts: Record<string, string> = {};
  for (const { type, value } of format(timeZone).formatToParts(at)) parts[type] = value;
  const day = `${parts.year}-${parts.month}-${parts.day}`;
  return {
    day,
    weekday: new Date(`${day}T00:00:00Z`).getUTCDay(),
    minutes: Number(parts.hour) * 60 + Number(parts.minute),
  };
}

/** Returns the zone's offset from UTC in minutes, for a moment in the regular range; cached per quarter hour. */
function offsetOf(at: Date, timeZone: string): number {
  const ofZone = offsets.get(timeZone) ?? new Map<number, number>();
  const quarter = Math.floor(at.getTime() / QUARTER_MS);
  const known = ofZone.get(quarter);
  if (known !== undefined) return known;
  const { day, minutes } = toldTime(at, timeZone);
  const offset = Date.parse(`${day}T00:00:00Z`) / 60_000 + minutes - Math.floor(at.getTime() / 60_000);
  if (ofZone.size >= MOST_QUARTERS) ofZone.clear();
  ofZone.set(quarter, offset);
  offsets.set(timeZone, ofZone);
  return offset;
}

/** Tests for the regular range. An invalid date is outside of it, and the slow conversion refuses it. */
const isRegular = (at: Date): boolean => at.getTime() >= REGULAR.from && at.getTime() < REGULAR.to;

/** Computes midnight of a day as if the zone were UTC, also for years of five digits. */
function startOf(day: string): number {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(0).setUTCFullYear(year, month - 1, date);
}

/**
 * Converts a moment to local time, in milliseconds as if the zone were UTC.
 *
 * @throws RangeError when the zone does not exist
 */
export function shownMs(at: Date, timeZone: string): number {
  const ms = at.getTime();
  if (isRegular(at)) return ms + offsetOf(at, timeZone) * 60_000;
  const start = Math.floor(ms / QUARTER_MS) * QUARTER_MS;
  const { day, minutes } = toldTime(new Date(start), timeZone);
  return ms + startOf(day) + minutes * 60_000 - start;
}

/** Converts a moment to local time. @throws RangeError when the zone does not exist */
export function wallTime(at: Date, timeZone: string = DEFAULT_TIME_ZONE): WallTime {
  if (!isRegular(at)) return toldTime(at, timeZone);
  const shown = new Date(at.getTime() + offsetOf(at, timeZone) * 60_000);
  return {
    day: shown.toISOString().slice(0, 10),
    weekday: shown.getUTCDay(),
    minutes: shown.getUTCHours() * 60 + shown.getUTCMinutes(),
  };
}

/**
 * Converts a local day and minute to a moment. A minute that is skipped by a change to summer time counts as the minute one hour
 * later.
 */
export function momentOf(day: string, minutes: number, timeZone: string = DEFAULT_TIME_ZONE): Date {
  const wanted = Date.parse(`${day}T00:00:00Z`) + minutes * 60_000;
  let guess = wanted;
  // The offset depends on the result, so two rounds are needed near a change of the offset.
  for (let round = 0; round < 2; round += 1) {
    const shown = wallTime(new Date(guess), timeZone);
    guess += wanted - (Date.parse(`${shown.day}T00:00:00Z`) + shown.minutes * 60_000);
  }
  return new Date(guess);
}

/** Converts a local day and time, `HH:mm`, to a moment; null without a time. */
export function momentAt(day: string, time: string | undefined, timeZone: string): Date | null {
  if (time === undefined) return null;
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return momentOf(day, hours * 60 + minutes, timeZone);
}

/** Formats a moment in local time: `2026-03-01 11:40`. */
export function wallClock(at: Date, timeZone: string): string {
  const { day, minutes } = wallTime(at, timeZone);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${day} ${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

/** Checks whether a local time is outside office hours (contract/limits). */
export function isOutOfHours({ minutes }: WallTime): boolean {
  return minutes < OFFICE_MINUTES.from || minutes >= OFFICE_MINUTES.to;
}

/** Adds days to a day; a negative number subtracts. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

/** Returns the first day of the month after the day's month. */
export const nextMonth = (day: string): string => `${addDays(`${day.slice(0, 7)}-01`, 31).slice(0, 7)}-01`;

/** Returns the last day of the day's month. */
export const lastOfMonth = (day: string): string => addDays(nextMonth(day), -1);

/** Returns the start and the end (exclusive) of the days `from` to `to`, both inclusive. */
export function dayRange(from: string, to: string, timeZone: string = DEFAULT_TIME_ZONE): { from: Date; to: Date } {
  return { from: momentOf(from, 0, timeZone), to: momentOf(addDays(to, 1), 0, timeZone) };
}

/** Finds the day that begins at a moment. @returns null when no day begins then */
export function dayStartingAt(at: Date, timeZone: string): string | null {
  const { day } = wallTime(at, timeZone);
  return dayRange(day, day, timeZone).from.getTime() === at.getTime() ? day : null;
}

/** Finds the next moment strictly after `at` with this local time, in minutes since midnight. */
export function nextAt(at: Date, minutes: number, timeZone: string = DEFAULT_TIME_ZONE): Date {
  const { day } = wallTime(at, timeZone);
  const today = momentOf(day, minutes, timeZone);
  return today > at ? today : momentOf(addDays(day, 1), minutes, timeZone);
}

const minutesOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));

/**
 * Finds the time when a message may be sent: now, or the end of the current quiet hours.
 *
 * @param quiet times of day, `HH:mm`; they may span midnight
 */
export function afterQuietHours(
  quiet: { readonly from: string; readonly to: string } | null,
  now: Date,
  timeZone: string,
): Date {
  if (quiet === null) return now;
  const { minutes } = wallTime(now, timeZone);
  const from = minutesOf(quiet.from);
  const to = minutesOf(quiet.to);
  const isQuiet = from <= to ? minutes >= from && minutes < to : minutes >= from || minutes < to;
  return isQuiet ? nextAt(now, to, timeZone) : now;
}
