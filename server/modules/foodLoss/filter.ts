import type { FOOD_LOSS } from '../../../contract/foodLoss.fields';
import type { ResourceFilter } from '../../../contract/resource.schema';
import { RULE } from '../../../contract/rule-ids';
import { seesPhones } from '../../core/access/phones';
import type { ActorContext } from '../../core/http/context';
import { type ListDays, listDays } from '../../core/money/period';
import { presentOf } from '../site';
import { scopedTeamIds } from '../team';
import { type LossFilter, lossTotals } from './list-store';

export type LossInput = ResourceFilter<typeof FOOD_LOSS> & { readonly userId?: number; readonly riderId?: number };

/**
 * Builds the list's filter with the caller's data scope. Without days, a search for a number or a person covers all days, and any other
 * filter covers the last 30 days and all open cases.
 *
 * @throws Refusal 40006 (range is reversed or too long), 40302 (station out of scope)
 */
export async function filterOf(
  ctx: ActorContext,
  input: LossInput,
): Promise<{ filter: LossFilter; days: ListDays | null }> {
  const { createdAtFrom: from, createdAtTo: to, ...rest } = input;
  const { at: now, timeZone } = await presentOf(ctx);
  const isAsked = from !== undefined || to !== undefined;
  const isFound = rest.keyword !== undefined || rest.userId !== undefined || rest.riderId !== undefined;
  const days = !isAsked && isFound ? null : listDays({ from, to }, now, timeZone);
  const filter = {
    ...rest,
    teamIds: await scopedTeamIds(ctx, input.teamIds),
    seesPhones: seesPhones(ctx.actor, RULE['foodLoss.unmask']),
    now,
    days,
    withOpen: !isAsked,
  };
  return { filter, days };
}

/** Counts the food losses of the workbench's to-dos, with the same filter as the lists that the to-dos open. */
export async function lossWorkload(ctx: ActorContext, teamIds: readonly number[] | null) {
  const actor = { ...ctx.actor, scope: ctx.actor.scopeOf(RULE.foodLoss) };
  const { filter } = await filterOf({ ...ctx, actor }, teamIds ? { teamIds: [...teamIds] } : {});
  return lossTotals(ctx.db, filter);
}
