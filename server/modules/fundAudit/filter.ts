import type { ParsedOf } from '../../../contract/endpoint';
import type { fundAuditEndpoints } from '../../../contract/fundAudit';
import { seesPhones } from '../../core/access/phones';
import type { ActorContext } from '../../core/http/context';
import { assertAmounts } from '../../core/money/amounts';
import { type ListDays, listDays } from '../../core/money/period';
import { readSetting } from '../site';
import { scopedTeamIds } from '../team';
import { entries } from './decide';
import type { EntryFilter } from './list-store';
import { UNMASK } from './rules';

/** The filter of entries for the list and for exports. */

export type EntryInput = Omit<
  ParsedOf<(typeof fundAuditEndpoints)['fundAudit.Rider/getList']>,
  'page' | 'limit' | 'sortField' | 'sortOrder'
>;

/**
 * Builds the filter with the caller's data scope. Without days, a search by keyword covers all days, and any other filter covers the last
 * 30 days and all open entries.
 *
 * @throws Refusal 40001 (invalid amounts), 40006 (invalid range of days), 40302 (a station outside the data scope)
 */
export async function filterOf(
  ctx: ActorContext,
  wanted: EntryInput,
): Promise<{ filter: EntryFilter; days: ListDays | null }> {
  const { teamIds, createdFrom, createdTo, forMe, ...rest } = wanted;
  assertAmounts(ctx, wanted);
  const now = ctx.clock.now();
  const { timeZone } = await readSetting(ctx.db, 'locale');
  const isAsked = createdFrom !== undefined || createdTo !== undefined;
  const days =
    !isAsked && rest.keyword !== undefined ? null : listDays({ from: createdFrom, to: createdTo }, now, timeZone);
  return {
    filter: {
      ...rest,
      seesPhones: seesPhones(ctx.actor, UNMASK),
      teamIds: await scopedTeamIds(ctx, teamIds),
      ...(days && { from: days.from, to: days.to }),
      withOpen: !isAsked,
      // With `forMe`, select the pending entries that the caller may decide, as in the approvals inbox.
      ...(forMe && { among: await entries.box(ctx.db, ctx.actor, 'forMe', now) }),
      now,
    },
    days,
  };
}
