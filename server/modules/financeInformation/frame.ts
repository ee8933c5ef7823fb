import type { ActorContext } from '../../core/http/context';
import { wallTime } from '../../core/money/days';
import { listDays } from '../../core/money/period';
import { readSetting } from '../site';

/** What every page of the bill management begins with: the present day, the days asked for, the place of a page. */

export async function frameOf(ctx: ActorContext) {
  const { timeZone } = await readSetting(ctx.db, 'locale');
  const now = ctx.clock.now();
  return { timeZone, now, today: wallTime(now, timeZone).day };
}

/** @throws Refusal 40006 */
export async function rangeOf(
  ctx: ActorContext,
  input: { readonly dayFrom?: string | undefined; readonly dayTo?: string | undefined },
) {
  const frame = await frameOf(ctx);
  return { ...frame, ...listDays({ from: input.dayFrom, to: input.dayTo }, frame.now, frame.timeZone) };
}
