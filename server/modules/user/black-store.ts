import { type Insertable, type Kysely, sql } from 'kysely';
import type { Database } from '../../core/database/schema';

/** This module contains the SQL queries for the blacklist. A unique index allows at most one open record per user. */

type Db = Kysely<Database>;

export async function insertBlackRecord(db: Db, row: Insertable<Database['user_black_record']>): Promise<void> {
  await db.insertInto('user_black_record').values(row).execute();
}

/** Finds the open record of a user. The caller has locked the user. */
export async function openBlackRecord(db: Db, userId: number) {
  return await db
    .selectFrom('user_black_record')
    .where('user_id', '=', userId)
    .where('state', '=', 'open')
    .select('id')
    .executeTakeFirst();
}

/** Reads one page of a user's records, newest first. */
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

/** Reads the open records of these users. */
export async function openBlackRecords(db: Db, userIds: readonly number[]) {
  return await db
    .selectFrom('user_black_record')
    .where(sql<boolean>`user_id = any(${sql.val([...userIds])}::bigint[])`)
    .where('state', '=', 'open')
    .select(['user_id as userId', 'scope', 'team_ids as teamIds', 'until'])
    .execute();
}

/** Ends open records whose deadline has passed and sets the state of their users to `normal`. @returns the ids of the ended records */
export async function closeOverdue(db: Db, now: Date): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with due as (
      select u.id from app_user u
      where u.status = 'blacklisted' and exists (
        select from user_black_record r where r.user_id = u.id and r.state = 'open' and r.until <= ${now})
      order by u.id for update of u skip locked),
    closed as (
      update user_black_record r
      set state = 'ended', decided_at = ${now}, checker_id = 0, checker_name = '', version = version + 1
      from due where r.user_id = due.id and r.state = 'open' and r.until <= ${now} returning r.id, r.user_id)
    update app_user u set status = 'normal', black_until = null, version = version + 1, updated_at = ${now}, updated_by = 0
    from closed where u.id = closed.user_id returning closed.id`.execute(db);
  return rows.map(({ id }) => id);
}
