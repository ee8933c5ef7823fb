import { type Insertable, type Kysely, type Selectable, sql } from 'kysely';
import type { Database } from '../../core/database/schema';

/** SQL queries for merchants. Merchants are never deleted, because orders and money refer to them. */

type Db = Kysely<Database>;

/** Saves a merchant, unless the stored row is equally new or newer. @returns whether it was saved, and the stored row */
export async function saveMerchant(
  db: Db,
  row: Insertable<Database['merchant']> & { readonly saved_at: Date },
): Promise<{ readonly isSaved: boolean; readonly known: Selectable<Database['merchant']> }> {
  const { id, ...set } = row;
  const saved = await db
    .insertInto('merchant')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet(set)
        .where(sql<boolean>`merchant.saved_at is null or merchant.saved_at < excluded.saved_at`),
    )
    .returningAll()
    .executeTakeFirst();
  const known = saved ?? (await db.selectFrom('merchant').selectAll().where('id', '=', id).executeTakeFirstOrThrow());
  return { isSaved: saved !== undefined, known };
}
