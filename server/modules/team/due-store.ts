import type { Kysely } from 'kysely';
import type { Database } from '../../core/database/schema';
import type { FeeChanges } from './store';

/**
 * This module contains the SQL queries for due changes: planned states, areas, financial terms and switches. The jobs apply these
 * changes.
 */

type Db = Kysely<Database>;

/** Lists the stations whose planned pause or resumption is due. */
export async function dueStates(db: Db, now: Date) {
  return await db
    .selectFrom('team')
    .where('team.deleted_at', 'is', null)
    .where((eb) =>
      eb.or([
        eb.and([eb('team.status', '=', 'operating'), eb('team.pause_at', '<=', now)]),
        eb.and([eb('team.status', '=', 'paused'), eb('team.resume_at', '<=', now)]),
      ]),
    )
    .select(['team.id as id', 'team.name as name', 'team.version as version', 'team.status as status'])
    .orderBy('team.id')
    .execute();
}

export async function dueAreas(db: Db, now: Date): Promise<{ id: number; teamId: number; effectiveFrom: Date }[]> {
  return await db
    .selectFrom('team_area')
    .where('team_area.phase', '=', 'next')
    .where('team_area.effective_from', '<=', now)
    .select(['team_area.id as id', 'team_area.team_id as teamId', 'team_area.effective_from as effectiveFrom'])
    .orderBy('team_area.id')
    .execute();
}

/** Makes the next area the current one. Sets the phase of the former current area to `past`. */
export async function startArea(db: Db, area: { id: number; teamId: number; effectiveFrom: Date }): Promise<void> {
  await db
    .updateTable('team_area')
    .set({ phase: 'past', effective_to: area.effectiveFrom })
    .where('team_id', '=', area.teamId)
    .where('phase', '=', 'current')
    .execute();
  await db.updateTable('team_area').set({ phase: 'current' }).where('id', '=', area.id).execute();
}

export async function dueFees(db: Db, now: Date): Promise<{ id: number; teamId: number; changes: FeeChanges }[]> {
  const rows = await db
    .selectFrom('team_fee_change')
    .where('team_fee_change.phase', '=', 'next')
    .where('team_fee_change.effective_from', '<=', now)
    .select(['team_fee_change.id as id', 'team_fee_change.team_id as teamId', 'team_fee_change.changes as changes'])
    .orderBy('team_fee_change.id')
    .execute();
  return rows.map((row) => ({ ...row, changes: row.changes as FeeChanges }));
}

export async function endFeeChange(db: Db, id: number): Promise<void> {
  await db.updateTable('team_fee_change').set({ phase: 'past' }).where('id', '=', id).execute();
}

/** Lists the switches whose end time has passed. */
export async function dueSwitches(db: Db, now: Date) {
  return await db
    .selectFrom('team_switch')
    .where('team_switch.until', '<=', now)
    .select([
      'team_switch.id as id',
      'team_switch.team_id as teamId',
      'team_switch.key as key',
      'team_switch.on as on',
      'team_switch.params as params',
    ])
    .orderBy('team_switch.id')
    .execute();
}

export async function endSwitch(db: Db, id: number, on: boolean, at: Date): Promise<void> {
  await db
    .updateTable('team_switch')
    .set((eb) => ({
      on,
      until: null,
      reason: null,
      version: eb('version', '+', 1),
      updated_at: at,
      updated_by: 0,
      updated_by_name: '',
    }))
    .where('id', '=', id)
    .execute();
}
