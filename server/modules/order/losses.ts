import type { Kysely } from 'kysely';
import { OPEN_LOSS_STATES } from '../../../contract/foodLoss.states';
import type { Database } from '../../core/database/schema';

/** Counts a rider's open food losses. It is in this module to avoid an import cycle between withdrawals and food losses. */
export async function openLossesOfRider(db: Kysely<Database>, riderId: number): Promise<number> {
  const { n } = await db
    .selectFrom('food_loss')
    .where('state', 'in', [...OPEN_LOSS_STATES])
    .where('rider_id', '=', riderId)
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return Number(n);
}
