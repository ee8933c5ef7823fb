import { type Kysely, sql } from 'kysely';
import { OPEN_LOSS_STATES } from '../../../contract/foodLoss.states';
import type { Database } from '../../core/database/schema';

type Db = Kysely<Database>;

/*
 * Queries for open food losses. They are in this module to avoid import cycles: the modules of users, intake, bills, withdrawals and
 * station funds need them, and the module of food losses imports some of those modules.
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

/** Finds open food losses of a station's orders. @returns case numbers by order number */
export async function openLossesOf(db: Db, teamId: number, orderNos: readonly string[]): Promise<Map<string, string>> {
  if (orderNos.length === 0) return new Map();
  const rows = await db
    .selectFrom('food_loss')
    .where('team_id', '=', teamId)
    .where('order_no', 'in', [...orderNos])
    .where('state', 'in', [...OPEN_LOSS_STATES])
    .select(['no', 'order_no as orderNo'])
    .execute();
  return new Map(rows.map(({ no, orderNo }) => [orderNo, no]));
}

/** Counts a user's complaints: food losses that the user reported, and the user's appeals. */
export async function complaintsOf(db: Db, userId: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) filter (where l.reporter_type = 'user') + coalesce(sum(a.appeals), 0) as n
    from food_loss l
    left join lateral (
      select count(*) as appeals from food_loss_appeal where loss_id = l.id and party = 'user') a on true
    where l.user_id = ${userId}`.execute(db);
  return Number(rows[0]?.n ?? 0);
}
