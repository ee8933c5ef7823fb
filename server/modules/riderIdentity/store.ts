import { type Insertable, type Kysely, type Selectable, type SqlBool, sql } from 'kysely';
import type { SealedColumn } from '../../core/access/rotation';
import type { Database } from '../../core/database/schema';
import { caseTable } from '../case';
import { idCardPlace } from '../people';

/** SQL queries for riders' identity changes. Identity changes are never deleted. */

type Db = Kysely<Database>;
export type IdentityRow = Selectable<Database['rider_identity']>;

export const IDENTITY_TABLE = caseTable('rider_identity', { neverExpires: true });

/** The encrypted cards before and after a change. */
export const identityColumns: readonly SealedColumn[] = ['old_id_card', 'id_card'].map((column) => ({
  table: 'rider_identity',
  column,
  key: ['id'],
  placeColumns: ['rider_id'],
  place: (row) => idCardPlace(Number(row.rider_id)),
}));

export const lockRider = (db: Db, id: number) =>
  db.selectFrom('rider').select(['name', 'status']).where('id', '=', id).forUpdate().executeTakeFirst();

/** Condition for queries of the table `rider`: a change of the rider's identity is under review. */
export const HAS_OPEN_IDENTITY = sql<SqlBool>`exists (
  select from rider_identity where rider_identity.rider_id = rider.id and rider_identity.state = 'reviewing')`;

/** Returns the changed card. @returns `null` if the card does not change */
export function cardOf({ id_card, id_card_hash, birth, gender }: IdentityRow) {
  return id_card && id_card_hash && birth && gender ? { id_card, id_card_hash, birth, gender } : null;
}

/** Finds the newest identity change of a rider. Only the newest one can be under review. */
export const newestIdentity = (db: Db, riderId: number): Promise<IdentityRow | undefined> =>
  db
    .selectFrom('rider_identity')
    .selectAll()
    .where('rider_id', '=', riderId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();

export async function insertIdentity(db: Db, row: Insertable<Database['rider_identity']>): Promise<void> {
  await db.insertInto('rider_identity').values(row).execute();
}

/** Closes a rider's pending review without a decision. @returns its id */
export async function endOpen(db: Db, riderId: number, now: Date): Promise<number | undefined> {
  const ended = await db
    .updateTable('rider_identity')
    .set({ state: 'replaced', decided_at: now, checker_id: 0, checker_name: '', version: sql`version + 1` })
    .where('rider_id', '=', riderId)
    .where('state', '=', 'reviewing')
    .returning('id')
    .executeTakeFirst();
  return ended?.id;
}

/** Checks whether another rider has this identity card. */
export async function isCardTaken(db: Db, cardHash: string, but: number): Promise<boolean> {
  const same = db.selectFrom('rider').select('id').where('id_card_hash', '=', cardHash).where('id', '<>', but);
  return (await same.executeTakeFirst()) !== undefined;
}

/** Writes the approved name and card to the rider and marks the identity as approved. */
export async function applyIdentity(db: Db, row: IdentityRow, now: Date): Promise<void> {
  await db
    .updateTable('rider')
    .set({
      ...{ name: row.name, real_name_state: 'passed', updated_at: now, version: sql`version + 1` },
      ...cardOf(row),
    })
    .where('id', '=', row.rider_id)
    .execute();
}

/** Moves a rider's identity changes to the rider's new station. */
export async function moveIdentities(db: Db, riderId: number, teamId: number): Promise<void> {
  await db.updateTable('rider_identity').set({ team_id: teamId }).where('rider_id', '=', riderId).execute();
}
