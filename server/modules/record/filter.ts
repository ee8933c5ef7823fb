import type { RECORD } from '../../../contract/record.fields';
import type { ResourceFilter } from '../../../contract/resource.schema';
import { text } from '../../../contract/text';
import type { ActorContext } from '../../core/http/context';
import { type ListDays, listDays } from '../../core/money/period';
import { messageText } from '../../core/texts';
import { readSetting } from '../site';
import { assertPeopleInScope, peopleCondition } from '../staff';
import type { RecordFilter } from './store';

/** Builds the filter of operation records and formats recorded values, for lists and exports. */

export type RecordInput = ResourceFilter<typeof RECORD>;

const [YES, NO] = [messageText('list.yes'), messageText('list.no')];
const SECRET_CHANGED = text('已更改', 'changed', 'alterado', '已變更');

export function recordedText(ctx: ActorContext, value: unknown, longest = Number.POSITIVE_INFINITY): string | null {
  if (value === null || value === undefined) return null;
  if (value === 'changed') return ctx.t(SECRET_CHANGED);
  if (typeof value === 'boolean') return ctx.t(value ? YES : NO);
  const shown = typeof value === 'string' ? value : JSON.stringify(value);
  return shown.length > longest ? `${shown.slice(0, longest)}…` : shown;
}

/**
 * Builds the list's filter, including the data scope.
 *
 * @throws Refusal 40006 (range of days), 40302 (account out of scope), 40401 (unknown account)
 */
export async function filterOf(
  ctx: ActorContext,
  wanted: RecordInput,
): Promise<{ filter: RecordFilter; days: ListDays }> {
  const { timeZone } = await readSetting(ctx.db, 'locale');
  const days = listDays({ from: wanted.atFrom, to: wanted.atTo }, ctx.clock.now(), timeZone);
  await assertPeopleInScope(ctx, wanted.accountId ?? []);
  const people = await peopleCondition(ctx.db, ctx);
  // Search all days for a request id, because the user may have an error message from any day.
  return { filter: { ...wanted, people, at: wanted.requestId === undefined ? days : null }, days };
}
