import type { Kysely } from 'kysely';
import type { Database } from '../database/schema';

/**
 * Puts an event that was given up back to its first repetition, which the job makes.
 *
 * @returns false when it is not given up
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
