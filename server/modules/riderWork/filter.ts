import type { ResourceFilter } from '../../../contract/resource.schema';
import type { RIDER_LIST } from '../../../contract/rider.fields';
import { RULE } from '../../../contract/rule-ids';
import { seesPhones } from '../../core/access/phones';
import { rareParts } from '../../core/database/like';
import type { ActorContext } from '../../core/http/context';
import { listDays } from '../../core/money/period';
import { presentOf } from '../site';
import { scopedTeamIds } from '../team';
import { type RiderFilter, riderSums } from './store';

/** How the filter of the riders is read: for the list, its figures, exports and the to-do. */

export type RiderInput = ResourceFilter<typeof RIDER_LIST>;
export const UNMASK = RULE['safety.rider.unmask'];

/** The filter with its data scope; riders of every day unless days of joining are named. @throws Refusal 40006 · 40302 */
export async function filterOf(ctx: ActorContext, input: RiderInput) {
  const { at: now, day: today, timeZone } = await presentOf(ctx);
  const { joinedAtFrom: from, joinedAtTo: to } = input;
  const isAsked = from !== undefined || to !== undefined;
  const joinedAt = isAsked ? listDays({ from, to }, now, timeZone) : null;
  const teamIds = await scopedTeamIds(ctx, input.teamIds);
  const filter: RiderFilter = {
    ...input,
    joinedAt,
    teamIds,
    seesPhones: seesPhones(ctx.actor, UNMASK),
    nameParts: input.keyword ? await rareParts(ctx.db, 'rider_name', input.keyword) : [],
    today,
    now,
  };
  return { filter, joinedAt };
}

/** What the to-dos count: the rows that their links show. */
export async function riderWorkload(ctx: ActorContext, teamIds: readonly number[] | null) {
  const actor = { ...ctx.actor, scope: ctx.actor.scopeOf(RULE['safety.rider']) };
  const { filter } = await filterOf({ ...ctx, actor }, teamIds ? { teamIds: [...teamIds] } : {});
  return riderSums(ctx.db, filter);
}
