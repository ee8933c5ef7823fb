import { LIST_LIMITS } from '../../../contract/limits';
import type { SearchHit } from '../../../contract/search';
import { DAY_MS } from '../../../contract/units';
import type { ActorContext } from '../../core/http/context';
import { accountNames } from '../account';
import { peopleCondition } from '../staff';
import { type RecordFilter, recordPage } from './store';
import { actionName, bulkDetail } from './texts';

/** Minimum length of a searched text, in characters. */
const SHORTEST = 4;
const NUMBER = /^[\w.@-]+$/;

/**
 * Finds operation records for the record search. Records of any day whose request id is the text come first, then records of the last 92
 * days whose object number begins with the text. Both groups are sorted newest first.
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
    // Business numbers are upper case and accounts are lower case. Convert only a text that looks like a business number.
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
