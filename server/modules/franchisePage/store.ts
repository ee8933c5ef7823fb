import { type Kysely, sql } from 'kysely';
import type { Database } from '../../core/database/schema';

/** SQL queries for channel codes, and for visits and applications by channel and day. */

type Db = Kysely<Database>;

export const channels = (db: Db) =>
  db.selectFrom('franchise_channel').selectAll().orderBy('created_at', 'desc').orderBy('code').execute();

export const findChannel = (db: Db, code: string) =>
  db.selectFrom('franchise_channel').selectAll().where('code', '=', code).executeTakeFirst();

export async function keepChannel(
  db: Db,
  row: { readonly code: string; readonly name: string; readonly created_at: Date; readonly created_by: number },
): Promise<void> {
  await db
    .insertInto('franchise_channel')
    .values(row)
    .onConflict((conflict) => conflict.column('code').doUpdateSet({ name: row.name }))
    .execute();
}

/** Enables or disables a channel. @returns `false` if the channel does not exist */
export async function switchChannel(db: Db, code: string, isActive: boolean): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('franchise_channel')
    .set({ is_active: isActive })
    .where('code', '=', code)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Counts one visit or one application. @param channel the empty text means no channel */
export async function countOne(db: Db, channel: string, day: string, what: 'visits' | 'submits'): Promise<void> {
  await db
    .insertInto('franchise_visit')
    .values({ channel, day, [what]: 1 })
    .onConflict((conflict) =>
      conflict.columns(['channel', 'day']).doUpdateSet({ [what]: sql`franchise_visit.${sql.ref(what)} + 1` }),
    )
    .execute();
}

export async function visitsByChannel(db: Db, fromDay: string): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('franchise_visit')
    .select(['channel', sql<number>`sum(visits)::int`.as('n')])
    .where('day', '>=', fromDay)
    .groupBy('channel')
    .execute();
  return new Map(rows.map(({ channel, n }) => [channel, n]));
}

export const countsByDay = (db: Db, fromDay: string) =>
  db
    .selectFrom('franchise_visit')
    .select(['day', sql<number>`sum(visits)::int`.as('visits'), sql<number>`sum(submits)::int`.as('submits')])
    .where('day', '>=', fromDay)
    .groupBy('day')
    .orderBy('day')
    .execute();
