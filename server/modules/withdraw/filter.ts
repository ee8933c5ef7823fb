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

/** How the filter of the list is read: for the list and for exports. */

export type ApplyInput = Omit<
  ParsedOf<(typeof withdrawEndpoints)['finance.Withdraw/getList']>,
  'page' | 'limit' | 'sortField' | 'sortOrder'
>;
export const UNMASK = RULE['financial.apply.unmask'];

/**
 * The filter of the list with the data scope. Without days it is about the last 30 and everything that has not ended; no days where a
 * number or a name is looked for.
 *
 * @throws Refusal 40001 · 40006 · 40302
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
      // Refuses stations outside of the scope by name.
      ...(teamIds?.length && { teamIds: (await scopedTeamIds(ctx, teamIds)) ?? undefined }),
      seesPhones: seesPhones(ctx.actor, UNMASK),
      ...(days && { applied: days }),
      ...(isFinished && { finished: listDays({ from: finishedFrom, to: finishedTo }, now, timeZone) }),
      withOpen: !isAsked,
    },
    days,
  };
}
