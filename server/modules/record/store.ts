import { isIP } from 'node:net';
import { type Expression, type Kysely, type SqlBool, sql } from 'kysely';
import { LIST_LIMITS } from '../../../contract/limits';
import { copyOut } from '../../core/database/copy';
import { beginning } from '../../core/database/like';
import type { Database } from '../../core/database/schema';
import type { Bytes } from '../../core/export/bytes';
import type { ExportKey, ExportRange, FieldType } from '../../core/export/export';
import type { RecordResult } from './rules';

type Db = Kysely<Database>;

/** What a list of records is asked for. Moments are given, `to` is exclusive. */
export interface RecordFilter {
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
  readonly accountIds?: readonly number[] | undefined;
  readonly modules?: readonly string[] | undefined;
  /** `module.action` */
  readonly actions?: readonly string[] | undefined;
  readonly objectNo?: string | undefined;
  readonly result?: RecordResult | undefined;
  readonly ip?: string | undefined;
  readonly money?: boolean | undefined;
  readonly reveals?: boolean | undefined;
  readonly outOfHours?: boolean | undefined;
  readonly requestId?: string | undefined;
  /** One object: by its id, or by its number where every version has an id of its own. */
  readonly object?: { readonly type: string; readonly id: number | null; readonly no: string | null } | undefined;
  /** Condition on `account`; records of nobody are left out then. */
  readonly people?: Expression<SqlBool> | null | undefined;
}

// Written as the partial indexes have it, so that the database recognizes it.
const NOT_DONE = sql<SqlBool>`record.result_code not in (100, 110)`;
const RESULTS: Readonly<Record<RecordResult, Expression<SqlBool>>> = {
  success: sql<SqlBool>`record.result_code in (100, 110)`,
  refused: sql<SqlBool>`${NOT_DONE} and record.result_code < 50000`,
  failed: sql<SqlBool>`record.result_code >= 50000`,
};

function filtered(db: Db, filter: RecordFilter) {
  const { from, to, accountIds, modules, actions, objectNo, result, ip, requestId, object, people } = filter;
  let query = db.selectFrom('operation_record as record');
  if (from) query = query.where('record.at', '>=', from);
  if (to) query = query.where('record.at', '<', to);
  if (accountIds?.length) query = query.where('record.account_id', 'in', accountIds);
  if (modules?.length) query = query.where('record.module', 'in', modules);
  if (actions?.length) {
    query = query.where((eb) =>
      eb.or(
        actions.map((pair) => {
          const [module = '', action = ''] = pair.split('.');
          return eb.and([eb('record.module', '=', module), eb('record.action', '=', action)]);
        }),
      ),
    );
  }
  if (objectNo) query = query.where('record.object_no', 'like', beginning(objectNo));
  if (result) query = query.where(RESULTS[result]);
  if (ip) query = isIP(ip) ? query.where('record.ip', '=', ip) : query.where('record.ip', 'like', beginning(ip));
  if (filter.money !== undefined)
    query = query.where(filter.money ? sql<SqlBool>`record.money` : sql<SqlBool>`not record.money`);
  if (filter.reveals !== undefined)
    query = query.where(filter.reveals ? sql<SqlBool>`record.reveals` : sql<SqlBool>`not record.reveals`);
  if (filter.outOfHours !== undefined)
    query = query.where(filter.outOfHours ? sql<SqlBool>`record.out_of_hours` : sql<SqlBool>`not record.out_of_hours`);
  if (requestId) query = query.where('record.request_id', '=', requestId);
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

const COLUMNS = [
  'record.id',
  'record.at',
  'record.account_id as accountId',
  'record.account',
  'record.identity_name as identityName',
  'record.module',
  'record.action',
  'record.object_type as objectType',
  'record.object_id as objectId',
  'record.object_no as objectNo',
  'record.result_code as resultCode',
  'record.before',
  'record.after',
  'record.detail',
  'record.reason',
  'record.ip',
  'record.ua',
  'record.request_id as requestId',
  'record.cost_ms as costMs',
  'record.money',
  'record.reveals',
  'record.out_of_hours as outOfHours',
] as const;

/** One page, by time. */
export async function recordPage(
  db: Db,
  filter: RecordFilter,
  page: { readonly offset: number; readonly limit: number; readonly order: 'asc' | 'desc' },
) {
  return filtered(db, filter)
    .select(COLUMNS)
    .orderBy('record.at', page.order)
    .orderBy('record.id', page.order)
    .offset(page.offset)
    .limit(page.limit)
    .execute();
}

export type RecordRow = Awaited<ReturnType<typeof recordPage>>[number];

/** How many records a filter leaves, counted up to one more than is shown. */
export async function recordCount(db: Db, filter: RecordFilter): Promise<number> {
  const some = filtered(db, filter)
    .select(sql<number>`1`.as('one'))
    .limit(LIST_LIMITS.countCap + 1);
  const { total } = await db
    .selectFrom(some.as('some'))
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

/** What an export may read of a record, as it is stored. */
export const EXPORTED_FIELDS = {
  id: 'int',
  at: 'moment',
  accountId: 'int',
  account: 'text',
  identityName: 'text',
  module: 'text',
  action: 'text',
  objectType: 'text',
  objectId: 'int',
  objectNo: 'text',
  resultCode: 'int',
  before: 'json',
  after: 'json',
  reason: 'text',
  ip: 'text',
  ua: 'text',
  requestId: 'text',
  costMs: 'int',
  money: 'bool',
  reveals: 'bool',
  outOfHours: 'bool',
} as const satisfies Partial<Record<keyof RecordRow, FieldType>>;
export type ExportedRecord = Pick<RecordRow, keyof typeof EXPORTED_FIELDS>;

function inRange(db: Db, filter: RecordFilter, range: ExportRange, after: ExportKey | null) {
  const { ids, upTo } = range;
  const [at, id] = after ?? [];
  // Of two upper ends the index begins at the plain one: it must be the place, or every batch reads again all those before it.
  return filtered(db, filter)
    .where('record.at', '<=', after ? sql<Date>`${at}::timestamptz` : upTo)
    .$if(ids !== null, (query) => query.where('record.id', 'in', ids ?? []))
    .$if(after !== null, (query) =>
      query.where(sql<SqlBool>`(record.at, record.id) < (${at ?? ''}::timestamptz, ${id ?? 0}::bigint)`),
    );
}

/** Copies a batch of an export, newest first; records never change, so time and id are a place to go on from. */
export function copyRecords(
  db: Db,
  filter: RecordFilter,
  from: { readonly range: ExportRange; readonly after: ExportKey | null; readonly limit: number },
  fields: readonly string[],
  into: Bytes,
): Promise<void> {
  const columns = COLUMNS.filter((column) => fields.includes(nameOf(column)));
  const query = inRange(db, filter, from.range, from.after)
    .select(columns.toSorted((a, b) => fields.indexOf(nameOf(a)) - fields.indexOf(nameOf(b))))
    .orderBy('record.at', 'desc')
    .orderBy('record.id', 'desc')
    .limit(from.limit);
  return copyOut(db, query, into);
}

/** `record.object_no as objectNo` → `objectNo`. */
const nameOf = (column: string) => column.split(/[ .]/).at(-1) ?? '';

/** How many rows an export has, counted no further than `limit`. */
export async function exportedRecordCount(
  db: Db,
  filter: RecordFilter,
  from: { readonly range: ExportRange; readonly after: ExportKey | null; readonly limit: number },
): Promise<number> {
  const some = inRange(db, filter, from.range, from.after).select(sql<number>`1`.as('one')).limit(from.limit);
  const { total } = await db
    .selectFrom(some.as('some'))
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

export async function recordById(db: Db, id: number): Promise<RecordRow | undefined> {
  return db.selectFrom('operation_record as record').select(COLUMNS).where('record.id', '=', id).executeTakeFirst();
}

/** What a person has done since a moment, newest first; signing in and uploads are no actions that he would look for. */
export function ownActions(db: Db, accountId: number, since: Date, limit: number) {
  return (
    db
      .selectFrom('operation_record')
      .select(['id', 'at', 'module', 'action', 'object_type as objectType', 'object_no as objectNo'])
      // Of its list of records, which may be long, only how many they are.
      .select(
        sql<unknown>`jsonb_build_object('action', after -> 'action', 'switch', after -> 'switch',
          'ids', case jsonb_typeof(after -> 'ids') when 'array' then jsonb_array_length(after -> 'ids') end)`.as(
          'after',
        ),
      )
      .where('account_id', '=', accountId)
      .where('at', '>=', since)
      .where('result_code', 'in', [100, 110])
      .where('module', 'not in', ['login', 'verify', 'file', 'sensitive'])
      .orderBy('at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
      .execute()
  );
}
