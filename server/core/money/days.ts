import { OFFICE_MINUTES } from '../../../contract/limits';

/** Days and hours of the platform's time zone (DOMAIN §0.1). Pure: the moment is always given. */

/** The platform's zone until the site settings name another one. */
const DEFAULT_TIME_ZONE = 'Asia/Shanghai';

/** A moment as a clock on the wall shows it. */
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
/** Quarters of an hour whose offset is remembered for each zone: those of more than a year. */
const MOST_QUARTERS = 40_000;
/** Between these, offsets are whole minutes, zones change at full quarters only, and a year has four digits. */
const REGULAR = { from: Date.UTC(1973, 0), to: Date.UTC(9999, 11, 30) } as const;
const offsets = new Map<string, Map<number, number>>();

/** What the platform itself tells: right at every moment, and slow. */
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

/** Minutes by which the wall is ahead of UTC, at a regular moment; told once a quarter. */
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

/** A moment that is none is no regular one: the slow way refuses it. */
const isRegular = (at: Date): boolean => at.getTime() >= REGULAR.from && at.getTime() < REGULAR.to;

/** Midnight of a day as if the zone were UTC; of years with five digits too. */
function startOf(day: string): number {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(0).setUTCFullYear(year, month - 1, date);
}

/**
 * What the wall shows at a moment, in milliseconds as if the zone were UTC.
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

/** @throws RangeError when the zone does not exist */
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
 * The moment at which the wall shows this day and minute. A minute that a change to summer time leaves out counts as the
 * one an hour later.
 */
export function momentOf(day: string, minutes: number, timeZone: string = DEFAULT_TIME_ZONE): Date {
  const wanted = Date.parse(`${day}T00:00:00Z`) + minutes * 60_000;
  let guess = wanted;
  // The offset depends on the moment that is sought: two rounds settle it on both sides of a change.
  for (let round = 0; round < 2; round += 1) {
    const shown = wallTime(new Date(guess), timeZone);
    guess += wanted - (Date.parse(`${shown.day}T00:00:00Z`) + shown.minutes * 60_000);
  }
  return new Date(guess);
}

/** The moment at which the wall shows this day and time, `HH:mm`; null without a time. */
export function momentAt(day: string, time: string | undefined, timeZone: string): Date | null {
  if (time === undefined) return null;
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return momentOf(day, hours * 60 + minutes, timeZone);
}

/** A moment as a wall clock shows it: `2026-03-01 11:40`. */
export function wallClock(at: Date, timeZone: string): string {
  const { day, minutes } = wallTime(at, timeZone);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${day} ${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

/** Does a wall clock show a minute outside the office hours (contract/limits)? */
export function isOutOfHours({ minutes }: WallTime): boolean {
  return minutes < OFFICE_MINUTES.from || minutes >= OFFICE_MINUTES.to;
}

/** The day so many days later (earlier when negative). */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

/** The first day of the month after a day's. */
export const nextMonth = (day: string): string => `${addDays(`${day.slice(0, 7)}-01`, 31).slice(0, 7)}-01`;

/** The last day of a day's month. */
export const lastOfMonth = (day: string): string => addDays(nextMonth(day), -1);

/** Start and end (exclusive) of the days `from` to `to`, both inclusive. */
export function dayRange(from: string, to: string, timeZone: string = DEFAULT_TIME_ZONE): { from: Date; to: Date } {
  return { from: momentOf(from, 0, timeZone), to: momentOf(addDays(to, 1), 0, timeZone) };
}

/** The next moment strictly after `at` at which the wall shows so many minutes since midnight. */
export function nextAt(at: Date, minutes: number, timeZone: string = DEFAULT_TIME_ZONE): Date {
  const { day } = wallTime(at, timeZone);
  const today = momentOf(day, minutes, timeZone);
  return today > at ? today : momentOf(addDays(day, 1), minutes, timeZone);
}

const minutesOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));

/**
 * When a message may go out: now, or when the quiet hours that it falls into are over.
 *
 * @param quiet times of day, `HH:mm`; they may pass midnight
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
