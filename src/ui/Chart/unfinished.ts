import { HOUR_MS } from '@contract/units';
import { dayIn } from '../TimeText/format';

/**
 * This module handles chart points whose hour or day is not over. A line to such a point would look like a decrease. Pure
 * functions: no database, no clock.
 */

/** A point whose hour or day is not over. */
export interface Unfinished {
  /** Index of the point's label in `labels`. */
  readonly at: number;
  /** Explanation for the user, with the time of the data. */
  readonly text: string;
}

/** Finds the hour that contains `asOf`. `times` are the starts of hours. @returns its index, or -1 if no hour contains `asOf` */
export function hourUnderWay(times: readonly string[], asOf: string): number {
  const now = Date.parse(asOf);
  return times.findIndex((time) => Date.parse(time) <= now && now < Date.parse(time) + HOUR_MS);
}

/** Finds the day that contains `asOf`. Each entry of `times` is a time in one day. @returns its index, or -1 if no day contains `asOf` */
export function dayUnderWay(times: readonly string[], asOf: string, timeZone: string): number {
  const today = dayIn(Date.parse(asOf), timeZone);
  return times.findIndex((time) => dayIn(Date.parse(time), timeZone) === today);
}

/**
 * Splits a line into `over`, its finished points, and `open`, its unfinished point. Both keep the length of `values`, with `null` at the
 * other points. `open` is `null` when the unfinished point has no value.
 */
export function apart(values: readonly (number | null)[], at: number | undefined) {
  const over = values.map((value, place) => (place === at ? null : value));
  const open = values.map((value, place) => (place === at ? value : null));
  return { over, open: open.some((value) => value !== null) ? open : null };
}
