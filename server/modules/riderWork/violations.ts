import type { Kysely } from 'kysely';
import type { Clock } from '../../core/clock';
import type { Database } from '../../core/database/schema';
import type { Ids } from '../../core/ids';
import { LEFT_STATES } from '../people';
import { changeRider, insertViolation, lockRider } from './store';

/** Violations that other modules' decisions record. */

/**
 * Records a food loss as a violation of the rider. Subtracts its points from the safety score, to a minimum of 0. A rider who has left
 * keeps the score, because staff cannot record violations of such a rider either.
 */
export async function noteLossViolation(
  { db, clock, ids }: { readonly db: Kysely<Database>; readonly clock: Clock; readonly ids: Ids },
  violation: {
    readonly riderId: number;
    readonly points: number;
    readonly orderNo: string;
    readonly note: string;
    readonly by: { readonly id: number; readonly name: string };
  },
): Promise<void> {
  const row = await lockRider(db, violation.riderId);
  if (!row) return;
  const at = clock.now();
  await insertViolation(db, {
    id: ids.next(),
    rider_id: row.id,
    team_id: row.team_id,
    kind: 'food',
    is_serious: false,
    points: violation.points,
    order_no: violation.orderNo,
    note: violation.note,
    at,
    by_id: violation.by.id,
    by_name: violation.by.name,
  });
  if (LEFT_STATES.includes(row.status)) return;
  await changeRider(db, row, { safety_score: Math.max(0, row.safety_score - violation.points), updated_at: at });
}
