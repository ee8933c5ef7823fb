import { type Kysely, type SqlBool, sql } from 'kysely';
import type { Text } from '../../../contract/text';
import { idIn } from '../../core/database/id-in';
import { PREPARED } from '../../core/database/prepared-statements';
import type { Database } from '../../core/database/schema';
import { BELONGING_STATES, onlineSince, RIDER_STATES, WORKING_STATES } from './rules';

interface RiderCount {
  /** Number of riders able to work with a heartbeat within 120 s. */
  readonly online: number;
  /** Number of riders able to work. */
  readonly total: number;
  /** Number of riders of the station, including applicants and suspended riders. A station with riders cannot close. */
  readonly belonging: number;
}

/**
 * Counts the riders of each station at `now` (DOMAIN §3.2, §3.3).
 *
 * @param teamIds the stations. The result has an entry for each of them.
 */
export async function riderCounts(
  db: Kysely<Database>,
  teamIds: readonly number[],
  now: Date,
): Promise<Map<number, RiderCount>> {
  const counts = new Map<number, RiderCount>(teamIds.map((id) => [id, { online: 0, total: 0, belonging: 0 }]));
  if (teamIds.length === 0) return counts;
  const rows = await db
    .selectFrom('rider')
    .where(idIn('rider.team_id', teamIds))
    .where('rider.status', 'in', [...BELONGING_STATES])
    .groupBy('rider.team_id')
    .select((eb) => [
      'rider.team_id as teamId',
      eb.fn
        .countAll<number>()
        .filterWhere('rider.status', 'in', [...WORKING_STATES])
        .filterWhere('rider.heartbeat_at', '>', onlineSince(now))
        .as('online'),
      eb.fn
        .countAll<number>()
        .filterWhere('rider.status', 'in', [...WORKING_STATES])
        .as('total'),
      eb.fn.countAll<number>().as('belonging'),
    ])
    .modifyEnd(PREPARED)
    .execute();
  for (const { teamId, ...count } of rows) counts.set(teamId, count);
  return counts;
}

/** Builds a condition for queries of `team`: no rider is online and able to work at `now`. It uses the index of riders. */
export function hasNoRider(now: Date) {
  const states = sql.join([...WORKING_STATES]);
  return sql<SqlBool>`not exists (
    select 1 from rider
    where rider.team_id = team.id and rider.status in (${states}) and rider.heartbeat_at > ${onlineSince(now)}
  )`;
}

/** Finds the stations with at least one rider who is online and able to work. */
export async function teamsWithRiders(db: Kysely<Database>, now: Date): Promise<Set<number>> {
  const rows = await db
    .selectFrom('rider')
    .where('rider.heartbeat_at', '>', onlineSince(now))
    .where('rider.status', 'in', [...WORKING_STATES])
    .select('rider.team_id as teamId')
    .distinct()
    .execute();
  return new Set(rows.map(({ teamId }) => teamId));
}

/**
 * Counts the riders who are able to work, and those of them who are online, over several stations.
 *
 * @param teamIds `null` includes all stations
 */
export async function riderTotals(
  db: Kysely<Database>,
  teamIds: readonly number[] | null,
  now: Date,
): Promise<Pick<RiderCount, 'online' | 'total'>> {
  return await db
    .selectFrom('rider')
    .where('rider.status', 'in', [...WORKING_STATES])
    .$if(teamIds !== null, (qb) => qb.where(idIn('rider.team_id', teamIds ?? [])))
    .select((eb) => [
      eb.fn.countAll<number>().filterWhere('rider.heartbeat_at', '>', onlineSince(now)).as('online'),
      eb.fn.countAll<number>().as('total'),
    ])
    .modifyEnd(PREPARED)
    .executeTakeFirstOrThrow();
}

interface RiderOfTeam {
  readonly id: number;
  readonly riderNo: string;
  readonly name: string;
  /** Not masked. The caller must mask it. */
  readonly tel: string;
  readonly status: keyof typeof RIDER_STATES;
  readonly statusText: Text;
  readonly online: boolean;
}

/** Lists at most 500 riders who belong to a station. The rider with the latest heartbeat is first. */
export async function ridersOf(db: Kysely<Database>, teamId: number, now: Date): Promise<RiderOfTeam[]> {
  const rows = await db
    .selectFrom('rider')
    .where('rider.team_id', '=', teamId)
    .where('rider.status', 'in', [...BELONGING_STATES])
    .select([
      'rider.id',
      'rider.rider_no as riderNo',
      'rider.name',
      'rider.tel',
      'rider.status',
      'rider.heartbeat_at as heartbeatAt',
    ])
    .orderBy(sql`rider.heartbeat_at desc nulls last`)
    .orderBy('rider.id')
    .limit(500)
    .modifyEnd(PREPARED)
    .execute();
  const since = onlineSince(now);
  return rows.map(({ heartbeatAt, ...rider }) => ({
    ...rider,
    statusText: RIDER_STATES[rider.status],
    online: (WORKING_STATES as readonly string[]).includes(rider.status) && heartbeatAt !== null && heartbeatAt > since,
  }));
}

interface RiderName {
  readonly id: number;
  readonly name: string;
  readonly teamId: number;
  /** Rating in hundredths of a star. */
  readonly ratingX100: number;
}

/** Reads names and ratings of riders, including those who left. */
export async function riderNames(db: Kysely<Database>, ids: readonly number[]): Promise<RiderName[]> {
  if (ids.length === 0) return [];
  return await db
    .selectFrom('rider')
    .where('rider.id', 'in', [...ids])
    .select(['rider.id', 'rider.name', 'rider.team_id as teamId', 'rider.rating_x100 as ratingX100'])
    .execute();
}

/**
 * Lists the riders able to work with the best or the worst rating.
 *
 * @param teamIds `null` includes all stations
 */
export async function ridersByRating(
  db: Kysely<Database>,
  teamIds: readonly number[] | null,
  direction: 'top' | 'bottom',
  limit: number,
): Promise<RiderName[]> {
  return await db
    .selectFrom('rider')
    .where('rider.status', 'in', [...WORKING_STATES])
    .$if(teamIds !== null, (qb) => qb.where(idIn('rider.team_id', teamIds ?? [])))
    .select(['rider.id', 'rider.name', 'rider.team_id as teamId', 'rider.rating_x100 as ratingX100'])
    .orderBy('rider.rating_x100', direction === 'top' ? 'desc' : 'asc')
    .orderBy('rider.id')
    .limit(limit)
    .execute();
}

/**
 * Counts the users with at least one session on these days. Each user counts once (DOMAIN §3.2 activeUserCount).
 *
 * @param teamIds only users whose home station is one of these; `null` includes all users
 * @param to ignores a user's day whose first session is at or after this moment
 */
export async function activeUsers(
  db: Kysely<Database>,
  teamIds: readonly number[] | null,
  days: { readonly from: string; readonly to: string },
  to: Date,
): Promise<number> {
  const seen = db
    .selectFrom('app_user_day')
    .where('app_user_day.day', '>=', days.from)
    .where('app_user_day.day', '<=', days.to)
    .where('app_user_day.first_at', '<', to)
    .$if(teamIds !== null, (qb) =>
      qb.where(sql<boolean>`app_user_day.home_team_id = any(${sql.val([...(teamIds ?? [])])}::bigint[])`),
    )
    .select('app_user_day.app_user_id')
    .distinct();
  // PostgreSQL hashes distinct rows, but it would sort them for `count(distinct …)`.
  const row = await db
    .selectFrom(seen.as('seen'))
    .select((eb) => eb.fn.countAll<number>().as('users'))
    .executeTakeFirstOrThrow();
  return row.users;
}

/** Finds the riders able to work whose health certificates expire on a day, by station. */
export async function certificatesEnding(
  db: Kysely<Database>,
  day: string,
): Promise<{ readonly teamId: number; readonly riderIds: readonly number[] }[]> {
  return db
    .selectFrom('rider')
    .select(['rider.team_id as teamId', sql<number[]>`array_agg(rider.id)`.as('riderIds')])
    .where('rider.health_valid_to', '=', day)
    .where('rider.health_state', '=', 'valid')
    .where('rider.status', 'in', [...WORKING_STATES])
    .groupBy('rider.team_id')
    .orderBy('rider.team_id')
    .execute();
}

/** Finds which of the ids exist. */
export async function knownPeople(
  db: Kysely<Database>,
  ids: { readonly riders: readonly number[]; readonly users: readonly number[]; readonly merchants: readonly number[] },
): Promise<{ riders: ReadonlySet<number>; users: ReadonlySet<number>; merchants: ReadonlySet<number> }> {
  const found = async (table: 'rider' | 'app_user' | 'merchant', wanted: readonly number[]) => {
    if (wanted.length === 0) return new Set<number>();
    const { rows } = await sql<{ id: number }>`
      select id from ${sql.table(table)} where id = any(${[...wanted]}::bigint[])`.execute(db);
    return new Set(rows.map(({ id }) => id));
  };
  return {
    riders: await found('rider', ids.riders),
    users: await found('app_user', ids.users),
    merchants: await found('merchant', ids.merchants),
  };
}
