import type { Kysely } from 'kysely';
import { OPEN_LOSS_STATES } from '../../../contract/foodLoss.states';
import type { Database } from '../../core/database/schema';

/** How many open food losses name a rider. Here, since withdrawals ask for it and food losses pay through their modules. */
export async function openLossesOfRider(db: Kysely<Database>, riderId: number): Promise<number> {
  const { n } = await db
    .selectFrom('food_loss')
    .where('state', 'in', [...OPEN_LOSS_STATES])
    .where('rider_id', '=', riderId)
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return Number(n);
}
