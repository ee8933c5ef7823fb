import type { ActorContext } from '../../core/http/context';
import { addDays, wallTime } from '../../core/money/days';
import { type TermsEffect, termsEffect } from '../cost';
import { readSetting } from '../site';
import type { ChargedFees, FeeValues } from '../team';

/** Returns the calendar month before a moment, as `yyyy-MM`. */
const monthBefore = (at: Date, timeZone: string): string =>
  addDays(`${wallTime(at, timeZone).day.slice(0, 7)}-01`, -1).slice(0, 7);

/** Computes how the amounts of the orders delivered in the calendar month before `since` differ between the terms `before` and `after`. */
export async function effectOn(
  ctx: Pick<ActorContext, 'db' | 'clock'>,
  asked: { readonly teamId: number; readonly since: Date; readonly before: FeeValues; readonly after: FeeValues },
): Promise<TermsEffect> {
  const { timeZone } = await readSetting(ctx.db, 'locale');
  return await termsEffect(ctx.db, {
    teamId: asked.teamId,
    // `FeeValues` has the fields of `ChargedFees`, but with wider value types.
    before: asked.before as unknown as ChargedFees,
    after: asked.after as unknown as ChargedFees,
    month: monthBefore(asked.since, timeZone),
    at: ctx.clock.now(),
    timeZone,
  });
}
