import type { BILL } from '../../../contract/bill.fields';
import type { ResourceFilter } from '../../../contract/resource.schema';
import type { ActorContext } from '../../core/http/context';
import { assertAmounts } from '../../core/money/amounts';
import { type ListDays, listDays } from '../../core/money/period';
import type { BillFilter } from '../ledger';
import { readSetting } from '../site';
import { scopedTeamIds } from '../team';

/** Builds the filter of the bills for the list and for exports. */

export type BillInput = ResourceFilter<typeof BILL>;

/**
 * Builds the filter within the caller's data scope.
 *
 * @throws Refusal 40001 (invalid amounts), 40006 (invalid range of days), 40302 (station outside the scope)
 */
export async function filterOf(
  ctx: ActorContext,
  wanted: BillInput,
): Promise<{ filter: BillFilter; days: ListDays | null }> {
  const { atFrom, atTo, ...others } = wanted;
  const { keyword } = others;
  assertAmounts(ctx, wanted);
  const { timeZone } = await readSetting(ctx.db, 'locale');
  // Without days, a search by keyword covers all days, because the bill that the user searches for may be of any day.
  const isEver = keyword !== undefined && atFrom === undefined && atTo === undefined;
  const days = isEver ? null : listDays({ from: atFrom, to: atTo }, ctx.clock.now(), timeZone);
  return { filter: { ...others, teamIds: await scopedTeamIds(ctx, wanted.teamIds), at: days }, days };
}
