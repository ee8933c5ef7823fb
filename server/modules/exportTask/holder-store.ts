import { type Kysely, type SqlBool, sql } from 'kysely';
import { EXPORT } from '../../../contract/limits';
import type { Text } from '../../../contract/text';
import type { Database } from '../../core/database/schema';
import { COLUMNS, type ExportRecord } from './store';

/** SQL queries of the process that runs a task. The process claims the task, stores its progress, and finishes or releases the task. */

type Db = Kysely<Database>;

/* ---- running ---- */

/**
 * Time in milliseconds without a heartbeat after which another holder may resume a running task. A holder is one task slot of a process;
 * the holder of a task runs it.
 */
const DEAD_MS = 10_000;

/** Claims the next due task that is waiting, or whose holder has written no heartbeat for {@link DEAD_MS}. */
export async function takeExport(db: Db, holder: string, now: Date): Promise<ExportRecord | undefined> {
  const next = db
    .selectFrom('export_task')
    .select('id')
    .where('due_at', '<=', now)
    .where((eb) =>
      eb.or([
        eb('state', '=', 'queued'),
        eb.and([
          eb('state', '=', 'running'),
          sql<SqlBool>`coalesce(heartbeat_at, '-infinity') < ${new Date(now.getTime() - DEAD_MS)}`,
        ]),
      ]),
    )
    .orderBy('due_at')
    .orderBy('id')
    .limit(1)
    .forUpdate()
    .skipLocked();
  return db
    .updateTable('export_task')
    .set((eb) => ({
      state: 'running',
      holder,
      heartbeat_at: now,
      attempts: eb('attempts', '+', 1),
      stalls: eb('stalls', '+', 1),
      started_at: eb.fn.coalesce('started_at', eb.val(now)),
    }))
    .where('id', '=', next)
    .returning(COLUMNS)
    .executeTakeFirst();
}

/** Frees all running tasks when the only process of a database starts. The process can then resume them without waiting for timeouts. */
export async function freeExports(db: Db): Promise<void> {
  await db.updateTable('export_task').set({ heartbeat_at: null }).where('state', '=', 'running').execute();
}

export interface Progress {
  readonly rowsDone: number;
  readonly rowsTotal: number;
  readonly checkpoint: NonNullable<ExportRecord['checkpoint']>;
  readonly reach: NonNullable<ExportRecord['reach']>;
}

/** Builds an update of a running task that has an effect only if this holder still has the task. */
const held = (db: Db, id: number, holder: string) =>
  db
    .updateTable('export_task')
    .where('export_task.id', '=', id)
    .where('export_task.holder', '=', holder)
    .where('export_task.state', '=', 'running')
    .returning('export_task.id');

const isChanged = async (change: { executeTakeFirst(): Promise<unknown> }): Promise<boolean> =>
  (await change.executeTakeFirst()) !== undefined;

/** Stores the progress of a task. @returns `false` if the holder has lost the task */
export function saveProgress(db: Db, id: number, holder: string, progress: Progress, now: Date): Promise<boolean> {
  return isChanged(
    held(db, id, holder).set({
      rows_done: progress.rowsDone,
      rows_total: progress.rowsTotal,
      checkpoint: JSON.stringify(progress.checkpoint),
      reach: JSON.stringify(progress.reach),
      heartbeat_at: now,
      stalls: 0,
    }),
  );
}

/** Checks whether the holder still has the task. */
export async function isHeld(db: Db, id: number, holder: string): Promise<boolean> {
  const row = await db
    .selectFrom('export_task')
    .select('id')
    .where('id', '=', id)
    .where('holder', '=', holder)
    .where('state', '=', 'running')
    .executeTakeFirst();
  return row !== undefined;
}

/** Stores the holder's heartbeat. @returns `false` if the holder has lost the task */
export function beat(db: Db, id: number, holder: string, now: Date): Promise<boolean> {
  return isChanged(held(db, id, holder).set({ heartbeat_at: now }));
}

export function finishExport(
  db: Db,
  id: number,
  holder: string,
  file: { readonly rows: number; readonly size: number; readonly sha256: string },
  now: Date,
): Promise<boolean> {
  return isChanged(
    held(db, id, holder).set((eb) => ({
      state: 'done',
      version: eb('version', '+', 1),
      rows_done: file.rows,
      rows_total: file.rows,
      size: file.size,
      sha256: file.sha256,
      checkpoint: null,
      holder: null,
      heartbeat_at: null,
      reason: null,
      finished_at: now,
      expire_at: new Date(now.getTime() + EXPORT.keptDays * 86_400_000),
    })),
  );
}

/**
 * Stores the failure of an attempt.
 *
 * @param at.again time of a retry from the first row; `null` makes the failure final
 * @returns `false` if the holder has lost the task
 */
export function failExport(
  db: Db,
  id: number,
  holder: string,
  reason: Text,
  at: { readonly now: Date; readonly again: Date | null },
): Promise<boolean> {
  return isChanged(
    held(db, id, holder).set((eb) => ({
      state: at.again ? 'queued' : 'failed',
      version: eb('version', '+', 1),
      failures: eb('failures', '+', 1),
      reason: JSON.stringify(reason),
      holder: null,
      heartbeat_at: null,
      ...(at.again
        ? { due_at: at.again, checkpoint: null, rows_done: 0, rows_total: null }
        : { finished_at: at.now, checkpoint: null }),
    })),
  );
}

/** Releases a task for the next process, because this process is stopping. */
export async function letGo(db: Db, id: number, holder: string): Promise<void> {
  await held(db, id, holder).set({ holder: null, heartbeat_at: null, stalls: 0 }).execute();
}
