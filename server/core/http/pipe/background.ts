import type { Kysely } from 'kysely';
import type { Database } from '../../database/schema';
import type { AfterCommit } from '../context';
import type { PipeLog } from './call';

/** Creates the runner of tasks after a commit (`ctx.afterCommit`). A failure is logged and not returned to the caller. */
export function createBackground(db: Kysely<Database>, log: PipeLog) {
  const running = new Set<Promise<void>>();
  return {
    start(tasks: readonly AfterCommit[], requestId: string): void {
      for (const task of tasks) {
        const work = task(db)
          .catch((error: unknown) => log.error({ err: error, requestId }, 'work after a call failed'))
          .finally(() => running.delete(work));
        running.add(work);
      }
    },
    async settle(): Promise<void> {
      while (running.size > 0) await Promise.all(running);
    },
  };
}
