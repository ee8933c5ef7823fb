import { ERRORS, type ErrorCode } from '../../../contract/errors';
import { recordEndpoints } from '../../../contract/record';
import { fieldText, OBJECT_PAGES, objectText } from '../../../contract/record.texts';
import { type ActorContext, handlers } from '../../core/http/context';
import { deviceOf } from '../../core/http/device';
import { refuse } from '../../core/http/refusal';
import { paged } from '../../core/list/paged';
import { accountNames } from '../account';
import { assertPeopleInScope, peopleCondition } from '../staff';
import { chainHead, linkOf } from './chain';
import { filterOf, valueText } from './filter';
import { changesBetween, type FieldChange, isAlone, isLocalAddress, resultOf } from './rules';
import { type RecordFilter, type RecordRow, recordById, recordCount, recordPage } from './store';
import {
  ALONE,
  actionName,
  bulkDetail,
  identityNames,
  LOCAL_NETWORK,
  moduleName,
  NOT_SIGNED_IN,
  recordChoices,
} from './texts';

/** Changed fields that a row of the list shows. */
const SHOWN_CHANGES = 3;
const LONGEST_SHOWN = 80;

function changeAnswer(ctx: ActorContext, objectType: string, { path, before, after }: FieldChange, longest: number) {
  return {
    path,
    label: fieldText(objectType, path)?.[ctx.locale] ?? null,
    before: valueText(ctx, before, longest),
    after: valueText(ctx, after, longest),
  };
}

function pathOf(ctx: ActorContext, row: RecordRow): string | null {
  const page = OBJECT_PAGES[row.objectType];
  const key = page?.by === 'no' ? row.objectNo : row.objectId;
  return page && key !== null && ctx.can(page.rule) ? `${page.path}${key}` : null;
}

function rowAnswer(ctx: ActorContext, row: RecordRow, names: ReadonlyMap<number, string>) {
  const { locale } = ctx;
  const changes = changesBetween(row.before, row.after);
  const entry = ERRORS[row.resultCode as ErrorCode] as (typeof ERRORS)[ErrorCode] | undefined;
  return {
    id: row.id,
    at: row.at.toISOString(),
    accountId: row.accountId,
    account: row.account,
    accountName: names.get(row.accountId) ?? (row.account || ctx.t(NOT_SIGNED_IN)),
    identityText: identityNames(row.identityName, locale),
    module: row.module,
    moduleText: moduleName(row.module, locale),
    action: row.action,
    actionText: actionName(row.module, row.action, row.objectType, locale, bulkDetail(row.action, row.after)),
    objectType: row.objectType,
    objectTypeText: objectText(row.objectType)?.[locale] ?? row.objectType,
    objectId: row.objectId,
    objectNo: row.objectNo,
    objectPath: pathOf(ctx, row),
    result: resultOf(row.resultCode),
    resultCode: row.resultCode,
    // The sentence as it was said then had its gaps filled; what filled them is not recorded.
    resultText: `${entry ? entry[locale].replace(/\{\w+\}/g, '…') : row.resultCode}${isAlone(row.detail) ? ctx.t(ALONE) : ''}`,
    changes: changes.slice(0, SHOWN_CHANGES).map((change) => changeAnswer(ctx, row.objectType, change, LONGEST_SHOWN)),
    changeCount: changes.length,
    reason: row.reason,
    ip: row.ip,
    ipPlace: isLocalAddress(row.ip) ? ctx.t(LOCAL_NETWORK) : null,
    device: row.ua === '' ? '' : deviceOf(row.ua).label,
    requestId: row.requestId,
    costMs: row.costMs,
    money: row.money,
    reveals: row.reveals,
    outOfHours: row.outOfHours,
  };
}

async function listAnswer<S>(
  ctx: ActorContext,
  filter: RecordFilter,
  { page, limit, sortOrder = 'desc' }: { page: number; limit: number; sortOrder?: 'asc' | 'desc' | undefined },
  summary: S,
) {
  return paged(ctx, { page, limit }, async ({ offset }) => {
    const [rows, total] = await Promise.all([
      recordPage(ctx.db, filter, { offset, limit, order: sortOrder }),
      recordCount(ctx.db, filter),
    ]);
    const names = await accountNames(
      ctx.db,
      rows.map((row) => row.accountId),
    );
    return {
      list: rows.map((row) => rowAnswer(ctx, row, names)),
      total,
      summary,
    };
  });
}

/** A record that the caller may see. Those of nobody (a failed sign-in) are for whoever sees everything. */
async function requireRecord(ctx: ActorContext, id: number): Promise<RecordRow> {
  const row = await recordById(ctx.db, id);
  if (!row) throw refuse(40401);
  if (ctx.actor.scope.kind === 'all') return row;
  if (row.accountId === 0) throw refuse(40302);
  await assertPeopleInScope(ctx, [row.accountId]);
  return row;
}

export const recordHandlers = handlers(recordEndpoints, {
  'rights.Record/getList': async (ctx, { page, limit, sortField: _at, sortOrder, ...wanted }) => {
    const { filter, fromDay, toDay } = await filterOf(ctx, wanted);
    return listAnswer(ctx, filter, { page, limit, sortOrder }, { fromDay, toDay });
  },

  'rights.Record/getDetail': async (ctx, { id }) => {
    const row = await requireRecord(ctx, id);
    const [names, link] = await Promise.all([accountNames(ctx.db, [row.accountId]), linkOf(ctx.db, id)]);
    const { before, after, detail } = row;
    const isEmpty = before === null && after === null && detail === null;
    return {
      ...rowAnswer(ctx, row, names),
      changes: changesBetween(before, after).map((change) =>
        changeAnswer(ctx, row.objectType, change, Number.POSITIVE_INFINITY),
      ),
      userAgent: row.ua,
      raw: isEmpty ? null : JSON.stringify({ before, after, detail }, null, 2),
      link,
    };
  },

  'rights.Record/getObjectHistory': async (ctx, { id, page, limit, sortOrder }) => {
    const { objectType: type, objectId, objectNo } = await requireRecord(ctx, id);
    const byNo = OBJECT_PAGES[type]?.by === 'no' || objectId === null;
    const object = { type, id: objectId, no: byNo ? objectNo : null };
    // Without an id and a number nobody can say which other records are about the same thing.
    const isNameless = object.id === null && object.no === null;
    const filter = isNameless
      ? { requestId: (await requireRecord(ctx, id)).requestId }
      : { object, people: await peopleCondition(ctx.db, ctx) };
    return listAnswer(ctx, filter, { page, limit, sortOrder }, {});
  },

  'rights.Record/getChoices': async (ctx) => recordChoices(ctx.locale),

  'rights.Record/getHead': async (ctx) => ({ ...(await chainHead(ctx.db)), asOf: ctx.clock.now().toISOString() }),
});
