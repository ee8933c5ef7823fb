import type { ParsedOf } from '../../../contract/endpoint';
import type { transferEndpoints } from '../../../contract/transfer';
import { assertWhole } from '../../core/access/whole-scope';
import type { ActorContext } from '../../core/http/context';
import { assertAmounts } from '../../core/money/amounts';
import { listDays } from '../../core/money/period';
import { readSetting } from '../site';

export type TransferInput = ParsedOf<(typeof transferEndpoints)['finance.Transfer/getList']>;

/**
 * Builds the filter of the list and the export. A search by keyword without days covers all days.
 *
 * @throws Refusal 40001 (minimum above maximum), 40006 (invalid range of days), 40302 (the scope is not the whole platform)
 */
export async function filterOf(ctx: ActorContext, input: TransferInput) {
  assertWhole(ctx);
  assertAmounts(ctx, input);
  const { timeZone } = await readSetting(ctx.db, 'locale');
  const { createdAtFrom: from, createdAtTo: to, ...rest } = input;
  const isAnytime = from === undefined && to === undefined && rest.keyword !== undefined;
  const days = isAnytime ? null : listDays({ from, to }, ctx.clock.now(), timeZone);
  return { filter: { ...rest, ...(days && { createdAt: days }) }, days };
}
