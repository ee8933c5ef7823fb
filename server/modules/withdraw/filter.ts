import type { ParsedOf } from '../../../contract/endpoint';
import { RULE } from '../../../contract/rule-ids';
import type { withdrawEndpoints } from '../../../contract/withdraw';
import { seesPhones } from '../../core/access/phones';
import type { ActorContext } from '../../core/http/context';
import { assertAmounts } from '../../core/money/amounts';
import { type ListDays, listDays } from '../../core/money/period';
import { readSetting } from '../site';
import { scopedTeamIds } from '../team';
import type { ApplyFilter } from './list-store';
import { inScope } from './scope';

/** This module builds the filter of lists and exports from the request. */

export type ApplyInput = Omit<
  ParsedOf<(typeof withdrawEndpoints)['finance.Withdraw/getList']>,
  'page' | 'limit' | 'sortField' | 'sortOrder'
>;
export const UNMASK = RULE['financial.apply.unmask'];

/**
 * Builds the list filter within the data scope. A request without days selects the last 30 days and all open applications. A request
 * with a keyword, or with days of completion, has no default days.
 *
 * @throws Refusal 40001 (minimum above maximum), 40006 (invalid range of days), 40302 (station out of scope)
 */
export async function filterOf(
  ctx: ActorContext,
  wanted: ApplyInput,
): Promise<{ filter: ApplyFilter; days: ListDays | null }> {
  const { teamIds, appliedFrom, appliedTo, finishedFrom, finishedTo, ...rest } = wanted;
  assertAmounts(ctx, wanted);
  const now = ctx.clock.now();
  const { timeZone } = await readSetting(ctx.db, 'locale');
  const isAsked = appliedFrom !== undefined || appliedTo !== undefined;
  const isFinished = finishedFrom !== undefined || finishedTo !== undefined;
  const days =
    !isAsked && (isFinished || rest.keyword !== undefined)
      ? null
      : listDays({ from: appliedFrom, to: appliedTo }, now, timeZone);
  return {
    filter: {
      ...rest,
      inScope: inScope(ctx),
      // scopedTeamIds refuses requested stations that are out of scope.
      ...(teamIds?.length && { teamIds: (await scopedTeamIds(ctx, teamIds)) ?? undefined }),
      seesPhones: seesPhones(ctx.actor, UNMASK),
      ...(days && { applied: days }),
      ...(isFinished && { finished: listDays({ from: finishedFrom, to: finishedTo }, now, timeZone) }),
      withOpen: !isAsked,
    },
    days,
  };
}
