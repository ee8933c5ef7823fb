import { type Insertable, type Kysely, type Selectable, sql } from 'kysely';
import type { Database } from '../../core/database/schema';
import { caseTable } from '../case';

/** SQL queries for health certificates, and for their copies on the riders' rows. Certificates are never deleted. */

type Db = Kysely<Database>;
export type CertificateRow = Selectable<Database['rider_certificate']>;

export const CERTIFICATE_TABLE = caseTable('rider_certificate', { neverExpires: true });

const riders = (db: Db) =>
  db.selectFrom('rider').select(['id', 'rider_no as riderNo', 'name', 'team_id as teamId', 'status']);
export type Holder = Awaited<ReturnType<ReturnType<typeof riders>['executeTakeFirstOrThrow']>>;

export const holdersOf = (db: Db, ids: readonly number[]): Promise<Holder[]> =>
  riders(db)
    .where('id', 'in', [...ids, 0])
    .execute();

/** Locks a rider, so that certificates are submitted one at a time. */
export const lockHolder = (db: Db, id: number): Promise<Holder | undefined> =>
  riders(db).where('id', '=', id).forUpdate().executeTakeFirst();

export const findCertificate = (db: Db, id: number): Promise<CertificateRow | undefined> =>
  db.selectFrom('rider_certificate').selectAll().where('id', '=', id).executeTakeFirst();

/** Lists a rider's certificates, newest first. */
export const certificatesOf = (db: Db, riderId: number, limit: number): Promise<CertificateRow[]> =>
  db
    .selectFrom('rider_certificate')
    .selectAll()
    .where('rider_id', '=', riderId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();

export async function hasOpenCertificate(db: Db, riderId: number): Promise<boolean> {
  const open = db.selectFrom('rider_certificate').select('id').where('rider_id', '=', riderId);
  return (await open.where('state', '=', 'reviewing').executeTakeFirst()) !== undefined;
}

export async function isNumberTaken(db: Db, certNo: string, but: number): Promise<boolean> {
  const same = db.selectFrom('rider_certificate').select('id').where('cert_no', '=', certNo).where('id', '<>', but);
  return (await same.where('state', '=', 'valid').executeTakeFirst()) !== undefined;
}

export async function insertCertificate(db: Db, row: Insertable<Database['rider_certificate']>): Promise<void> {
  await db.insertInto('rider_certificate').values(row).execute();
}

/** Sets the health state of a rider, unless the rider has a valid certificate. */
export async function markHealth(db: Db, riderId: number, to: 'reviewing' | 'rejected', now: Date): Promise<void> {
  await db
    .updateTable('rider')
    .set({ health_state: to, updated_at: now, version: sql`version + 1` })
    .where('id', '=', riderId)
    .where('health_state', '<>', 'valid')
    .execute();
}

/** Copies a valid certificate to its rider, unless the rider's certificate is valid for longer. */
export async function copyToRider(
  db: Db,
  riderId: number,
  { id, validTo }: { readonly id: number; readonly validTo: string },
  now: Date,
): Promise<void> {
  await db
    .updateTable('rider')
    .set({
      ...{ health_state: 'valid', health_valid_to: validTo, certificate_id: id },
      ...{ updated_at: now, version: sql`version + 1` },
    })
    .where('id', '=', riderId)
    .where((eb) => eb.or([eb('health_state', '<>', 'valid'), eb('health_valid_to', '<=', validTo)]))
    .execute();
}

/** Sets certificates whose validity ended before a day to `expired`. @returns their ids */
export async function lapseBefore(db: Db, day: string): Promise<number[]> {
  const rows = await db
    .updateTable('rider_certificate')
    .set({ state: 'expired', version: sql`version + 1` })
    .where('state', '=', 'valid')
    .where('valid_to', '<', day)
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Sets riders whose certificate ended before a day to `expired`. Includes riders who have an end of validity but no certificate record. */
export async function markExpired(db: Db, day: string, now: Date): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('rider')
    .set({ health_state: 'expired', updated_at: now, version: sql`version + 1` })
    .where('health_state', '=', 'valid')
    .where('health_valid_to', '<', day)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Moves a rider's certificates to the rider's new station. */
export async function moveCertificates(db: Db, riderId: number, teamId: number): Promise<void> {
  await db.updateTable('rider_certificate').set({ team_id: teamId }).where('rider_id', '=', riderId).execute();
}
