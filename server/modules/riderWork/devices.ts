import { sql } from 'kysely';
import type { RiderReport } from '../../../contract/riderReport';
import { RIDER } from '../../../contract/riderWork.states';
import { deviceAnswer, deviceColumns } from '../../core/devices';
import type { ActorContext, CallContext } from '../../core/http/context';
import { requireRider } from './answers';

/** Devices that the riders' app reports. */

type SignedIn = Extract<RiderReport, { event: 'signedIn' }>;

export async function saveDevice({ db }: Pick<CallContext, 'db'>, report: SignedIn, at: Date): Promise<void> {
  const device = { rider_id: report.riderId, ...deviceColumns(report, at) };
  await db
    .insertInto('rider_device')
    .values({ ...device, first_at: at, logins: 1 })
    .onConflict((conflict) =>
      conflict.columns(['rider_id', 'device_key']).doUpdateSet((eb) => ({
        ...device,
        first_at: sql<Date>`least(rider_device.first_at, excluded.first_at)`,
        last_at: sql<Date>`greatest(rider_device.last_at, excluded.last_at)`,
        logins: eb('rider_device.logins', '+', 1),
      })),
    )
    .execute();
}

/**
 * Lists a rider's newest devices, and counts the other riders on each device.
 *
 * @throws Refusal 40302 (station out of scope), 40401 (unknown rider)
 */
export async function riderDevices(ctx: ActorContext, { riderId }: { readonly riderId: number }) {
  await requireRider(ctx, riderId);
  const devices = await ctx.db
    .selectFrom('rider_device')
    .where('rider_id', '=', riderId)
    .selectAll()
    .select(
      sql<number>`(select count(*)::int from rider_device other where other.device_key = rider_device.device_key
        and other.rider_id <> rider_device.rider_id)`.as('shared_with'),
    )
    .orderBy('last_at', 'desc')
    .orderBy('device_key')
    .limit(RIDER.rows + 1)
    .execute();
  const list = devices.slice(0, RIDER.rows).map((device) => deviceAnswer(device, device.shared_with));
  return { list, more: devices.length > RIDER.rows };
}
