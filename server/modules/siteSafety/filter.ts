import type { ResourceFilter } from '../../../contract/resource.schema';
import type { SITE_INSPECTION } from '../../../contract/siteInspection.fields';
import type { ActorContext } from '../../core/http/context';
import { listDays } from '../../core/money/period';
import { presentOf } from '../site';
import { scopedTeamIds } from '../team';
import { type InspectionFilter, inspectionTotals } from './store';

/** Builds the filter of inspections for the list, its figures, exports and the to-dos. */

export type InspectionInput = ResourceFilter<typeof SITE_INSPECTION>;
const PAGE = 52;

/** Returns the first day of the month that contains `day`, and the first day of the month after it. */
function monthOf(day: string) {
  const [year = 0, month = 1] = day.split('-').map(Number);
  const next = month === 12 ? `${year + 1}-01-01` : `${year}-${String(month + 1).padStart(2, '0')}-01`;
  return { first: `${day.slice(0, 8)}01`, next };
}

/**
 * Builds the filter, including the data scope. Without days, inspections of all days match.
 *
 * @throws Refusal 40006 (invalid range of days), 40302 (station out of scope)
 */
export async function filterOf(ctx: ActorContext, input: InspectionInput): Promise<InspectionFilter> {
  const { at, day, timeZone } = await presentOf(ctx);
  const { plannedOnFrom: from, plannedOnTo: to, ...rest } = input;
  const days = from === undefined && to === undefined ? null : listDays({ from, to }, at, timeZone);
  return { ...rest, days, teamIds: await scopedTeamIds(ctx, input.teamIds), month: monthOf(day), timeZone };
}

/** Computes the counts of the to-dos. Each count equals the number of rows that its link shows. */
export async function inspectionWorkload(ctx: ActorContext, teamIds: readonly number[] | null) {
  const actor = { ...ctx.actor, scope: ctx.actor.scopeOf(PAGE) };
  return inspectionTotals(ctx.db, await filterOf({ ...ctx, actor }, teamIds ? { teamIds: [...teamIds] } : {}));
}
