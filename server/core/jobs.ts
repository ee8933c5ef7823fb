import { type Kysely, sql } from 'kysely';
import type { Logger } from 'pino';
import type { Clock } from './clock';
import { keyOfName, tryKeyedLock } from './database/locks';
import type { Database } from './database/schema';
import type { DiskGuard } from './files/disk';
import type { Ids } from './ids';
import { asJob } from './tracing';

/** Recurring background work. A run may be interrupted at any line, so it must be safe to repeat. */
export interface Job {
  readonly name: string;
  readonly everyMs: number;
  run(db: Kysely<Database>, clock: Clock, ids: Ids): Promise<void>;
}

/** Log of job runs for the system health page. Its functions must not throw. */
export interface JobJournal {
  began(job: Job): Promise<void>;
  /** Records the end of a run. @param error the reason of the failure, or `null` after success */
  ended(job: Job, ms: number, error: string | null): Promise<void>;
}

/**
 * Maximum number of concurrent jobs per process. Each job uses one connection for its lock and another for its work. If all jobs started
 * at the same time, their locks could use the whole pool. Jobs and requests would then deadlock.
 */
const CONCURRENT_JOBS = 3;

/**
 * Does the work for each item. A failure does not stop the work for the other items.
 *
 * @param atOnce maximum number of items that are worked on concurrently
 * @throws AggregateError contains the failures; it is thrown after all items were tried
 */
export async function tryEach<T>(items: readonly T[], work: (item: T) => Promise<unknown>, atOnce = 1): Promise<void> {
  const failures: unknown[] = [];
  // The workers share one iterator, so each item is processed by exactly one worker.
  const left = items.values();
  const worker = async () => {
    for (const item of left) {
      try {
        await work(item);
      } catch (error) {
        failures.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, worker));
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} failed`);
}

/** Interval of the statements that keep a job's lock. It is shorter than the idle timeout of transactions (`connect`). */
const LOCK_KEPT_EVERY_MS = 20_000;

/**
 * Runs statements in the transaction of a lock, because PostgreSQL ends a transaction that is idle for a minute, and with it the lock.
 *
 * @returns a function that stops the statements. It must be awaited before the transaction ends
 */
function keepLock(lock: Kysely<Database>, everyMs: number): () => Promise<void> {
  let last: Promise<unknown> = Promise.resolve();
  const timer = setInterval(() => {
    // If the connection is lost, the commit reports it.
    last = last.then(() => sql`select 1`.execute(lock)).catch(() => undefined);
  }, everyMs);
  return async () => {
    clearInterval(timer);
    await last;
  };
}

/** Returns the reason of a failure. The message of an AggregateError does not contain the reasons of its errors. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return `${error.message} (${error.errors.map(reasonOf).join('; ')})`;
  return error instanceof Error ? error.message : String(error);
}

/**
 * Runs a job once, unless another process is running it.
 *
 * @param keptEveryMs interval in milliseconds of the statements that keep the job's lock
 * @returns whether this call ran the job
 */
export async function runJob(
  job: Job,
  on: { db: Kysely<Database>; clock: Clock; ids: Ids; journal?: JobJournal },
  keptEveryMs = LOCK_KEPT_EVERY_MS,
): Promise<boolean> {
  return on.db.transaction().execute(async (lock) => {
    if (!(await tryKeyedLock(lock, 'job', keyOfName(job.name)))) return false;
    const release = keepLock(lock, keptEveryMs);
    const begun = performance.now();
    try {
      await on.journal?.began(job);
      await asJob(job.name, () => job.run(on.db, on.clock, on.ids));
    } catch (error) {
      await on.journal?.ended(job, performance.now() - begun, reasonOf(error));
      throw error;
    } finally {
      await release();
    }
    await on.journal?.ended(job, performance.now() - begun, null);
    return true;
  });
}

/**
 * Starts all jobs. Each job runs as soon as fewer than `CONCURRENT_JOBS` run, and again `everyMs` milliseconds after its previous run
 * ended. A failure is logged, and the job runs again at its next time. While the disk is full, no job runs.
 *
 * @returns a function that stops the jobs and waits for active runs
 */
export function startJobs(
  jobs: readonly Job[],
  on: { db: Kysely<Database>; clock: Clock; ids: Ids; log: Logger; journal?: JobJournal; isDiskFull?: DiskGuard },
): () => Promise<void> {
  let stopped = false;
  let wasFull = false;
  /** Checks whether jobs may run. While the disk is full, their writes would use the space that PostgreSQL needs. */
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
        on.log.error({ job: job.name, reason: reasonOf(error) }, 'a job failed');
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
