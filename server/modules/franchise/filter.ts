import type { FRANCHISE_APPLY } from '../../../contract/franchiseApply.fields';
import type { ResourceFilter } from '../../../contract/resource.schema';
import { RULE } from '../../../contract/rule-ids';
import { seesPhones } from '../../core/access/phones';
import type { ActorContext } from '../../core/http/context';
import { momentOf } from '../../core/money/days';
import { listDays } from '../../core/money/period';
import { presentOf } from '../site';
import { type ApplyFilter, applyScope, applySums } from './store';

/** The filter of applications for the list, its figures, exports and to-dos. */

export type ApplyInput = ResourceFilter<typeof FRANCHISE_APPLY>;
export const UNMASK = RULE['franchise.apply.unmask'];

/**
 * Builds the filter with the caller's data scope. Without days it covers all days.
 *
 * @throws Refusal 40006 (range is reversed or too long)
 */
export async function filterOf(ctx: ActorContext, input: ApplyInput) {
  const { at: now, day, timeZone } = await presentOf(ctx);
  const { createdAtFrom: from, createdAtTo: to } = input;
  const isAsked = from !== undefined || to !== undefined;
  const createdAt = isAsked ? listDays({ from, to }, now, timeZone) : null;
  const filter: ApplyFilter = {
    ...input,
    ...{ createdAt, now, monthStart: momentOf(`${day.slice(0, 7)}-01`, 0, timeZone) },
    seesPhones: seesPhones(ctx.actor, UNMASK),
    inScope: applyScope(ctx.actor.scope, ctx.actor.accountId),
  };
  return { filter, createdAt };
}

/** Counts the applications of the workbench's to-dos, with the same filter as the lists that the to-dos open. */
export async function franchiseWorkload(ctx: ActorContext) {
  const actor = { ...ctx.actor, scope: ctx.actor.scopeOf(RULE['franchise.apply']) };
  const { filter } = await filterOf({ ...ctx, actor }, {});
  return applySums(ctx.db, filter);
}
