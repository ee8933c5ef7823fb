import type { RiderReport } from '../../../contract/riderReport';
import { RIDER } from '../../../contract/riderWork.states';
import { wallTime } from '../../core/money/days';
import { WORKING_STATES } from '../../modules/people';
import { demoTel, idCard, personName } from '../names';
import { isOnline } from '../people';
import { ZONE } from '../world';
import { NOTHING, type Traffic } from './traffic';

/**
 * Simulates the riders' app: heartbeats, offline reports, face checks requested by staff, confirmations of long working days, and
 * occasionally a new applicant.
 */

/** The share of rounds (one per minute) in which a person applies: about once an hour. */
const APPLIES = 1 / 60;
const PHONES = 10_000;

export const riderTraffic: Traffic = async ({ db, send, chance, now, newId }) => {
  const { day, minutes } = wallTime(now, ZONE);
  const riders = await db
    .selectFrom('rider')
    .leftJoin('rider_work', 'rider_work.rider_id', 'rider.id')
    .leftJoin('rider_fatigue', (join) =>
      join.onRef('rider_fatigue.rider_id', '=', 'rider.id').on('rider_fatigue.day', '=', day),
    )
    .select(['rider.id', 'rider.team_id', 'rider.face_state', 'rider_work.is_on', 'rider_fatigue.prompts'])
    .select('rider_fatigue.confirmed_at')
    .where('rider.status', 'in', [...WORKING_STATES])
    .orderBy('rider.id')
    .execute();
  const at = now.toISOString();
  const reports = riders.flatMap(
    ({ id: riderId, team_id, face_state, is_on, prompts, confirmed_at }): RiderReport[] => {
      if (!isOnline(riderId, team_id, day, Math.floor(minutes / 60)))
        return is_on === true ? [{ event: 'offline', riderId, at }] : [];
      const mustConfirm = confirmed_at === null && prompts?.some(({ kind }) => kind === 'daily') === true;
      return [
        { event: 'working', riderId, at },
        ...(face_state === 'reviewing'
          ? [{ event: 'faceChecked' as const, riderId, at, passed: !chance.chance(0.05) }]
          : []),
        ...(mustConfirm && chance.chance(0.3) ? [{ event: 'longDayConfirmed' as const, riderId, at }] : []),
      ];
    },
  );
  const [home] = riders;
  if (home && chance.chance(APPLIES)) {
    const birth = `${chance.int(1970, 2003)}-0${chance.int(1, 9)}-1${chance.int(0, 9)}`;
    const riderId = newId();
    reports.push({
      ...{ event: 'applied', riderId, at, riderNo: `S${riderId.toString(36).toUpperCase().slice(-10)}` },
      ...{
        name: personName(chance).name,
        tel: demoTel(chance.int(0, PHONES - 1)),
        teamId: chance.pick(riders).team_id,
      },
      ...{ idCard: idCard(birth, chance.int(0, 999)), riderType: 'part', vehicleType: 'ebike', plateNo: null },
    });
  }
  const total = { ...NOTHING } as { done: number; refused: number };
  for (let start = 0; start < reports.length; start += RIDER.reportBatch) {
    const answer = await send('safety.RiderReport/push', { reports: reports.slice(start, start + RIDER.reportBatch) });
    total.done += answer.done;
    total.refused += answer.refused;
  }
  return total;
};
