import { writeDay } from '../../../contract/dates';
import { recordEndpoints } from '../../../contract/record';
import { RECORD } from '../../../contract/record.fields';
import { fieldText, OBJECT_PAGES } from '../../../contract/record.texts';
import { archivedMonth, archivedMonths } from '../../core/database/archive';
import { type ActorContext, handlers } from '../../core/http/context';
import { refuse } from '../../core/http/refusal';
import { answerRow } from '../../core/list/answers';
import { paged } from '../../core/list/paged';
import { accountNames } from '../account';
import { assertPeopleInScope, peopleCondition } from '../staff';
import { chainHead, linkOf } from './chain';
import { filterOf, recordedText } from './filter';
import { changesBetween, type FieldChange, isAlone, resultOf } from './rules';
import { type RecordFilter, type RecordRow, recordById, recordCount, recordPage } from './store';
import {
  ALONE,
  actionName,
  bulkDetail,
  deviceName,
  identityNames,
  moduleName,
  objectName,
  personName,
  placeName,
  recordChoices,
  resultSentence,
} from './texts';

/** Maximum number of changed fields that a list row shows. */
const SHOWN_CHANGES = 3;
const LONGEST_SHOWN = 80;

function changeAnswer(ctx: ActorContext, objectType: string, { path, before, after }: FieldChange, longest?: number) {
  const said = (value: unknown) => {
    const words = recordedText(ctx, value, longest);
    return words && writeDay(words, ctx.locale);
  };
  return {
    path,
    label: fieldText(objectType, path)?.[ctx.locale] ?? null,
    before: said(before),
    after: said(after),
  };
}

function pathOf(ctx: ActorContext, row: RecordRow): string | null {
  const page = OBJECT_PAGES[row.objectType];
  const key = page?.by === 'no' ? row.objectNo : row.objectId;
  return page && key !== null && ctx.can(page.rule) ? `${page.path}${key}` : null;
}

function rowAnswer(ctx: ActorContext, row: RecordRow, names: ReadonlyMap<number, string>) {
  const { locale } = ctx;
  const { id, module, action, objectType, resultCode, before, after } = row;
  const changes = changesBetween(before, after);
  const fields = answerRow(ctx, RECORD, row, {
    accountName: personName(row, names, ctx),
    identityText: identityNames(row.identityName, locale),
    moduleText: moduleName(module, locale),
    actionText: actionName(module, action, objectType, locale, bulkDetail(action, after)),
    objectTypeText: objectName(objectType, locale),
    result: resultOf(resultCode),
    resultText: `${resultSentence(resultCode, locale) ?? resultCode}${isAlone(row.detail) ? ctx.t(ALONE) : ''}`,
    ipPlace: placeName(row.ip, ctx),
    device: deviceName(row.ua),
    userAgent: row.ua,
  });
  const shown = changes.slice(0, SHOWN_CHANGES).map((change) => changeAnswer(ctx, objectType, change, LONGEST_SHOWN));
  return { id, ...fields, objectPath: pathOf(ctx, row), changes: shown, changeCount: changes.length };
}

function listAnswer<S>(
  ctx: ActorContext,
  filter: RecordFilter,
  input: { readonly page: number; readonly limit: number; readonly sortOrder?: 'asc' | 'desc' | undefined },
  summary: S,
) {
  return paged(ctx, input, async (page) => {
    const [rows, total] = await Promise.all([
      recordPage(ctx.db, filter, { ...page, order: input.sortOrder ?? 'desc' }),
      recordCount(ctx.db, filter),
    ]);
    const names = await accountNames(
      ctx.db,
      rows.map((row) => row.accountId),
    );
    return { list: rows.map((row) => rowAnswer(ctx, row, names)), total, summary };
  });
}

/**
 * Reads a record in the caller's scope. A record without an account (a failed sign-in) needs the scope "all".
 *
 * @throws Refusal 40302 (out of scope), 40401 (unknown id), 40402 (archived; names the month that must be restored)
 */
async function requireRecord(ctx: ActorContext, id: number): Promise<RecordRow> {
  const row = await recordById(ctx.db, id);
  if (!row) {
    const month = (await linkOf(ctx.db, id)) && (await archivedMonth(ctx.db, 'operation_record', id));
    throw month === null ? refuse(40401) : refuse(40402, { month });
  }
  if (ctx.actor.scope.kind === 'all') return row;
  if (row.accountId === 0) throw refuse(40302);
  await assertPeopleInScope(ctx, [row.accountId]);
  return row;
}

export const recordHandlers = handlers(recordEndpoints, {
  'rights.Record/getList': async (ctx, input) => {
    const { filter, days } = await filterOf(ctx, input);
    const archived = await archivedMonths(ctx.db, 'operation_record', filter.at ?? null);
    return listAnswer(ctx, filter, input, { fromDay: days.fromDay, toDay: days.toDay, archived });
  },

  'rights.Record/getDetail': async (ctx, { id }) => {
    const row = await requireRecord(ctx, id);
    const [names, link] = await Promise.all([accountNames(ctx.db, [row.accountId]), linkOf(ctx.db, id)]);
    const { before, after, detail } = row;
    const isEmpty = before === null && after === null && detail === null;
    return {
      ...rowAnswer(ctx, row, names),
      changes: changesBetween(before, after).map((change) => changeAnswer(ctx, row.objectType, change)),
      raw: isEmpty ? null : JSON.stringify({ before, after, detail }, null, 2),
      link,
    };
  },

  'rights.Record/getObjectHistory': async (ctx, input) => {
    const { objectType: type, objectId, objectNo, requestId } = await requireRecord(ctx, input.id);
    const byNo = OBJECT_PAGES[type]?.by === 'no' || objectId === null;
    const object = { type, id: objectId, no: byNo ? objectNo : null };
    // Without an object id and number, only records of the same request are related.
    const isNameless = object.id === null && object.no === null;
    const filter = isNameless ? { requestId } : { object, people: await peopleCondition(ctx.db, ctx) };
    return listAnswer(ctx, filter, input, { archived: await archivedMonths(ctx.db, 'operation_record', null) });
  },

  'rights.Record/getChoices': async (ctx) => recordChoices(ctx.locale),

  'rights.Record/getHead': async (ctx) => ({ ...(await chainHead(ctx.db)), asOf: ctx.clock.now().toISOString() }),
});
