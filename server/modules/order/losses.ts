import { type Kysely, sql } from 'kysely';
import { OPEN_LOSS_STATES } from '../../../contract/foodLoss.states';
import type { Database } from '../../core/database/schema';

type Db = Kysely<Database>;

/*
 * Counts of open food losses. They are in this module to avoid import cycles: withdrawals and users ask for them, and food losses
 * import both.
 */

export const openLossesOfRider = (db: Db, riderId: number): Promise<number> => openLosses(db, 'rider_id', riderId);
export const openLossesOfUser = (db: Db, userId: number): Promise<number> => openLosses(db, 'user_id', userId);

async function openLosses(db: Db, column: 'rider_id' | 'user_id', id: number): Promise<number> {
  const { n } = await db
    .selectFrom('food_loss')
    .where('state', 'in', [...OPEN_LOSS_STATES])
    .where(column, '=', id)
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return Number(n);
}

/** Counts what a user complained about: the food losses that the user reported, and the user's appeals. */
export async function complaintsOf(db: Db, userId: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) filter (where l.reporter_type = 'user') + coalesce(sum(a.appeals), 0) as n
    from food_loss l
    left join lateral (
      select count(*) as appeals from food_loss_appeal where loss_id = l.id and party = 'user') a on true
    where l.user_id = ${userId}`.execute(db);
  return Number(rows[0]?.n ?? 0);
}
