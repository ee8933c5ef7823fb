import { LIST_LIMITS } from '../../../contract/limits';
import type { ActorContext } from '../../core/http/context';
import { refuse } from '../../core/http/refusal';
import { wallTime } from '../../core/money/days';
import { rollUpState } from '../order';
import { readSetting } from '../site';
import { type Days, daysAsked } from './rules';

export { scopedTeamIds as teamsOf } from '../team';

/** The moment, the day and the time zone for which the workbench shows its figures. */

interface Frame {
  /** Moment up to which the figures are complete. */
  readonly asOf: Date;
  readonly timeZone: string;
  readonly today: string;
}

export async function frameOf(ctx: ActorContext): Promise<Frame> {
  const now = ctx.clock.now();
  const state = await rollUpState(ctx.db);
  const timeZone = state?.timeZone ?? (await readSetting(ctx.db, 'locale')).timeZone;
  return { asOf: state?.asOf ?? now, timeZone, today: wallTime(now, timeZone).day };
}

/** Returns the requested days. @throws Refusal 40006 (range is reversed or too long) */
export function rangeOf(input: { from?: string | undefined; to?: string | undefined }, frame: Frame): Days {
  const days = daysAsked(input.from, input.to, frame.today);
  if (!days) throw refuse(40006, { n: LIST_LIMITS.rangeDays });
  return days;
}
