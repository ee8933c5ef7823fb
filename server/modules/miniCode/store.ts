import { type Insertable, type Kysely, type Selectable, sql, type Updateable } from 'kysely';
import { MINI_VERSION } from '../../../contract/miniCode.fields';
import {
  type CodeResult,
  MINI_PLATFORMS,
  type MiniPlatform,
  type MiniVersionState,
} from '../../../contract/miniCode.states';
import { holdKeyedLock } from '../../core/database/locks';
import type { Database } from '../../core/database/schema';
import type { Page } from '../../core/list/paged';
import { conditions, inOrder, type ListFilter, readPage, selection, withConditions } from '../../core/list/query';

/** SQL queries for mini program versions and tasks. Tasks are never deleted. */

type Db = Kysely<Database>;
export type VersionRow = Selectable<Database['mini_version']>;
export type TaskRow = Selectable<Database['mini_code_task']>;
export type VersionFilter = ListFilter<typeof MINI_VERSION>;

/** A mini program: one app id on one platform. After a change of the app id, the old versions belong to another mini program. */
export interface MiniApp {
  readonly platform: MiniPlatform;
  readonly appId: string;
}

/** Locks a platform until the transaction ends, so that decisions about its tasks are made one at a time. */
export const holdPlatform = (db: Db, platform: MiniPlatform): Promise<void> =>
  holdKeyedLock(db, 'miniCode', MINI_PLATFORMS.indexOf(platform) + 1);

const COLUMNS = {
  id: 'mini_version.id',
  version: 'mini_version.version',
  appVersion: 'mini_version.app_version',
  state: 'mini_version.state',
  description: 'mini_version.description',
  source: 'mini_version.source',
  channelState: 'mini_version.channel_state',
  auditOpinion: 'mini_version.audit_opinion',
  grayPercent: 'mini_version.gray_percent',
  autoOnline: 'mini_version.auto_online',
  uploadedByName: 'mini_version.uploaded_by_name',
  uploadedAt: 'mini_version.uploaded_at',
  submittedAt: 'mini_version.submitted_at',
  releasedAt: 'mini_version.released_at',
  log: 'mini_version.log',
  rank: 'mini_version.rank',
} as const;
const conditionsOf = conditions(MINI_VERSION, COLUMNS);

const ofApp = (db: Db, { platform, appId }: MiniApp) =>
  db.selectFrom('mini_version').where('mini_version.platform', '=', platform).where('mini_version.app_id', '=', appId);

export function versionPage(
  db: Db,
  app: MiniApp,
  filter: VersionFilter,
  sort: { readonly field: 'appVersion' | 'uploadedAt'; readonly order: 'asc' | 'desc' },
  page: Page,
) {
  const listed = withConditions(ofApp(db, app), conditionsOf(filter, {})).select(selection(COLUMNS));
  // Sort versions numerically, not as text.
  const field = sort.field === 'appVersion' ? 'rank' : sort.field;
  return readPage(db, inOrder(listed, COLUMNS, [field, 'uploadedAt', 'id'], sort.order), page);
}

export const versionsOf = (db: Db, app: MiniApp): Promise<VersionRow[]> =>
  ofApp(db, app).selectAll().orderBy('rank', 'desc').execute();

export async function insertVersion(db: Db, row: Insertable<Database['mini_version']>): Promise<void> {
  await db
    .insertInto('mini_version')
    .values(row)
    // A version that was deleted or whose build failed can be uploaded again.
    .onConflict((conflict) =>
      conflict.columns(['platform', 'app_id', 'app_version']).doUpdateSet((eb) => ({
        state: eb.ref('excluded.state'),
        description: eb.ref('excluded.description'),
        source: eb.ref('excluded.source'),
        uploaded_at: eb.ref('excluded.uploaded_at'),
        uploaded_by_name: eb.ref('excluded.uploaded_by_name'),
        updated_at: eb.ref('excluded.updated_at'),
        channel_state: null,
        audit_opinion: null,
        submitted_at: null,
        released_at: null,
        log: null,
        qr: null,
        version: sql<number>`mini_version.version + 1`,
      })),
    )
    .execute();
}

export async function changeVersion(
  db: Db,
  app: MiniApp,
  appVersion: string,
  change: Updateable<Database['mini_version']>,
): Promise<void> {
  await db
    .updateTable('mini_version')
    .set((eb) => ({ ...change, version: eb('version', '+', 1) }))
    .where('platform', '=', app.platform)
    .where('app_id', '=', app.appId)
    .where('app_version', '=', appVersion)
    .execute();
}

/** Changes the state of all other versions of the app that have one of the `from` states. */
export async function moveOthers(
  db: Db,
  app: MiniApp,
  appVersion: string,
  move: { readonly from: readonly MiniVersionState[]; readonly to: MiniVersionState; readonly at: Date },
): Promise<void> {
  await db
    .updateTable('mini_version')
    .set((eb) => ({ state: move.to, channel_state: move.to, updated_at: move.at, version: eb('version', '+', 1) }))
    .where('platform', '=', app.platform)
    .where('app_id', '=', app.appId)
    .where('app_version', '<>', appVersion)
    .where('state', 'in', [...move.from])
    .execute();
}

/** Lists the apps with a version that is building or in review. The platform changes these states. */
export const appsInAudit = (db: Db): Promise<MiniApp[]> =>
  db
    .selectFrom('mini_version')
    .select(['platform', 'app_id as appId'])
    .distinct()
    .where('state', 'in', ['auditing', 'building'])
    .execute();

/** Lists approved versions that requested an automatic release and have no release task since their submission. */
export const waitingForRelease = (db: Db): Promise<VersionRow[]> =>
  db
    .selectFrom('mini_version')
    .selectAll()
    .where('state', '=', 'passed')
    .where('auto_online', 'is', true)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('mini_code_task as task')
            .select('task.id')
            .whereRef('task.platform', '=', 'mini_version.platform')
            .whereRef('task.app_id', '=', 'mini_version.app_id')
            .whereRef('task.app_version', '=', 'mini_version.app_version')
            .where('task.action', '=', 'release')
            .whereRef('task.created_at', '>=', 'mini_version.submitted_at'),
        ),
      ),
    )
    .execute();

/** Counts the rejected versions of each platform. A user must handle them. */
export async function countRejected(db: Db): Promise<ReadonlyMap<MiniPlatform, number>> {
  const counted = await db
    .selectFrom('mini_version')
    .select(['platform', (eb) => eb.fn.countAll<number>().as('n')])
    .where('state', '=', 'rejected')
    .groupBy('platform')
    .execute();
  return new Map(counted.map(({ platform, n }) => [platform, Number(n)]));
}

export const taskById = (db: Db, platform: MiniPlatform, id: number): Promise<TaskRow | undefined> =>
  db.selectFrom('mini_code_task').selectAll().where('id', '=', id).where('platform', '=', platform).executeTakeFirst();

const tasksOf = (db: Db, { platform, appId }: MiniApp) =>
  db.selectFrom('mini_code_task').selectAll().where('platform', '=', platform).where('app_id', '=', appId);

/** Lists the tasks that are queued, running or unknown. Unknown tasks are last. */
export const openTasks = (db: Db, app: MiniApp): Promise<TaskRow[]> =>
  tasksOf(db, app)
    .where('state', 'in', ['queued', 'running', 'unknown'])
    .orderBy('state')
    .orderBy('id', 'desc')
    .execute();

/** Finds the last task of each of these versions. @returns tasks by version number */
export async function lastTasks(
  db: Db,
  app: MiniApp,
  versions: readonly string[],
): Promise<ReadonlyMap<string, TaskRow>> {
  if (versions.length === 0) return new Map();
  const rows = await tasksOf(db, app)
    .where('app_version', 'in', [...versions])
    .distinctOn('app_version')
    .orderBy('app_version')
    .orderBy('id', 'desc')
    .execute();
  return new Map(rows.map((row) => [row.app_version ?? '', row]));
}

export const lastDone = (db: Db, app: MiniApp, action: TaskRow['action']): Promise<TaskRow | undefined> =>
  tasksOf(db, app)
    .where('action', '=', action)
    .where('state', '=', 'succeeded')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();

export async function newestTaskId(db: Db, app: MiniApp): Promise<number> {
  return (await tasksOf(db, app).orderBy('id', 'desc').limit(1).executeTakeFirst())?.id ?? 0;
}

export async function insertTask(db: Db, row: Insertable<Database['mini_code_task']>): Promise<void> {
  await db.insertInto('mini_code_task').values(row).execute();
}

/**
 * Claims a task that was created for `holder`, or whose holder has stopped.
 *
 * @returns `undefined` if another process has the task, the platform was called, or the task has ended
 */
export const holdTask = (
  db: Db,
  id: number,
  holder: string,
  at: { readonly now: Date; readonly goneBefore: Date },
): Promise<TaskRow | undefined> =>
  db
    .updateTable('mini_code_task')
    .set((eb) => ({
      holder,
      beat_at: at.now,
      state: 'running',
      started_at: eb.fn.coalesce('started_at', sql<Date>`${at.now}`),
    }))
    .where('id', '=', id)
    .where('state', 'in', ['queued', 'running'])
    .where('called_at', 'is', null)
    .where((eb) => eb.or([eb('holder', '=', holder), eb('beat_at', '<', at.goneBefore)]))
    .returningAll()
    .executeTakeFirst();

/** Records a heartbeat. @returns whether the holder still has the task */
export async function beatTask(db: Db, id: number, holder: string, now: Date): Promise<boolean> {
  return changeHeld(db, id, holder, { beat_at: now });
}

/** Records the start of the platform call. @returns whether the holder still has the task */
export async function markCalled(db: Db, id: number, holder: string, now: Date): Promise<boolean> {
  return changeHeld(db, id, holder, { called_at: now, beat_at: now });
}

async function changeHeld(
  db: Db,
  id: number,
  holder: string,
  change: Updateable<Database['mini_code_task']>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('mini_code_task')
    .set(change)
    .where('id', '=', id)
    .where('holder', '=', holder)
    .where('state', '=', 'running')
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Updates a task, unless another run has changed it since it was read. @returns whether it was updated */
export async function stepTask(
  db: Db,
  task: Pick<TaskRow, 'id' | 'state' | 'holder' | 'asks'>,
  change: Updateable<Database['mini_code_task']>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('mini_code_task')
    .set(change)
    .where('id', '=', task.id)
    .where('state', '=', task.state)
    .where('asks', '=', task.asks)
    .where('holder', 'is not distinct from', task.holder)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Returns the column values of an ended task. The values also delete the task's secrets. */
export const ending = (
  state: 'succeeded' | 'failed',
  result: CodeResult,
  at: Date,
): Updateable<Database['mini_code_task']> => ({
  state,
  ended_at: at,
  ask_at: null,
  sealed: null,
  result: JSON.stringify(result),
});

/** Lists queued and running tasks whose last heartbeat is earlier than `since`. */
export const goneTasks = (db: Db, since: Date): Promise<TaskRow[]> =>
  db
    .selectFrom('mini_code_task')
    .selectAll()
    .where('state', 'in', ['queued', 'running'])
    .where('beat_at', '<', since)
    .execute();

export const dueTasks = (db: Db, now: Date): Promise<TaskRow[]> =>
  db.selectFrom('mini_code_task').selectAll().where('state', '=', 'unknown').where('ask_at', '<=', now).execute();

/**
 * Marks all queued and running tasks as abandoned. Call it when the only process of the database starts, because every earlier holder has
 * stopped.
 */
export async function freeCodeTasks(db: Db): Promise<void> {
  await db
    .updateTable('mini_code_task')
    .set({ beat_at: new Date(0) })
    .where('state', 'in', ['queued', 'running'])
    .execute();
}
