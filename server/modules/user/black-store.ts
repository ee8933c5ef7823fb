import { type Insertable, type Kysely, sql } from 'kysely';
import type { Database } from '../../core/database/schema';

/** SQL of the blacklist. A unique index allows at most one open record per user. */

type Db = Kysely<Database>;

export async function insertBlackRecord(db: Db, row: Insertable<Database['user_black_record']>): Promise<void> {
  await db.insertInto('user_black_record').values(row).execute();
}

export async function closeBlackRecord(
  db: Db,
  userId: number,
  by: { readonly at: Date; readonly byId: number; readonly byName: string; readonly reason: string | null },
): Promise<void> {
  await db
    .updateTable('user_black_record')
    .set({ lifted_at: by.at, lifted_by_id: by.byId, lifted_by_name: by.byName, lift_reason: by.reason })
    .where('user_id', '=', userId)
    .where('lifted_at', 'is', null)
    .execute();
}

/** One page of a user's records, newest first. */
export async function blackRecords(
  db: Db,
  userId: number,
  { offset, limit }: { readonly offset: number; readonly limit: number },
) {
  return await db
    .selectFrom('user_black_record')
    .where('user_id', '=', userId)
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
}

/** Open records of these users. */
export async function openBlackRecords(db: Db, userIds: readonly number[]) {
  return await db
    .selectFrom('user_black_record')
    .where(sql<boolean>`user_id = any(${sql.val([...userIds])}::bigint[])`)
    .where('lifted_at', 'is', null)
    .select(['user_id as userId', 'scope', 'team_ids as teamIds', 'until'])
    .execute();
}

/** Ends expired blacklist records. @returns how many users left the blacklist */
export async function liftEnded(db: Db, now: Date): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    with due as (
      select u.id from app_user u
      where u.status = 'blacklisted' and exists (
        select from user_black_record r where r.user_id = u.id and r.lifted_at is null and r.until <= ${now})
      order by u.id for update of u skip locked),
    closed as (
      update user_black_record r set lifted_at = ${now}, lifted_by_id = 0, lifted_by_name = ''
      from due where r.user_id = due.id and r.lifted_at is null and r.until <= ${now} returning r.user_id)
    update app_user u set status = 'normal', black_until = null, version = version + 1, updated_at = ${now}, updated_by = 0
    from closed where u.id = closed.user_id returning u.id`.execute(db);
  return rows.length;
}
