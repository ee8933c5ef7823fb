import { type Kysely, sql } from 'kysely';
import type { ExportFormat, ExportModule } from '../../../contract/export.modules';
import { type ExportState, exportLifecycle } from '../../../contract/exportTask.states';
import { EXPORT, LIST_LIMITS } from '../../../contract/limits';
import type { Locale } from '../../../contract/text';
import { DAY_MS } from '../../../contract/units';
import { holdKeyedLock, holdLock } from '../../core/database/locks';
import type { Database } from '../../core/database/schema';

/** SQL queries for export tasks. */

type Db = Kysely<Database>;

export const COLUMNS = [
  'export_task.id',
  'export_task.version',
  'export_task.no',
  'export_task.module',
  'export_task.filter',
  'export_task.filter_text as filterText',
  'export_task.row_ids as rowIds',
  'export_task.columns',
  'export_task.format',
  'export_task.unmasked',
  'export_task.locale',
  'export_task.state',
  'export_task.requester_id as requesterId',
  'export_task.created_at as createdAt',
  'export_task.attempts',
  'export_task.failures',
  'export_task.stalls',
  'export_task.started_at as startedAt',
  'export_task.finished_at as finishedAt',
  'export_task.rows_total as rowsTotal',
  'export_task.rows_done as rowsDone',
  'export_task.checkpoint',
  'export_task.reach',
  'export_task.size',
  'export_task.sha256',
  'export_task.reason',
  'export_task.expire_at as expireAt',
  'export_task.downloads',
] as const;

export const select = (db: Db) => db.selectFrom('export_task').select(COLUMNS);
export type ExportRecord = Awaited<ReturnType<ReturnType<typeof select>['executeTakeFirstOrThrow']>>;

export interface ExportFilter {
  /** `null` includes the tasks of all requesters. */
  readonly requesterIds: readonly number[] | null;
  readonly modules?: readonly ExportModule[] | undefined;
  readonly states?: readonly ExportState[] | undefined;
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
  /** Includes only tasks whose file is finished, was not downloaded, and has not expired at this moment. */
  readonly waitingAt?: Date | undefined;
}

function filtered(db: Db, { requesterIds, modules, states, from, to, waitingAt }: ExportFilter) {
  let query = db.selectFrom('export_task').where('export_task.state', '<>', 'deleted');
  if (requesterIds) query = query.where('export_task.requester_id', 'in', [...requesterIds, 0]);
  if (modules?.length) query = query.where('export_task.module', 'in', modules);
  if (states?.length) query = query.where('export_task.state', 'in', states);
  if (from) query = query.where('export_task.created_at', '>=', from);
  if (to) query = query.where('export_task.created_at', '<', to);
  if (waitingAt) {
    query = query
      .where('export_task.state', '=', 'done')
      .where('export_task.downloads', '=', 0)
      .where('export_task.expire_at', '>', waitingAt);
  }
  return query;
}

const SORTED = {
  createdAt: 'export_task.created_at',
  finishedAt: 'export_task.finished_at',
  expireAt: 'export_task.expire_at',
} as const;

export async function exportPage(
  db: Db,
  filter: ExportFilter,
  page: {
    readonly sort: keyof typeof SORTED;
    readonly order: 'asc' | 'desc';
    readonly offset: number;
    readonly limit: number;
  },
): Promise<ExportRecord[]> {
  return filtered(db, filter)
    .select(COLUMNS)
    .orderBy(SORTED[page.sort], (order) => (page.order === 'asc' ? order.asc() : order.desc()).nullsLast())
    .orderBy('export_task.id', page.order)
    .offset(page.offset)
    .limit(page.limit)
    .execute();
}

/**
 * Counts all tasks of the filter, the open and failed tasks, and the tasks whose file was finished today. Adds up the bytes of the files.
 *
 * @param today start of the current day in the tenant's time zone
 */
export async function exportTotals(db: Db, filter: ExportFilter, today: Date) {
  return filtered(db, filter)
    .select((eb) => [
      eb.fn.countAll<number>().as('total'),
      sql<number>`count(*) filter (where state in ('queued', 'running'))`.as('running'),
      sql<number>`count(*) filter (where state = 'done' and finished_at >= ${today})`.as('doneToday'),
      sql<number>`count(*) filter (where state = 'failed')`.as('failed'),
      sql<number>`coalesce(sum(size) filter (where state = 'done'), 0)::bigint`.as('bytes'),
    ])
    .executeTakeFirstOrThrow();
}

export async function openExports(db: Db, requesterIds: readonly number[] | null): Promise<ExportRecord[]> {
  return filtered(db, { requesterIds, states: ['queued', 'running'] })
    .select(COLUMNS)
    .orderBy('export_task.id')
    .limit(LIST_LIMITS.bulk)
    .execute();
}

export async function exportById(db: Db, id: number): Promise<ExportRecord | undefined> {
  return select(db).where('export_task.id', '=', id).where('export_task.state', '<>', 'deleted').executeTakeFirst();
}

/** Reads the account name of the requester, even if the account was deleted. */
export async function requesterAccount(db: Db, accountId: number): Promise<string> {
  const row = await db.selectFrom('account').select('account').where('id', '=', accountId).executeTakeFirst();
  return row?.account ?? '';
}

/** Counts a person's finished files that still exist and were not downloaded. */
export async function countReadyExports(db: Db, accountId: number, now: Date): Promise<number> {
  const { ready } = await filtered(db, { requesterIds: [accountId], waitingAt: now })
    .select((eb) => eb.fn.countAll<number>().as('ready'))
    .executeTakeFirstOrThrow();
  return ready;
}

/* ---- creating ---- */

/** Locks the creation of exports by one person, so that concurrent requests cannot exceed the limit of open tasks. */
export async function holdAccount(db: Db, accountId: number): Promise<void> {
  await holdKeyedLock(db, 'exportRequester', accountId);
}

/** Returns the next business number of a day, such as `EX2026030100000001` (DOMAIN §0.1). */
export async function nextExportNo(db: Db, day: string): Promise<string> {
  await holdLock(db, 'exportNumber');
  const beginning = `EX${day.replaceAll('-', '')}`;
  const row = await db
    .selectFrom('export_task')
    .select((eb) => eb.fn.max('no').as('no'))
    .where('no', 'like', `${beginning}%`)
    .executeTakeFirst();
  const last = Number(row?.no?.slice(beginning.length) ?? 0);
  return `${beginning}${String(last + 1).padStart(8, '0')}`;
}

export async function countOpen(db: Db, accountId: number): Promise<number> {
  const { open } = await db
    .selectFrom('export_task')
    .select((eb) => eb.fn.countAll<number>().as('open'))
    .where('requester_id', '=', accountId)
    .where('state', 'in', ['queued', 'running'])
    .executeTakeFirstOrThrow();
  return open;
}

/** Finds a recent task of the same person with the same request, if the task is waiting, running or finished. */
export async function sameExport(db: Db, accountId: number, hash: string, since: Date) {
  return db
    .selectFrom('export_task')
    .select(['id', 'no'])
    .where('requester_id', '=', accountId)
    .where('filter_hash', '=', hash)
    .where('created_at', '>', since)
    .where('state', 'in', ['queued', 'running', 'done'])
    .orderBy('id', 'desc')
    .executeTakeFirst();
}

export interface NewExport {
  readonly id: number;
  readonly no: string;
  readonly module: ExportModule;
  readonly filter: Readonly<Record<string, string>>;
  readonly hash: string;
  readonly filterText: readonly { readonly label: string; readonly value: string }[];
  readonly rowIds: readonly number[] | null;
  readonly columns: readonly string[];
  readonly format: ExportFormat;
  readonly unmasked: boolean;
  readonly locale: Locale;
  readonly requesterId: number;
  readonly at: Date;
}

export async function insertExport(db: Db, task: NewExport): Promise<void> {
  await db
    .insertInto('export_task')
    .values({
      id: task.id,
      no: task.no,
      module: task.module,
      filter: JSON.stringify(task.filter),
      filter_hash: task.hash,
      filter_text: JSON.stringify(task.filterText),
      row_ids: task.rowIds === null ? null : JSON.stringify(task.rowIds),
      columns: JSON.stringify(task.columns),
      format: task.format,
      unmasked: task.unmasked,
      locale: task.locale,
      state: 'queued',
      requester_id: task.requesterId,
      created_at: task.at,
      due_at: task.at,
    })
    .execute();
}

type Action = Parameters<typeof exportLifecycle.transition>[0];

/** Takes a lifecycle step. Returns `null` if the task's state does not allow the step. */
export async function stepExport(db: Db, id: number, action: Action, now: Date): Promise<{ version: number } | null> {
  const { from, to } = exportLifecycle.transition(action);
  const again = {
    failures: 0,
    stalls: 0,
    checkpoint: null,
    rows_done: 0,
    rows_total: null,
    reason: null,
    finished_at: null,
  };
  const row = await db
    .updateTable('export_task')
    .set((eb) => ({
      state: to,
      version: eb('version', '+', 1),
      holder: null,
      heartbeat_at: null,
      ...(to === 'queued' && { ...again, due_at: now }),
      ...(to === 'cancelled' && { finished_at: now }),
    }))
    .where('id', '=', id)
    .where('state', 'in', [...from])
    .returning('version')
    .executeTakeFirst();
  return row ?? null;
}

export async function countDownload(db: Db, ids: readonly number[]): Promise<void> {
  await db
    .updateTable('export_task')
    .set((eb) => ({ downloads: eb('downloads', '+', 1) }))
    .where('id', 'in', ids)
    .execute();
}

/**
 * Expires finished tasks whose files are too old. Deletes the records of expired links, and ended tasks that were created more than
 * `EXPORT.tasksKeptDays` days ago.
 */
export async function expireExports(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('export_link_use').where('until', '<=', now).execute();
  await db
    .updateTable('export_task')
    .set((eb) => ({ state: 'expired', version: eb('version', '+', 1) }))
    .where('state', '=', 'done')
    .where('expire_at', '<=', now)
    .execute();
  await db
    .deleteFrom('export_task')
    .where('created_at', '<', new Date(now.getTime() - EXPORT.tasksKeptDays * DAY_MS))
    // A task that waits or runs, or whose file still exists, is never deleted.
    .where('state', 'not in', ['queued', 'running', 'done'])
    .execute();
}

/** Marks a download link as used. @param until end of the link's validity @returns `false` if the link was already used */
export async function redeemExportLink(db: Db, nonce: string, until: Date): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('export_link_use')
    .values({ nonce, until })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** Finds which of the given tasks still need their files. */
export async function withFiles(db: Db, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectFrom('export_task')
    .select('id')
    .where('id', 'in', ids)
    .where('state', 'in', ['queued', 'running', 'done'])
    .execute();
  return new Set(rows.map(({ id }) => id));
}
