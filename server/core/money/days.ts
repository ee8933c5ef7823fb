import { OFFICE_MINUTES } from '../../../contract/limits';
import { DAY_MS } from '../../../contract/units';

/** Functions for moments, days, local times and quiet hours in a time zone (DOMAIN §0.1). No function reads the clock. */

/** The time zone that functions use when the caller passes none. */
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
/** Maximum number of cached quarter hours per zone. A year has 35,040. */
const MOST_QUARTERS = 40_000;
/**
 * In this range all offsets are whole minutes, and years have four digits. Offsets change at full quarter hours (before 2012, some Canadian
 * zones changed at 00:01). Offsets can therefore be cached per quarter hour.
 */
const REGULAR = { from: Date.UTC(1973, 0), to: Date.UTC(9999, 11, 30) } as const;
const offsets = new Map<string, Map<number, number>>();

/** Converts a moment with the runtime's own time zone data. This is slow, but it is also correct outside the regular range. */
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

/** Returns the zone's offset from UTC in minutes. The moment must be in the regular range. The offset is cached per quarter hour. */
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

/** Checks whether a moment is in the regular range. An invalid date is outside the range, so that the slow conversion refuses the date. */
const isRegular = (at: Date): boolean => at.getTime() >= REGULAR.from && at.getTime() < REGULAR.to;

/** Computes midnight of a day as if the zone were UTC. It also accepts years of five digits. */
function startOf(day: string): number {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(0).setUTCFullYear(year, month - 1, date);
}

/**
 * Converts a moment to the milliseconds that its local time would have if the zone were UTC.
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

/** Computes the wanted local time minus the local time of the moment `at`, in milliseconds. */
function missingMs(wanted: number, at: number, timeZone: string): number {
  const shown = wallTime(new Date(at), timeZone);
  return wanted - (Date.parse(`${shown.day}T00:00:00Z`) + shown.minutes * 60_000);
}

/**
 * Converts a local day and minute to a moment. The change to summer time skips some local minutes. A skipped minute is shifted forward by
 * the change, in every zone: where midnight is skipped, the day begins at 01:00.
 */
export function momentOf(day: string, minutes: number, timeZone: string = DEFAULT_TIME_ZONE): Date {
  const wanted = Date.parse(`${day}T00:00:00Z`) + minutes * 60_000;
  let guess = wanted;
  let missing = 0;
  // The offset depends on the moment that we compute. Near a change of the offset the first guess can be wrong, so we compute twice.
  for (let round = 0; round < 2; round += 1) {
    missing = missingMs(wanted, guess, timeZone);
    guess += missing;
  }
  // No moment shows a skipped minute, so each round moves the guess by the size of the change. In zones behind UTC, the last guess is
  // before the change. We then add the missing time.
  const left = missing === 0 ? 0 : missingMs(wanted, guess, timeZone);
  return new Date(left > 0 ? guess + left : guess);
}

/** Converts a local day and time (`HH:mm`) to a moment. @returns `null` when `time` is undefined */
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

/** Checks whether a local time is outside office hours (`OFFICE_MINUTES`). */
export function isOutOfHours({ minutes }: WallTime): boolean {
  return minutes < OFFICE_MINUTES.from || minutes >= OFFICE_MINUTES.to;
}

/** Adds days to a day. A negative number subtracts days. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

/** Returns the first day of the month after the month of `day`. */
export const nextMonth = (day: string): string => `${addDays(`${day.slice(0, 7)}-01`, 31).slice(0, 7)}-01`;

/** Returns the last day of the month that contains the day. */
export const lastOfMonth = (day: string): string => addDays(nextMonth(day), -1);

/** Returns the moments at which the days `from` to `to` (both inclusive) begin and end. The end is exclusive. */
export function dayRange(from: string, to: string, timeZone: string = DEFAULT_TIME_ZONE): { from: Date; to: Date } {
  return { from: momentOf(from, 0, timeZone), to: momentOf(addDays(to, 1), 0, timeZone) };
}

/** Returns the number of days between 1970-01-01 and the day. */
export const dayNumber = (day: string): number => Math.round(Date.parse(day) / DAY_MS);

/** Finds the day that begins at exactly this moment. @returns `null` when no local day begins at this moment */
function dayStartingAt(at: Date, timeZone: string): string | null {
  const { day } = wallTime(at, timeZone);
  return dayRange(day, day, timeZone).from.getTime() === at.getTime() ? day : null;
}

/** Converts a range of moments to days; `to` remains exclusive. @returns `null` when `from` or `to` is not the start of a local day */
export function wholeDays(at: { readonly from: Date; readonly to: Date }, timeZone: string) {
  const [from, to] = [dayStartingAt(at.from, timeZone), dayStartingAt(at.to, timeZone)];
  return from === null || to === null ? null : { from, to };
}

/** Finds the first moment after `at` with this local time. @param minutes local time in minutes since midnight */
export function nextAt(at: Date, minutes: number, timeZone: string = DEFAULT_TIME_ZONE): Date {
  const { day } = wallTime(at, timeZone);
  const today = momentOf(day, minutes, timeZone);
  return today > at ? today : momentOf(addDays(day, 1), minutes, timeZone);
}

const minutesOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));

/**
 * Returns the time when a message may be sent: the current time, or the end of the current quiet hours.
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
