import { type Kysely, type SqlBool, sql } from 'kysely';
import type { Actor } from '../../core/actor';
import { idIn } from '../../core/database/id-in';
import type { Database } from '../../core/database/schema';
import { type ExportKey, type ExportRange, inExport } from '../../core/export/export';
import type { ActorContext } from '../../core/http/context';
import { present } from './answers';
import { filterOf } from './filter';
import { filtered, type TeamFilter } from './list-store';

/** This module contains the SQL queries for exports of stations. Other exports use this module to filter by stations. */

type Db = Kysely<Database>;

/** Selects the stations to export. `areas` limits them to stations with an area in force. */
function wanted(db: Db, actor: Actor, filter: TeamFilter, range: ExportRange, after: ExportKey | null, areas: boolean) {
  return filtered(db, actor, filter)
    .where(inExport('team', range, after))
    .$if(areas, (query) =>
      query.where(
        sql<SqlBool>`exists (select 1 from team_area where team_area.team_id = team.id and team_area.phase = 'current')`,
      ),
    );
}

export async function exportTeamCount(
  db: Db,
  actor: Actor,
  filter: TeamFilter,
  from: { readonly range: ExportRange; readonly after: ExportKey | null; readonly areas: boolean },
  most: number,
): Promise<number> {
  const some = wanted(db, actor, filter, from.range, from.after, from.areas)
    .select(sql<number>`1`.as('one'))
    .limit(most);
  const { total } = await db
    .selectFrom(some.as('some'))
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

export async function exportTeamIds(
  db: Db,
  actor: Actor,
  filter: TeamFilter,
  from: { readonly range: ExportRange; readonly after: ExportKey | null; readonly areas: boolean },
  limit: number,
): Promise<number[]> {
  const rows = await wanted(db, actor, filter, from.range, from.after, from.areas)
    .select('team.id')
    .orderBy('team.id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Builds a subquery of the stations that the caller's list shows.
 *
 * @param ids limits the result to these stations; `null` means all stations of the list
 */
export async function listedTeams(
  ctx: ActorContext,
  input: Parameters<typeof filterOf>[0],
  ids: readonly number[] | null,
) {
  const listed = filtered(ctx.db, ctx.actor, filterOf(input, await present(ctx))).select('team.id');
  return ids === null ? listed : listed.where(idIn('team.id', ids));
}

/** Reads the station columns that the list does not show. */
export async function exportTeamFacts(db: Db, ids: readonly number[]) {
  const rows = await db
    .selectFrom('team')
    .where(idIn('team.id', ids))
    .select([
      'team.id',
      'team.address',
      'team.address_detail as addressDetail',
      'team.lng',
      'team.lat',
      'team.contact_tel as contactTel',
      'team.emergency_tel as emergencyTel',
      'team.email',
      'team.legal_name as legalName',
      'team.licence_no as licenceNo',
      'team.promise_min as promiseMin',
      'team.max_distance_m as maxDistanceM',
      'team.max_weight_g as maxWeightG',
      'team.settlement_mode as settlementMode',
      'team.platform_rate_bp as platformRateBp',
      'team.platform_fixed_fen as platformFixedFen',
      'team.rider_share_bp as riderShareBp',
      'team.settle_cycle as settleCycle',
      'team.deposit_fen as depositFen',
      'team.deposit_warn_fen as depositWarnFen',
      'team.credit_limit_fen as creditLimitFen',
      'team.created_at as createdAt',
    ])
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}
export type TeamFacts = NonNullable<ReturnType<Awaited<ReturnType<typeof exportTeamFacts>>['get']>>;

/** Reads the stations' areas in force, by station id. */
export async function exportAreas(db: Db, ids: readonly number[]) {
  const rows = await db
    .selectFrom('team_area')
    .where(idIn('team_area.team_id', ids))
    .where('team_area.phase', '=', 'current')
    .select([
      'team_area.team_id as teamId',
      'team_area.mode',
      'team_area.polygon',
      'team_area.area_km2 as areaKm2',
      'team_area.effective_from as effectiveFrom',
    ])
    .execute();
  return new Map(rows.map((row) => [row.teamId, row]));
}
export type ExportedArea = NonNullable<ReturnType<Awaited<ReturnType<typeof exportAreas>>['get']>>;

/** Reads the switches that have been set at least once, by station id. */
export async function exportSwitches(db: Db, ids: readonly number[]) {
  const rows = await db
    .selectFrom('team_switch')
    .where(idIn('team_switch.team_id', ids))
    .select(['team_switch.team_id as teamId', 'team_switch.key', 'team_switch.on', 'team_switch.params'])
    .orderBy('team_switch.key')
    .execute();
  const of = new Map<number, (typeof rows)[number][]>();
  for (const row of rows) of.set(row.teamId, [...(of.get(row.teamId) ?? []), row]);
  return of;
}
