import { type Insertable, type Kysely, type SqlBool, sql } from 'kysely';
import { FRANCHISE } from '../../../contract/franchiseApply.states';
import { idIn } from '../../core/database/id-in';
import type { Database } from '../../core/database/schema';

/** SQL queries for follow-ups. */

type Db = Kysely<Database>;

export async function insertFollow(db: Db, row: Insertable<Database['franchise_follow']>): Promise<void> {
  await db.insertInto('franchise_follow').values(row).execute();
}

/** Selects the follow-ups of applications. The newest follow-up is the first. */
const newest = (db: Db, applyIds: readonly number[]) =>
  db
    .selectFrom('franchise_follow')
    .selectAll()
    .where(idIn('apply_id', applyIds))
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(FRANCHISE.rows);

export const followsOf = (db: Db, applyId: number) => newest(db, [applyId]).execute();

/** Reads the visits of applications. The newest visit is the first. */
export const visitsOf = (db: Db, applyIds: readonly number[]) =>
  newest(db, applyIds).where('way', '=', 'visit').execute();

/** Checks whether an application has a visit with a photo. */
export async function hasVisit(db: Db, applyId: number): Promise<boolean> {
  const found = db
    .selectFrom('franchise_follow')
    .select('id')
    .where('apply_id', '=', applyId)
    .where('way', '=', 'visit');
  return (await found.where(sql<SqlBool>`jsonb_array_length(files) > 0`).executeTakeFirst()) !== undefined;
}
