import type { CertificateState } from '../../../contract/riderCertificate.states';
import type { RiderIdentityState } from '../../../contract/riderIdentity.states';
import type { RiderState } from '../../../contract/riderWork.states';
import { idCard } from '../../demo/names';
import { idCardColumns } from '../people';
import { type Fixture, madeBy, nextSerial, type Stage } from './testing-fixture';

/** Fixtures for riders, their health certificates and their identity changes. */

const NAME = '张三';

/** Returns the number of an identity card that no other rider has. */
function newCard(): string {
  const serial = nextSerial();
  return idCard(`19${80 + Math.floor(serial / 900)}-05-05`, 100 + (serial % 900));
}

/** Inserts a rider with valid identity, face check, health certificate and exam at the station. @returns the rider's id */
export async function insertRider({ t, teamId }: Stage, status: RiderState): Promise<number> {
  const id = t.ids.next();
  const at = t.clock.now();
  const serial = nextSerial();
  await t.db
    .insertInto('rider')
    .values({
      ...{ id, created_at: at, updated_at: at, rider_no: `S${serial}`, name: NAME, team_id: teamId, status },
      ...{ tel: `1392000${String(serial).padStart(4, '0')}`, ...idCardColumns(t.ports.secrets, id, newCard()) },
      ...{ rider_type: 'part', status_reason: null, vehicle_type: 'ebike', plate_no: null, train_score: 90 },
      ...{ real_name_state: 'passed', face_state: 'passed', face_at: at, health_state: 'valid' },
      ...{ health_valid_to: '2026-12-01', joined_at: at, left_at: status === 'offboarded' ? at : null },
    })
    .execute();
  return id;
}

const REASON = { reason: 'Moves to another town' };

/** A rider of the station. A rider has no maker, because the applicant has no account. */
const rider: Fixture = {
  table: 'rider',
  stateColumn: 'status',
  rules: [54, 5406, 5407, 5408],
  make: (stage, state) => insertRider(stage, state as RiderState),
  inputs: { transfer: ({ otherTeamId }: Stage) => ({ teamId: otherTeamId, ...REASON }) },
  ends: { transfer: (before) => before },
};

const NUMBERED: readonly CertificateState[] = ['valid', 'expired'];
const VALIDITY = { issuedAt: '2026-01-10', validTo: '2026-12-01' };

const riderCertificate: Fixture = {
  table: 'rider_certificate',
  stateColumn: 'state',
  rules: [54, 5406],
  async make(stage, name) {
    const state = name as CertificateState;
    const row = madeBy(stage, 'HC');
    const dates = { issued_at: VALIDITY.issuedAt, valid_to: VALIDITY.validTo };
    await stage.t.db
      .insertInto('rider_certificate')
      .values({
        ...{ ...row, rider_id: await insertRider(stage, 'active'), team_id: stage.teamId, state, files: '[]' },
        ...{ read: null, ...(NUMBERED.includes(state) && { cert_no: `CN${row.id}`, holder: NAME, ...dates }) },
      })
      .execute();
    return row.id;
  },
  inputs: { approve: () => ({ certNo: `CN-${nextSerial()}`, hospital: '', holder: NAME, ...VALIDITY }) },
};

/** A change of name and identity card. The document has no maker, because the rider who reported the change has no account. */
const riderIdentity: Fixture = {
  table: 'rider_identity',
  stateColumn: 'state',
  rules: [54, 5406],
  async make(stage, name) {
    const { t, teamId } = stage;
    const riderId = await insertRider(stage, 'active');
    const { id, created_at, no } = madeBy(stage, 'RN');
    const { id_card: oldCard } = await t.db
      .selectFrom('rider')
      .select('id_card')
      .where('id', '=', riderId)
      .executeTakeFirstOrThrow();
    await t.db
      .insertInto('rider_identity')
      .values({
        ...{ id, created_at, no, rider_id: riderId, team_id: teamId, state: name as RiderIdentityState },
        ...{
          old_name: NAME,
          old_id_card: oldCard,
          name: '李四',
          ...idCardColumns(t.ports.secrets, riderId, newCard()),
        },
      })
      .execute();
    return id;
  },
};

export const RIDER_FIXTURES: Readonly<Record<string, Fixture>> = { riderCertificate, rider, riderIdentity };
