import type { Kysely } from 'kysely';
import type { LngLat } from '../../../contract/hexagon';
import { PREPARED } from '../../core/database/prepared-statements';
import type { Database } from '../../core/database/schema';
import type { Box } from './geometry';
import type { Writer } from './log-store';

/** This module contains the SQL queries for service areas. */

type Db = Kysely<Database>;

export interface AreaRecord {
  readonly mode: 'hexagon' | 'polygon' | 'circle' | 'district';
  readonly hexSizeKm: number | null;
  readonly polygon: LngLat[];
  readonly areaKm2: number;
  readonly effectiveFrom: Date;
}

/** Reads a station's area in force, its next area and its previous area. */
export async function areasOf(
  db: Db,
  teamId: number,
): Promise<{ current: AreaRecord | null; next: AreaRecord | null; previous: AreaRecord | null }> {
  const rows = await db
    .selectFrom('team_area')
    .where('team_area.team_id', '=', teamId)
    .select([
      'team_area.phase as phase',
      'team_area.mode as mode',
      'team_area.hex_size_km as hexSizeKm',
      'team_area.polygon as polygon',
      'team_area.area_km2 as areaKm2',
      'team_area.effective_from as effectiveFrom',
    ])
    .orderBy('team_area.effective_from', 'desc')
    .orderBy('team_area.id', 'desc')
    .limit(10)
    .modifyEnd(PREPARED)
    .execute();
  const of = (phase: 'current' | 'next' | 'past') => rows.find((row) => row.phase === phase) ?? null;
  return { current: of('current'), next: of('next'), previous: of('past') };
}

/** Number of areas that {@link areasMeeting} reads at a time. */
const AREAS_READ = 200;

/**
 * Finds current and next areas whose bounding box intersects `box`, with their stations. Drafts and closed stations are left out. The
 * areas are read in batches, so that other requests are not blocked while the caller computes overlaps.
 */
export async function* areasMeeting(db: Db, box: Box, exceptId: number | null) {
  for (let afterId = 0; ; ) {
    const areas = await areaBatch(db, box, exceptId, afterId);
    yield* areas;
    const last = areas.at(-1);
    if (!last || areas.length < AREAS_READ) return;
    afterId = last.areaId;
  }
}

function areaBatch(db: Db, box: Box, exceptId: number | null, afterId: number) {
  return db
    .selectFrom('team_area')
    .innerJoin('team', 'team.id', 'team_area.team_id')
    .where('team_area.phase', '<>', 'past')
    .where('team_area.max_lng', '>', box.minLng)
    .where('team_area.min_lng', '<', box.maxLng)
    .where('team_area.max_lat', '>', box.minLat)
    .where('team_area.min_lat', '<', box.maxLat)
    .where('team_area.id', '>', afterId)
    .where('team.status', 'in', ['preparing', 'operating', 'paused', 'frozen'])
    .where('team.deleted_at', 'is', null)
    .$if(exceptId !== null, (qb) => qb.where('team.id', '<>', exceptId ?? 0))
    .select([
      'team_area.id as areaId',
      'team.id as id',
      'team.name as name',
      'team.province_code as provinceCode',
      'team.city_code as cityCode',
      'team.district_code as districtCode',
      'team.franchisee_id as franchiseeId',
      'team_area.polygon as polygon',
    ])
    .orderBy('team_area.id')
    .limit(AREAS_READ)
    .execute();
}

export async function insertArea(
  db: Db,
  area: {
    id: number;
    teamId: number;
    mode: AreaRecord['mode'];
    hexSizeKm: number | null;
    polygon: readonly LngLat[];
    areaKm2: number;
    box: Box;
    phase: 'current' | 'next';
    effectiveFrom: Date;
  },
  writer: Writer,
): Promise<void> {
  // A new planned area replaces the earlier planned area. A new area in force sets the phase of the present area to `past`.
  if (area.phase === 'next') {
    await db.deleteFrom('team_area').where('team_id', '=', area.teamId).where('phase', '=', 'next').execute();
  } else {
    await db
      .updateTable('team_area')
      .set({ phase: 'past', effective_to: area.effectiveFrom })
      .where('team_id', '=', area.teamId)
      .where('phase', '=', 'current')
      .execute();
  }
  await db
    .insertInto('team_area')
    .values({
      id: area.id,
      team_id: area.teamId,
      mode: area.mode,
      hex_size_km: area.hexSizeKm,
      polygon: JSON.stringify(area.polygon),
      area_km2: area.areaKm2,
      min_lng: area.box.minLng,
      min_lat: area.box.minLat,
      max_lng: area.box.maxLng,
      max_lat: area.box.maxLat,
      phase: area.phase,
      effective_from: area.effectiveFrom,
      created_at: writer.at,
      created_by: writer.id,
    })
    .execute();
}
