import type { ParsedOf } from '../../../contract/endpoint';
import type { recordEndpoints } from '../../../contract/record';
import { text } from '../../../contract/text';
import type { ActorContext } from '../../core/http/context';
import { listDays } from '../../core/money/period';
import { readSetting } from '../site';
import { assertPeopleInScope, peopleCondition } from '../staff';
import type { RecordFilter } from './store';

/** How the filter of the records is read, and how recorded values are said: for the list and for exports. */

const WORDS = {
  yes: text('是', 'Yes', 'Sim', '是'),
  no: text('否', 'No', 'Não', '否'),
  secretChanged: text('已更改', 'changed', 'alterado', '已變更'),
} as const;

async function daysOf(ctx: ActorContext, wanted: { atFrom?: string | undefined; atTo?: string | undefined }) {
  const { timeZone } = await readSetting(ctx.db, 'locale');
  return listDays({ from: wanted.atFrom, to: wanted.atTo }, ctx.clock.now(), timeZone);
}

export function valueText(ctx: ActorContext, value: unknown, longest: number): string | null {
  if (value === null || value === undefined) return null;
  if (value === 'changed') return ctx.t(WORDS.secretChanged);
  if (typeof value === 'boolean') return ctx.t(value ? WORDS.yes : WORDS.no);
  const shown = typeof value === 'string' ? value : JSON.stringify(value);
  return shown.length > longest ? `${shown.slice(0, longest)}…` : shown;
}

/** The filter of the list, its data scope included. @throws Refusal 40006 · 40302 · 40401 */
export async function filterOf(
  ctx: ActorContext,
  wanted: Omit<ParsedOf<(typeof recordEndpoints)['rights.Record/getList']>, 'page' | 'limit'>,
): Promise<{ filter: RecordFilter; fromDay: string; toDay: string }> {
  const { accountId, module, action, atFrom, atTo, ...rest } = wanted;
  const { fromDay, toDay, from, to } = await daysOf(ctx, { atFrom, atTo });
  await assertPeopleInScope(ctx, accountId ?? []);
  const filter = {
    objectNo: rest.objectNo,
    result: rest.result,
    ip: rest.ip,
    money: rest.money,
    reveals: rest.reveals,
    outOfHours: rest.outOfHours,
    requestId: rest.requestId,
    accountIds: accountId,
    modules: module,
    actions: action,
    people: await peopleCondition(ctx.db, ctx),
    // An id is looked for at all times: it stands on a message of whatever day.
    ...(rest.requestId === undefined && { from, to }),
  };
  return { filter, fromDay, toDay };
}
