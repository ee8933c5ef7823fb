import { type Kysely, sql } from 'kysely';
import type { Clock } from '../core/clock';
import type { Database } from '../core/database/schema';

/**
 * Measures by how many seconds the clock of this process is ahead of the database's clock. A negative value means that it is behind. The
 * error is at most half the duration of the query.
 */
export async function clockAhead(db: Kysely<Database>, clock: Clock): Promise<number> {
  const before = clock.now().getTime();
  const { rows } = await sql<{ at: Date }>`select clock_timestamp() as at`.execute(db);
  const after = clock.now().getTime();
  const [row] = rows;
  if (!row) throw new Error('the database returned no time');
  return ((before + after) / 2 - row.at.getTime()) / 1_000;
}
