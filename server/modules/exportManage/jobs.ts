import { type ExportRecord, expireExports, freeExports, takeExport, withFiles } from '../exportTask';
import { removeFiles, tasksWithFiles } from './files';
import type { RunnerTools } from './plan';

/**
 * Runs waiting exports, a few at a time, and removes the files of expired exports. This file imports neither the runner nor the modules,
 * because the export thread loads them for its first task.
 */

/** Maximum number of tasks that this process runs at the same time. */
const SLOTS = 2;
const LOOK_MS = 500;
const SWEEP_MS = 60_000;

/** Runs a claimed task until it ends or `isStopping` returns `true`. */
export type RunTask = (task: ExportRecord, holder: string, isStopping: () => boolean) => Promise<void>;

/**
 * Starts to run exports.
 *
 * @param options.alone no other process uses this database, so tasks of a process that has ended are resumed immediately
 * @returns a function that stops the exports. Running tasks stop after their current batch and are resumed at the next start
 */
export function startExports(
  tools: Pick<RunnerTools, 'db' | 'clock' | 'log' | 'folder'>,
  run: RunTask,
  options: { readonly alone: boolean },
): () => Promise<void> {
  const { db, clock, log } = tools;
  let isStopping = false;
  const holder = clock.randomBytes(12).toString('hex');
  const failed = (error: unknown) => log.error({ err: error }, 'exports could not be looked for');
  const free = options.alone ? freeExports(db).catch(failed) : Promise.resolve();
  const sleepers = new Set<() => void>();
  const sleep = (ms: number) =>
    new Promise<void>((settle) => {
      // After the stop, nothing would end this wait early, so do not begin it.
      if (isStopping) return settle();
      const end = () => {
        clearTimeout(timer);
        sleepers.delete(end);
        settle();
      };
      const timer = setTimeout(end, ms).unref();
      sleepers.add(end);
    });
  const slot = async (number: number) => {
    await free;
    while (!isStopping) {
      const name = `${holder}-${number}`;
      const task = await takeExport(db, name, clock.now()).catch(failed);
      if (task) await run(task, name, () => isStopping).catch(failed);
      else await sleep(LOOK_MS);
    }
  };
  const sweeper = async () => {
    while (!isStopping) {
      await clearAway(tools).catch(failed);
      await sleep(SWEEP_MS);
    }
  };
  const all = [...Array.from({ length: SLOTS }, (_, number) => slot(number)), sweeper()];
  return async () => {
    isStopping = true;
    for (const wake of [...sleepers]) wake();
    await Promise.all(all);
  };
}

/** Expires tasks whose files are too old, and removes files that no task needs. */
export async function clearAway({ db, clock, folder }: Pick<RunnerTools, 'db' | 'clock' | 'folder'>): Promise<void> {
  await expireExports(db, clock.now());
  const ids = await tasksWithFiles(folder);
  const needed = await withFiles(db, ids);
  for (const id of ids) if (!needed.has(id)) await removeFiles(folder, id);
}
