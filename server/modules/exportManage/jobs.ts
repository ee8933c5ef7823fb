import { expireExports, freeExports, takeExport, withFiles } from '../exportTask';
import { removeFiles, tasksWithFiles } from './files';
import type { RunnerTools } from './plan';
import { runExport } from './runner';

/** Runs waiting exports one after the other, a few at a time, and clears away what has expired. */

/** Tasks that run here at the same time. */
const SLOTS = 2;
const LOOK_MS = 500;
const SWEEP_MS = 60_000;

/**
 * Begins to run exports.
 *
 * @param options.alone no other process uses this database: tasks of a dead process are resumed at once
 * @returns a function that ends it: running tasks stop after their batch and are resumed at the next start
 */
export function startExports(tools: RunnerTools, options: { readonly alone: boolean }): () => Promise<void> {
  const { db, clock, log } = tools;
  let isStopping = false;
  const holder = clock.randomBytes(12).toString('hex');
  const failed = (error: unknown) => log.error({ err: error }, 'exports could not be looked for');
  const free = options.alone ? freeExports(db).catch(failed) : Promise.resolve();
  const sleepers = new Set<() => void>();
  const sleep = (ms: number) =>
    new Promise<void>((settle) => {
      // A stop during the work: no later call would wake it.
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
      if (task) await runExport(tools, task, name, () => isStopping).catch(failed);
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

/** Runs everything that waits, here and now: for tests and the command line. */
export async function runWaiting(tools: RunnerTools): Promise<number> {
  for (let ran = 0; ; ran += 1) {
    const task = await takeExport(tools.db, 'here', tools.clock.now());
    if (!task) return ran;
    await runExport(tools, task, 'here', () => false);
  }
}

/** Ends tasks whose files have lived long enough, and removes files that no task needs. */
export async function clearAway({ db, clock, folder }: Pick<RunnerTools, 'db' | 'clock' | 'folder'>): Promise<void> {
  await expireExports(db, clock.now());
  const ids = await tasksWithFiles(folder);
  const needed = await withFiles(db, ids);
  for (const id of ids) if (!needed.has(id)) await removeFiles(folder, id);
}
