import { LIST_LIMITS } from '../../../contract/limits';
import type { SearchHit } from '../../../contract/search';
import { DAY_MS } from '../../../contract/units';
import type { ActorContext } from '../../core/http/context';
import { accountNames } from '../account';
import { peopleCondition } from '../staff';
import { type RecordFilter, recordPage } from './store';
import { actionName, bulkDetail } from './texts';

/** Shorter words are no number of anything. */
const SHORTEST = 4;
const NUMBER = /^[\w.@-]+$/;

/**
 * Operation records by the id that an error message quotes, of any day, or by the beginning of an object's number in the last
 * quarter; for the search over records. The newest come first.
 */
export async function findRecords(ctx: ActorContext, text: string, limit: number): Promise<SearchHit[]> {
  if (text.length < SHORTEST || !NUMBER.test(text)) return [];
  const people = await peopleCondition(ctx.db, ctx);
  const now = ctx.clock.now().getTime();
  const lastQuarter = { from: new Date(now - LIST_LIMITS.rangeDays * DAY_MS), to: new Date(now + DAY_MS) };
  const asked = (filter: RecordFilter) =>
    recordPage(ctx.db, { ...filter, people }, { offset: 0, limit, order: 'desc' });
  const [byId, byNo] = await Promise.all([
    asked({ requestId: text }),
    // Numbers of the business are written in capitals, whatever was typed; accounts are written small.
    asked({ objectNo: /^[a-z]{1,4}\d/.test(text) ? text.toUpperCase() : text, at: lastQuarter }),
  ]);
  const rows = [...byId, ...byNo].slice(0, limit);
  const names = await accountNames(
    ctx.db,
    rows.map((row) => row.accountId),
  );
  return rows.map((row) => ({
    id: row.id,
    title: [
      actionName(row.module, row.action, row.objectType, ctx.locale, bulkDetail(row.action, row.after)),
      row.objectNo,
    ]
      .filter(Boolean)
      .join(' '),
    note: names.get(row.accountId) ?? row.account,
    stateText: null,
    tone: null,
    at: row.at.toISOString(),
  }));
}
