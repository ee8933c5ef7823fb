import { type Kysely, sql } from 'kysely';
import type { Database } from '../schema';
import { type Partitioned, shapeOf } from './months';

type Db = Kysely<Database>;

/** Number of rows per step. A step takes some milliseconds, so that little work is lost when the process is killed. */
const STEP = 5_000;

/**
 * Writes the keys of rows that are older than the table's key table. A trigger writes the keys of newer rows. The call continues where a
 * killed call stopped. Callers have the lock `partitions`.
 */
export async function fillKeys(db: Db, table: Partitioned): Promise<void> {
  for (let isComplete = false; !isComplete; ) {
    isComplete = await db.transaction().execute((transaction) => fillStep(transaction, table));
  }
}

/**
 * Writes the keys of up to `STEP` rows in a transaction. The SQL function `fill_…` reads the rows after the last processed row. It
 * returns the new last row, or null when no rows remain.
 *
 * @returns whether all rows have their keys
 */
export async function fillStep(transaction: Db, table: Partitioned): Promise<boolean> {
  const { keyTable } = shapeOf(table);
  if (keyTable === undefined) return true;
  const { rows } = await sql<{ last: number[] | null }>`
    select ${sql.ref(`fill_${keyTable}`)}(last_read, ${STEP}::int) as last from key_fill where table_name = ${table}`.execute(
    transaction,
  );
  const last = rows[0]?.last ?? null;
  await (last === null
    ? sql`delete from key_fill where table_name = ${table}`
    : sql`update key_fill set last_read = ${sql.val(last)}::bigint[] where table_name = ${table}`
  ).execute(transaction);
  return last === null;
}
