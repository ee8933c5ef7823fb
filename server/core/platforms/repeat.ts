import type { Kysely } from 'kysely';
import type { Database } from '../database/schema';

/**
 * Schedules a failed event for immediate processing by the job, with its number of tries reset to 0.
 *
 * @returns false when the event has not failed
 */
export async function repeatLater(db: Kysely<Database>, id: number, now: Date): Promise<boolean> {
  const row = await db
    .updateTable('platform_event')
    .set({ state: 'received', tries: 0, due_at: now })
    .where('id', '=', id)
    .where('state', '=', 'failed')
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}
