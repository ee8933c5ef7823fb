import type { ActorContext } from '../../core/http/context';
import { listDays } from '../../core/money/period';
import { presentOf } from '../site';

/** Common inputs of the bill management's pages: the current day and the requested days. */

export async function frameOf(ctx: ActorContext) {
  const { at: now, timeZone, day: today } = await presentOf(ctx);
  return { timeZone, now, today };
}

/** Returns the requested days. @throws Refusal 40006 (range is reversed or too long) */
export async function rangeOf(
  ctx: ActorContext,
  input: { readonly dayFrom?: string | undefined; readonly dayTo?: string | undefined },
) {
  const frame = await frameOf(ctx);
  return { ...frame, ...listDays({ from: input.dayFrom, to: input.dayTo }, frame.now, frame.timeZone) };
}
