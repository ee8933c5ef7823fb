import { type Kysely, sql } from 'kysely';
import type { Logger } from 'pino';
import type { Clock } from './clock';
import type { Database } from './database/schema';
import type { Ids } from './ids';

/** Background work that is done again and again. It must be safe to repeat: a run may end at any line. */
export interface Job {
  readonly name: string;
  readonly everyMs: number;
  run(db: Kysely<Database>, clock: Clock, ids: Ids): Promise<void>;
}

/** Distinguishes these locks from others of the same database. */
const LOCK_SPACE = 20_260_304;

/** A number that belongs to a job's name. */
function lockOf(name: string): number {
  let sum = 0;
  for (const char of name) sum = (Math.imul(sum, 31) + (char.codePointAt(0) ?? 0)) | 0;
  return sum;
}

/**
 * Runs a job once, unless another process runs it at this moment.
 *
 * @returns whether it ran here
 */
export async function runJob(job: Job, on: { db: Kysely<Database>; clock: Clock; ids: Ids }): Promise<boolean> {
  return on.db.transaction().execute(async (lock) => {
    const { rows } = await sql<{ free: boolean }>`
      select pg_try_advisory_xact_lock(${LOCK_SPACE}, ${lockOf(job.name)}) as free`.execute(lock);
    if (!rows[0]?.free) return false;
    await job.run(on.db, on.clock, on.ids);
    return true;
  });
}

/**
 * Begins all jobs: each runs at once and then so long after its end as `everyMs` says. A failure is logged and the job is
 * tried again at its next time.
 *
 * @returns a function that ends them and waits for what is under way
 */
export function startJobs(
  jobs: readonly Job[],
  on: { db: Kysely<Database>; clock: Clock; ids: Ids; log: Logger },
): () => Promise<void> {
  let stopped = false;
  const timers = new Map<string, NodeJS.Timeout>();
  const underWay = new Map<string, Promise<void>>();
  const turn = (job: Job): void => {
    const run = runJob(job, on)
      .catch((error: unknown) => {
        on.log.error({ job: job.name, reason: error instanceof Error ? error.message : String(error) }, 'a job failed');
      })
      .then(() => {
        underWay.delete(job.name);
        if (!stopped) timers.set(job.name, setTimeout(() => turn(job), job.everyMs).unref());
      });
    underWay.set(job.name, run);
  };
  for (const job of jobs) turn(job);
  return async () => {
    stopped = true;
    for (const timer of timers.values()) clearTimeout(timer);
    await Promise.all(underWay.values());
  };
}
