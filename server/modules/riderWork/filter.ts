import type { ResourceFilter } from '../../../contract/resource.schema';
import type { RIDER_LIST } from '../../../contract/rider.fields';
import { RULE } from '../../../contract/rule-ids';
import { seesPhones } from '../../core/access/phones';
import { rareParts } from '../../core/database/like';
import type { ActorContext } from '../../core/http/context';
import { listDays } from '../../core/money/period';
import { presentOf } from '../site';
import { scopedTeamIds } from '../team';
import { riderSums } from './figures';
import type { RiderFilter } from './store';

/** Builds the filter of riders for the list, its figures, exports and the to-dos. */

export type RiderInput = ResourceFilter<typeof RIDER_LIST>;
export const UNMASK = RULE['safety.rider.unmask'];

/**
 * Builds the filter, including the data scope. Without joining days, riders of all days match.
 *
 * @throws Refusal 40006 (invalid range of days), 40302 (station out of scope)
 */
export async function filterOf(ctx: ActorContext, input: RiderInput) {
  const { at: now, day: today, timeZone } = await presentOf(ctx);
  const { joinedAtFrom: from, joinedAtTo: to, ...others } = input;
  const isAsked = from !== undefined || to !== undefined;
  const joinedAt = isAsked ? listDays({ from, to }, now, timeZone) : null;
  const teamIds = await scopedTeamIds(ctx, input.teamIds);
  const filter: RiderFilter = {
    ...others,
    joinedAt,
    teamIds,
    seesPhones: seesPhones(ctx.actor, UNMASK),
    nameParts: input.keyword ? await rareParts(ctx.db, 'rider_name', input.keyword) : [],
    today,
    now,
    timeZone,
  };
  return { filter, joinedAt };
}

/** Computes the counts of the to-dos. Each count equals the number of rows that its link shows. */
export async function riderWorkload(ctx: ActorContext, teamIds: readonly number[] | null) {
  const actor = { ...ctx.actor, scope: ctx.actor.scopeOf(RULE['safety.rider']) };
  const { filter } = await filterOf({ ...ctx, actor }, teamIds ? { teamIds: [...teamIds] } : {});
  return riderSums(ctx.db, filter);
}
