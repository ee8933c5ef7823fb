import { z } from 'zod';
import { CLOCK_TIME_OR_END, TEAM } from './limits';

/**
 * This file declares schemas of business hours (营业时间, DOMAIN §3.3). Times have the format `HH:mm`, and the end can be `24:00`. Weekday 0 is
 * Sunday.
 */
const hhmm = z.string().regex(CLOCK_TIME_OR_END);
export const hourRange = z.object({ from: hhmm, to: hhmm });
export const weekHours = z
  .array(z.object({ weekday: z.int().min(0).max(6), ranges: z.array(hourRange).max(TEAM.rangesPerDay) }))
  .length(7);
