import type { Kysely } from 'kysely';
import type { Database } from '../database/schema';

/**
 * Schedules an abandoned event for its first retry, which the job makes.
 *
 * @returns false when the event is not abandoned
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
