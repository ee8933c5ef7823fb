import type { ENQUIRY_LIST } from '../../../contract/enquiry.fields';
import { ENQUIRY } from '../../../contract/enquiry.states';
import type { ResourceFilter } from '../../../contract/resource.schema';
import { RULE } from '../../../contract/rule-ids';
import type { ActorContext } from '../../core/http/context';
import { listDays } from '../../core/money/period';
import { readSetting } from '../site';
import { scopedTeamIds } from '../team';
import { enquirySums, type FigureFilter } from './figures';

/** The filter of enquiries for the list, its figures and exports. */

export type EnquiryInput = ResourceFilter<typeof ENQUIRY_LIST>;

/**
 * Builds the filter with the caller's data scope. Without days, a search by keyword covers all days, and any other filter covers the
 * default range.
 *
 * @throws Refusal 40006 (range is reversed or too long), 40302 (station out of scope)
 */
export async function filterOf(ctx: ActorContext, input: EnquiryInput): Promise<FigureFilter> {
  const { askedAtFrom: from, askedAtTo: to, keyword } = input;
  const { timeZone } = await readSetting(ctx.db, 'locale');
  const isEver = keyword !== undefined && from === undefined && to === undefined;
  const days = isEver ? null : listDays({ from, to }, ctx.clock.now(), timeZone, ENQUIRY.rangeDays);
  return { filter: { ...input, askedAt: days, teamIds: await scopedTeamIds(ctx, input.teamIds) }, days, timeZone };
}

/** Counts the enquiries that wait for a quote by hand. Uses the same filter as the list that the to-do item opens. */
export async function countManualEnquiries(ctx: ActorContext, teamIds: readonly number[] | null): Promise<number> {
  const actor = { ...ctx.actor, scope: ctx.actor.scopeOf(RULE.enquiry) };
  const input = { state: ['manual' as const], ...(teamIds && { teamIds: [...teamIds] }) };
  return (await enquirySums(ctx.db, await filterOf({ ...ctx, actor }, input))).manual;
}
