import type { Kysely } from 'kysely';
import type { Clock } from '../../core/clock';
import type { Database } from '../../core/database/schema';
import type { Job, JobJournal } from '../../core/jobs';
import { noteJobBegan, noteJobEnded } from './store';

/**
 * Minimum interval between stored runs of a job that runs more often. A failed run, and the first successful run after it, are always
 * stored.
 */
const WRITTEN_EVERY_MS = 15_000;

/** Stores the runs of jobs, so that all processes show the same runs. If storing fails, the job still runs. */
export function jobJournal(db: Kysely<Database>, clock: Clock, failed: (error: unknown) => void): JobJournal {
  const written = new Map<string, { at: number; wasGood: boolean }>();
  const started = new Map<string, Date>();
  const quietly = (work: Promise<void>) => work.catch(failed);
  const isShort = (job: Job) => job.everyMs < WRITTEN_EVERY_MS;
  return {
    async began(job) {
      const at = clock.now();
      started.set(job.name, at);
      // A very frequent job is not marked as running, to save writes.
      if (!isShort(job)) await quietly(noteJobBegan(db, job.name, job.everyMs, at));
    },
    async ended(job, ms, error) {
      const endedAt = clock.now();
      const last = written.get(job.name);
      const isDue = !last || endedAt.getTime() - last.at >= WRITTEN_EVERY_MS;
      if (isShort(job) && error === null && last?.wasGood && !isDue) return;
      written.set(job.name, { at: endedAt.getTime(), wasGood: error === null });
      await quietly(
        noteJobEnded(db, {
          name: job.name,
          everyMs: job.everyMs,
          startedAt: started.get(job.name) ?? endedAt,
          endedAt,
          ms: Math.round(ms),
          error: error?.slice(0, 300) ?? null,
          nextAt: new Date(endedAt.getTime() + job.everyMs),
        }),
      );
    },
  };
}
