import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Clock } from './clock';
import { keyOfName, tryKeyedLock } from './database/locks';
import type { Database } from './database/schema';
import type { DiskGuard } from './files/disk';
import type { Ids } from './ids';
import { asJob } from './tracing';

/** Background work that is done again and again. It must be safe to repeat: a run may end at any line. */
export interface Job {
  readonly name: string;
  readonly everyMs: number;
  run(db: Kysely<Database>, clock: Clock, ids: Ids): Promise<void>;
}

/** Keeps book of runs, for the page that shows how the server fares. It must not fail. */
export interface JobJournal {
  began(job: Job): Promise<void>;
  /** @param error why it failed; null when it went well */
  ended(job: Job, ms: number, error: string | null): Promise<void>;
}

/**
 * Jobs of one process that run at the same time. Each holds a connection for its lock and needs another for its work: if all began at
 * once, their locks could take the whole pool, and everybody, and every request, would wait for everybody.
 */
const CONCURRENT_JOBS = 3;

/**
 * Runs a job once, unless another process runs it at this moment.
 *
 * @returns whether it ran here
 */
export async function runJob(
  job: Job,
  on: { db: Kysely<Database>; clock: Clock; ids: Ids; journal?: JobJournal },
): Promise<boolean> {
  return on.db.transaction().execute(async (lock) => {
    if (!(await tryKeyedLock(lock, 'job', keyOfName(job.name)))) return false;
    const begun = performance.now();
    await on.journal?.began(job);
    try {
      await asJob(job.name, () => job.run(on.db, on.clock, on.ids));
    } catch (error) {
      await on.journal?.ended(job, performance.now() - begun, error instanceof Error ? error.message : String(error));
      throw error;
    }
    await on.journal?.ended(job, performance.now() - begun, null);
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
  on: { db: Kysely<Database>; clock: Clock; ids: Ids; log: Logger; journal?: JobJournal; isDiskFull?: DiskGuard },
): () => Promise<void> {
  let stopped = false;
  let wasFull = false;
  /** Jobs wait too: whatever they write would take the room that PostgreSQL needs to stay. */
  const mayRun = async (): Promise<boolean> => {
    const isFull = (await on.isDiskFull?.()) ?? false;
    if (isFull !== wasFull) {
      on.log.error(
        isFull
          ? 'the disk of the data folder is full: jobs wait, writes are refused'
          : 'there is room on the disk again',
      );
    }
    wasFull = isFull;
    return !isFull;
  };
  const timers = new Map<string, NodeJS.Timeout>();
  const underWay = new Map<string, Promise<void>>();
  let running = 0;
  const waiting: (() => void)[] = [];
  const inTurn = async (job: Job): Promise<void> => {
    if (running >= CONCURRENT_JOBS) await new Promise<void>((begin) => waiting.push(begin));
    else running += 1;
    try {
      if (!stopped && (await mayRun())) await runJob(job, on);
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
  const turn = (job: Job): void => {
    const run = inTurn(job)
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
    for (const begin of waiting.splice(0)) begin();
    await Promise.all(underWay.values());
  };
}
