import { HOUR_MS } from '@contract/units';
import { dayIn } from '../TimeText/format';

/** Unfinished points: an hour or day that is not over would look like a fall if the line joined it to the others. Pure. */

/** A point whose time is not over. */
export interface Unfinished {
  /** Its index among the labels. */
  readonly at: number;
  /** Explanation with the time of the data. */
  readonly text: string;
}

/** Index of the hour that contains `asOf`, among the starts of hours; -1: none. */
export function hourUnderWay(times: readonly string[], asOf: string): number {
  const now = Date.parse(asOf);
  return times.findIndex((time) => Date.parse(time) <= now && now < Date.parse(time) + HOUR_MS);
}

/** Index of the day that contains `asOf`, among times of days; -1: none. */
export function dayUnderWay(times: readonly string[], asOf: string, timeZone: string): number {
  const today = dayIn(Date.parse(asOf), timeZone);
  return times.findIndex((time) => dayIn(Date.parse(time), timeZone) === today);
}

/** Splits a line for drawing: the finished points joined, the unfinished one alone; null: no point. */
export function apart(values: readonly (number | null)[], at: number | undefined) {
  const over = values.map((value, place) => (place === at ? null : value));
  const open = values.map((value, place) => (place === at ? value : null));
  return { over, open: open.some((value) => value !== null) ? open : null };
}
