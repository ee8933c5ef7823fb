import { type Kysely, type SqlBool, sql } from 'kysely';
import type { SwitchParams } from '../../../contract/operation';
import { SWITCHES, type SwitchKey } from '../../../contract/switches';
import type { TeamState } from '../../../contract/team.states';
import type { DataScope } from '../../core/actor';
import { idIn } from '../../core/database/id-in';
import { beginning, containing } from '../../core/database/like';
import { PREPARED } from '../../core/database/prepared-statements';
import { coalesceQuery } from '../../core/database/query-coalescing';
import type { Database } from '../../core/database/schema';
import { hasNoRider } from '../people';
import { byWork, scopeTeams } from '../team';
import type { SwitchStand } from './rules';

/** SQL queries for the operation of stations. Draft stations have no switches. */

type Db = Kysely<Database>;

interface MatrixFilter {
  readonly teamIds?: readonly number[] | undefined;
  readonly keyword?: string | undefined;
  readonly status?: readonly TeamState[] | undefined;
  readonly key?: SwitchKey | undefined;
  readonly on?: boolean | undefined;
}

/** Builds the condition that a switch is on or off. A switch that was never set has its initial position. */
function stands(key: SwitchKey, on: boolean) {
  return sql<SqlBool>`coalesce((select team_switch."on" from team_switch
    where team_switch.team_id = team.id and team_switch.key = ${key}), ${SWITCHES[key].initial}) = ${on}`;
}

function filtered(db: Db, scope: DataScope, filter: MatrixFilter) {
  let query = scopeTeams(db.selectFrom('team'), scope)
    .where('team.deleted_at', 'is', null)
    .where('team.status', 'not in', ['draft', 'deleted']);
  const { keyword, key } = filter;
  if (keyword) {
    query = query.where((eb) =>
      eb.or([eb('team.name', 'ilike', containing(keyword)), eb('team.code', 'like', beginning(keyword.toUpperCase()))]),
    );
  }
  if (filter.teamIds?.length) {
    query = query.where(idIn('team.id', filter.teamIds));
  }
  if (filter.status?.length) query = query.where('team.status', 'in', [...filter.status]);
  if (key && filter.on !== undefined) query = query.where(stands(key, filter.on));
  return query;
}

const SORT_COLUMNS = { work: byWork, createdAt: 'team.created_at', code: 'team.code', name: 'team.name' } as const;

export async function matrixPage(
  db: Db,
  scope: DataScope,
  filter: MatrixFilter,
  page: { sortField: keyof typeof SORT_COLUMNS; sortOrder: 'asc' | 'desc'; offset: number; limit: number },
) {
  // Read only ids first, so that PostgreSQL sorts and skips only ids.
  const ids = filtered(db, scope, filter)
    .select('team.id')
    .orderBy(SORT_COLUMNS[page.sortField], page.sortOrder)
    .orderBy('team.id', page.sortOrder)
    .offset(page.offset)
    .limit(page.limit);
  return await db
    .selectFrom('team')
    .where('team.id', 'in', ids)
    .select(['team.id as id', 'team.code as code', 'team.name as name', 'team.status as status'])
    .orderBy(SORT_COLUMNS[page.sortField], page.sortOrder)
    .orderBy('team.id', page.sortOrder)
    .execute();
}

/**
 * Counts the stations of the filter: all, in busy mode, in bad-weather mode, with the master switch off, and operating without an online
 * rider.
 */
export async function matrixTotals(
  db: Db,
  scope: DataScope,
  filter: MatrixFilter,
  now: Date,
): Promise<{ total: number; busy: number; badWeather: number; closedByHand: number; withoutRider: number }> {
  const standing = (key: SwitchKey, on: boolean) =>
    sql<number>`count(*) filter (where team_switch.key = ${key} and team_switch."on" = ${on})`;
  // Round to whole seconds. Concurrent callers then share one query.
  const second = new Date(Math.floor(now.getTime() / 1000) * 1000);
  const stations = filtered(db, scope, filter).select((eb) => eb.fn.countAll<number>().as('total'));
  const idle = filtered(db, scope, filter)
    .where('team.status', '=', 'operating')
    .where(hasNoRider(second))
    .select((eb) => eb.fn.countAll<number>().as('withoutRider'));
  const switches = filtered(db, scope, filter)
    .innerJoin('team_switch', 'team_switch.team_id', 'team.id')
    .where('team_switch.key', 'in', ['busyMode', 'badWeather', 'acceptOrders'])
    .select([
      standing('busyMode', true).as('busy'),
      standing('badWeather', true).as('badWeather'),
      standing('acceptOrders', false).as('closedByHand'),
    ]);
  const query = db.selectFrom([stations.as('stations'), idle.as('idle'), switches.as('switches')]).selectAll();
  const [totals] = await coalesceQuery(db, query);
  if (!totals) throw new Error('a count without a group has one row');
  return totals;
}

export interface StoredSwitch extends SwitchStand {
  readonly key: SwitchKey;
  readonly changedAt: Date;
  readonly changedByName: string;
}

/** Reads the switches that were set, by station. */
export async function switchesOf(db: Db, teamIds: readonly number[]): Promise<Map<number, StoredSwitch[]>> {
  const found = new Map<number, StoredSwitch[]>();
  if (teamIds.length === 0) return found;
  const rows = await db
    .selectFrom('team_switch')
    .where(idIn('team_switch.team_id', teamIds))
    .select([
      'team_switch.team_id as teamId',
      'team_switch.key as key',
      'team_switch.on as on',
      'team_switch.params as params',
      'team_switch.until as until',
      'team_switch.reason as reason',
      'team_switch.version as version',
      'team_switch.updated_at as changedAt',
      'team_switch.updated_by_name as changedByName',
    ])
    .modifyEnd(PREPARED)
    .execute();
  for (const { teamId, params, ...row } of rows) {
    found.set(teamId, [...(found.get(teamId) ?? []), { ...row, params: params as SwitchParams }]);
  }
  return found;
}

/**
 * Writes a switch if its stored version is `target.version`. Version 0 means that the switch was never set.
 *
 * @returns false after a concurrent change
 */
export async function writeSwitch(
  db: Db,
  target: { id: number; teamId: number; key: SwitchKey; version: number },
  stand: Omit<SwitchStand, 'version'>,
  writer: { id: number; name: string; at: Date },
): Promise<boolean> {
  const values = {
    on: stand.on,
    params: JSON.stringify(stand.params),
    until: stand.until,
    reason: stand.reason,
    version: target.version + 1,
    updated_at: writer.at,
    updated_by: writer.id,
    updated_by_name: writer.name,
  };
  const written =
    target.version === 0
      ? await db
          .insertInto('team_switch')
          .values({
            ...values,
            id: target.id,
            team_id: target.teamId,
            key: target.key,
            created_at: writer.at,
            created_by: writer.id,
          })
          .onConflict((conflict) => conflict.columns(['team_id', 'key']).doNothing())
          .returning('id')
          .executeTakeFirst()
      : await db
          .updateTable('team_switch')
          .set(values)
          .where('team_id', '=', target.teamId)
          .where('key', '=', target.key)
          .where('version', '=', target.version)
          .returning('id')
          .executeTakeFirst();
  return written !== undefined;
}

/** Counts the stations among `ids` that are in the scope and may be neighbours: not deleted, draft or closed. */
export async function countNeighbours(db: Db, scope: DataScope, ids: readonly number[]): Promise<number> {
  const row = await scopeTeams(db.selectFrom('team'), scope)
    .where('team.id', 'in', [...ids])
    .where('team.deleted_at', 'is', null)
    .where('team.status', 'not in', ['draft', 'deleted', 'closed'])
    .select((eb) => eb.fn.countAll<number>().as('teams'))
    .executeTakeFirstOrThrow();
  return Number(row.teams);
}

export async function insertNotice(
  db: Db,
  notice: { id: number; teamId: number; content: string; receivers: number },
  writer: { id: number; name: string; at: Date },
): Promise<void> {
  await db
    .insertInto('rider_notice')
    .values({
      id: notice.id,
      team_id: notice.teamId,
      content: notice.content,
      receivers: notice.receivers,
      created_at: writer.at,
      created_by: writer.id,
      created_by_name: writer.name,
    })
    .execute();
}
