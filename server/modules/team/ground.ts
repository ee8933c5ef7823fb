import type { Kysely } from 'kysely';
import type { LngLat } from '../../../contract/hexagon';
import type { TeamState } from '../../../contract/team.states';
import { PREPARED } from '../../core/database/prepared-statements';
import type { Database } from '../../core/database/schema';
import type { isInHours } from './hours';
import { hoursOf } from './list-store';

/** The data that decide whether a station can take an order at a place and a time. */
export interface StationGround {
  readonly id: number;
  readonly status: TeamState;
  readonly planId: number | null;
  /** Region codes of province, city and district. */
  readonly regions: readonly string[];
  readonly maxDistanceM: number | null;
  readonly maxWeightG: number | null;
  /** Corners of the area in force. The list is empty when the station has no area. */
  readonly area: readonly LngLat[];
  readonly week: Parameters<typeof isInHours>[0];
  readonly holidays: Parameters<typeof isInHours>[1];
}

/** Reads all stations except drafts and deleted stations into a map by id. `teamId` limits the result to one station. */
export async function stationGrounds(
  db: Kysely<Database>,
  teamId: number | null = null,
): Promise<Map<number, StationGround>> {
  const rows = await db
    .selectFrom('team')
    .leftJoin('team_area', (join) =>
      join.onRef('team_area.team_id', '=', 'team.id').on('team_area.phase', '=', 'current'),
    )
    .where('team.deleted_at', 'is', null)
    .where('team.status', 'not in', ['draft', 'deleted'])
    .$if(teamId !== null, (qb) => qb.where('team.id', '=', teamId ?? 0))
    .select([
      'team.id as id',
      'team.status as status',
      'team.fee_plan_id as planId',
      'team.province_code as provinceCode',
      'team.city_code as cityCode',
      'team.district_code as districtCode',
      'team.max_distance_m as maxDistanceM',
      'team.max_weight_g as maxWeightG',
      'team_area.polygon as area',
    ])
    .modifyEnd(PREPARED)
    .execute();
  const { week, holidays } = await hoursOf(
    db,
    rows.map(({ id }) => id),
    null,
  );
  return new Map(
    rows.map(({ provinceCode, cityCode, districtCode, area, ...row }) => [
      row.id,
      {
        ...row,
        regions: [provinceCode, cityCode, districtCode].filter((code) => code !== null),
        area: area ?? [],
        week: week.get(row.id) ?? [],
        holidays: holidays.get(row.id) ?? [],
      },
    ]),
  );
}
