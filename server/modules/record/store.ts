import { isIP } from 'node:net';
import { type Expression, type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import { LIST_LIMITS } from '../../../contract/limits';
import { RECORD } from '../../../contract/record.fields';
import { copyOut } from '../../core/database/copy';
import { beginning } from '../../core/database/like';
import { idFloor } from '../../core/database/partitions';
import type { Database } from '../../core/database/schema';
import type { Bytes } from '../../core/export/bytes';
import type { ExportKey, ExportRange, FieldType } from '../../core/export/export';
import type { Page } from '../../core/list/paged';
import { conditions, inOrder, type ListFilter, selection, withConditions } from '../../core/list/query';
import { type RecordResult, splitAction } from './rules';

type Db = Kysely<Database>;

/** The filter of a record list. */
export type RecordFilter = ListFilter<typeof RECORD> & {
  /** Restricts the list to one object: by id, or by number if each version of the object has its own id. */
  readonly object?: { readonly type: string; readonly id: number | null; readonly no: string | null };
  /** Condition on the table `account`: only records of matching accounts are selected. Without a condition, all records are selected. */
  readonly people?: Expression<SqlBool> | null;
};

/** The columns of a record, in the order in which an export copies them. */
const COLUMNS = {
  id: 'record.id',
  at: 'record.at',
  accountId: 'record.account_id',
  account: 'record.account',
  identityName: 'record.identity_name',
  module: 'record.module',
  action: 'record.action',
  objectType: 'record.object_type',
  objectId: 'record.object_id',
  objectNo: 'record.object_no',
  resultCode: 'record.result_code',
  before: 'record.before',
  after: 'record.after',
  detail: 'record.detail',
  reason: 'record.reason',
  ip: 'record.ip',
  ua: 'record.ua',
  requestId: 'record.request_id',
  costMs: 'record.cost_ms',
  money: 'record.money',
  reveals: 'record.reveals',
  outOfHours: 'record.out_of_hours',
} as const;
type Field = keyof typeof COLUMNS;

/** Stored types of the fields that are not text. */
const STORED: Partial<Record<Field, FieldType>> = {
  ...{ at: 'moment', before: 'json', after: 'json', detail: 'json' },
  ...{ id: 'int', accountId: 'int', objectId: 'int', resultCode: 'int', costMs: 'int' },
  ...{ money: 'bool', reveals: 'bool', outOfHours: 'bool' },
};
/** The fields that an export may read, with their stored types. */
export const COPIED_FIELDS: Readonly<Record<string, FieldType>> = Object.fromEntries(
  (Object.keys(COLUMNS) as Field[]).map((field) => [field, STORED[field] ?? 'text']),
);

// This text must equal the condition of the partial indexes. Otherwise the planner does not use them.
const NOT_DONE = sql<SqlBool>`record.result_code not in (100, 110)`;
const RESULTS: Readonly<Record<RecordResult, RawBuilder<SqlBool>>> = {
  success: sql<SqlBool>`record.result_code in (100, 110)`,
  refused: sql<SqlBool>`${NOT_DONE} and record.result_code < 50000`,
  failed: sql<SqlBool>`record.result_code >= 50000`,
};

/** Builds a condition with one parameter per value. With an array parameter, the planner could not read an index in time order. */
const oneOf = (column: string, values: readonly unknown[]) => sql<SqlBool>`${sql.ref(column)} in (${sql.join(values)})`;

function filtered(db: Db, filter: RecordFilter) {
  const { object, people } = filter;
  const asked = conditions(RECORD, COLUMNS)(filter, {
    accountId: (ids) => oneOf(COLUMNS.accountId, ids),
    module: (modules) => oneOf(COLUMNS.module, modules),
    action: (pairs) =>
      sql`(record.module, record.action) in (${sql.join(pairs.map((pair) => sql`(${sql.join(splitAction(pair))})`))})`,
    result: (result) => RESULTS[result],
    ip: (ip) => (isIP(ip) ? sql`record.ip = ${ip}` : sql`record.ip like ${beginning(ip)}`),
    requestId: (requestId) => sql`record.request_id = ${requestId}`,
  });
  let query = withConditions(db.selectFrom('operation_record as record'), asked);
  if (filter.at) query = query.where('record.id', '>=', idFloor(filter.at.from));
  if (object) {
    query = query.where('record.object_type', '=', object.type);
    query =
      object.no === null
        ? query.where('record.object_id', '=', object.id)
        : query.where('record.object_no', '=', object.no);
  }
  if (people) {
    const inside = db.selectFrom('account').select('account.id').where(people);
    query = query.where('record.account_id', 'in', inside);
  }
  return query;
}

/** Reads one page, sorted by time. */
export async function recordPage(db: Db, filter: RecordFilter, page: Page & { readonly order: 'asc' | 'desc' }) {
  const query = filtered(db, filter).select(selection(COLUMNS)).offset(page.offset).limit(page.limit);
  return inOrder(query, COLUMNS, ['at', 'id'], page.order).execute();
}

export type RecordRow = Awaited<ReturnType<typeof recordPage>>[number];

async function counted(db: Db, found: ReturnType<typeof filtered>, limit: number): Promise<number> {
  const { total } = await db
    .selectFrom(found.select(sql<number>`1`.as('one')).limit(limit).as('some'))
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

/** Counts the records of a filter. The count stops at one above the list limit. */
export const recordCount = (db: Db, filter: RecordFilter) =>
  counted(db, filtered(db, filter), LIST_LIMITS.countCap + 1);

/** A batch of an export: `limit` records of a range after a cursor. */
interface Part {
  readonly range: ExportRange;
  readonly after: ExportKey | null;
  readonly limit: number;
}

function inRange(db: Db, filter: RecordFilter, { range: { ids, upTo }, after }: Part) {
  const [at, id] = after ?? [];
  // The index scan starts at this time, so use the cursor's time. Otherwise each batch would read all earlier rows again.
  return filtered(db, filter)
    .where('record.at', '<=', after ? sql<Date>`${at}::timestamptz` : upTo)
    .$if(ids !== null, (query) => query.where('record.id', 'in', ids ?? []))
    .$if(after !== null, (query) =>
      query.where(sql<SqlBool>`(record.at, record.id) < (${at ?? ''}::timestamptz, ${id ?? 0}::bigint)`),
    );
}

/** Copies a batch of an export, newest first. Records never change, so time and id are a stable cursor. */
export function copyRecords(db: Db, filter: RecordFilter, part: Part, fields: readonly string[], into: Bytes) {
  const columns = selection(COLUMNS).filter((column) => fields.includes(column.split(' as ')[1] ?? ''));
  const query = inRange(db, filter, part).select(columns).limit(part.limit);
  return copyOut(db, inOrder(query, COLUMNS, ['at', 'id'], 'desc'), into);
}

/** Counts the rows of an export. The count stops at `part.limit`. */
export const exportedRecordCount = (db: Db, filter: RecordFilter, part: Part) =>
  counted(db, inRange(db, filter, part), part.limit);

export async function recordById(db: Db, id: number): Promise<RecordRow | undefined> {
  return db
    .selectFrom('operation_record as record')
    .select(selection(COLUMNS))
    .where('record.id', '=', id)
    .executeTakeFirst();
}

/** Reads one page of an object's successful changes in a module, newest first. The total stops at one above the list limit. */
export async function objectChanges(
  db: Db,
  { module, ...object }: { readonly module: string; readonly type: string; readonly id: number },
  page: Page,
) {
  const filter = { object: { ...object, no: null }, module: [module], result: 'success' as const };
  const [list, total] = [await recordPage(db, filter, { ...page, order: 'desc' }), await recordCount(db, filter)];
  return { list, total };
}

/** Lists an account's successful actions since a moment, newest first, without sign-ins, verifications, uploads and reveals. */
export function ownActions(db: Db, accountId: number, since: Date, limit: number) {
  return (
    db
      .selectFrom('operation_record')
      .select(['id', 'at', 'module', 'action', 'object_type as objectType', 'object_no as objectNo'])
      // The list of ids may be long, so we select only its length.
      .select(
        sql<unknown>`jsonb_build_object('action', after -> 'action', 'switch', after -> 'switch',
          'ids', case jsonb_typeof(after -> 'ids') when 'array' then jsonb_array_length(after -> 'ids') end)`.as(
          'after',
        ),
      )
      .where('account_id', '=', accountId)
      .where('at', '>=', since)
      .where('id', '>=', idFloor(since))
      .where('result_code', 'in', [100, 110])
      .where('module', 'not in', ['login', 'verify', 'file', 'sensitive'])
      .orderBy('at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
      .execute()
  );
}
