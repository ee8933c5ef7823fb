import { HOUR_MS } from '@contract/units';
import { dayIn } from '../TimeText/format';

/** What is still under way when a chart is drawn: an hour or a day that is not over reads as a fall where it is joined to the others. Pure. */

/** A point whose time is not over. */
export interface Unfinished {
  /** Its place among the labels. */
  readonly at: number;
  /** Says so, with the moment up to which it is known. */
  readonly text: string;
}

/** The place of the hour that a moment falls into, among the beginnings of hours; -1: of none. */
export function hourUnderWay(times: readonly string[], asOf: string): number {
  const now = Date.parse(asOf);
  return times.findIndex((time) => Date.parse(time) <= now && now < Date.parse(time) + HOUR_MS);
}

/** The place of the day that a moment falls into, among moments of days; -1: of none. */
export function dayUnderWay(times: readonly string[], asOf: string, timeZone: string): number {
  const today = dayIn(Date.parse(asOf), timeZone);
  return times.findIndex((time) => dayIn(Date.parse(time), timeZone) === today);
}

/** Values of a line as they are drawn: what is over joined, what is not alone; null: nothing there. */
export function apart(values: readonly (number | null)[], at: number | undefined) {
  const over = values.map((value, place) => (place === at ? null : value));
  const open = values.map((value, place) => (place === at ? value : null));
  return { over, open: open.some((value) => value !== null) ? open : null };
}
