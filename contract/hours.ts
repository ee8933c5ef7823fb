import { z } from 'zod';
import { CLOCK_TIME_OR_END, TEAM } from './limits';

/** Business hours (营业时间, DOMAIN §3.3): `HH:mm`, `24:00` allowed as an end; weekday 0 = Sunday. */
const hhmm = z.string().regex(CLOCK_TIME_OR_END);
export const hourRange = z.object({ from: hhmm, to: hhmm });
export const weekHours = z
  .array(z.object({ weekday: z.int().min(0).max(6), ranges: z.array(hourRange).max(TEAM.rangesPerDay) }))
  .length(7);
