import type { ActorContext } from '../../core/http/context';
import { listDays } from '../../core/money/period';
import { presentOf } from '../site';

/** Common inputs of the bill management's pages: current day, requested days, position of the page. */

export async function frameOf(ctx: ActorContext) {
  const { at: now, timeZone, day: today } = await presentOf(ctx);
  return { timeZone, now, today };
}

/** @throws Refusal 40006 */
export async function rangeOf(
  ctx: ActorContext,
  input: { readonly dayFrom?: string | undefined; readonly dayTo?: string | undefined },
) {
  const frame = await frameOf(ctx);
  return { ...frame, ...listDays({ from: input.dayFrom, to: input.dayTo }, frame.now, frame.timeZone) };
}
