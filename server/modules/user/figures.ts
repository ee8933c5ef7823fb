import { type RawBuilder, sql } from 'kysely';
import { LIST_LIMITS } from '../../../contract/limits';
import { ORDER_BAND_NAMES, ORDER_BANDS } from '../../../contract/user.states';
import { idIn } from '../../core/database/id-in';
import { withTransaction } from '../../core/database/transaction';
import type { Page } from '../../core/list/paged';
import { askedFilters } from '../../core/list/query';
import { bandColumns, type CountedRange, rangeOf } from './ranges';
import { countUsers, type Db, filteredUsers, type UserFilter, type UserRow, type UserSort, userPage } from './store';

/**
 * This module computes the totals of the users that match a filter. For few users, the totals are exact. For many users, they are the last
 * counts of the job "figures of users" (docs/decisions/0058).
 */

export interface UserTotals {
  readonly users: number;
  readonly newToday: number;
  readonly active: number;
  readonly withBalance: number;
  readonly balanceFen: number;
  readonly blacklisted: number;
}

/** The points in time on which the totals depend. */
export interface FigureDays {
  readonly day: string;
  /** Moment at which the present day began. */
  readonly dayStart: Date;
  /** Users whose last activity is at or after this moment count as active. */
  readonly activeSince: Date;
  /** Time zone that decides on which day a user registered or was active. */
  readonly timeZone: string;
}

/** Up to this many users, the totals are summed exactly. This takes about 25 ms. */
const SUMMED = 2_000;
/** If a platform has at most this many users, the job does not count them. An exact sum over all of them takes about 15 ms. */
const COUNTED_FROM = 50_000;

const sums = ({ dayStart, activeSince }: FigureDays) => sql`
  count(*) as users,
  count(*) filter (where created_at >= ${dayStart}) as "newToday",
  count(*) filter (where last_active_at >= ${activeSince}) as active,
  count(*) filter (where balance_fen > 0) as "withBalance",
  coalesce(sum(balance_fen), 0)::bigint as "balanceFen",
  count(*) filter (where status = 'blacklisted') as blacklisted`;

/** Reads a page of the list with its total and its sums. `total` is exact, but at most `LIST_LIMITS.countCap` + 1. */
export async function userList(
  db: Db,
  filter: UserFilter,
  sort: { readonly field: UserSort; readonly order: 'asc' | 'desc' },
  page: Page,
  days: FigureDays,
): Promise<{ readonly list: UserRow[]; readonly total: number; readonly summary: UserTotals }> {
  const list = await userPage(db, filter, sort, page);
  const { totals, isCounted } = await userTotals(db, filter, days);
  // The job's last count is accurate enough if it is above twice the cap: the answer states only "more than the cap".
  const isKnown = !isCounted || totals.users > 2 * LIST_LIMITS.countCap;
  const total = isKnown ? totals.users : await countUsers(db, filter, LIST_LIMITS.countCap + 1);
  return { list, total: Math.min(total, LIST_LIMITS.countCap + 1), summary: totals };
}

/**
 * Computes the totals of all users that match the filter.
 *
 * @param summed up to this many users, the totals are exact; they are also exact if the job stores no count for this filter
 * @returns `isCounted` is `true` for the job's last counts, which are at most five minutes old. It is `false` for exact totals
 */
export async function userTotals(
  db: Db,
  filter: UserFilter,
  days: FigureDays,
  summed = SUMMED,
): Promise<{ readonly totals: UserTotals; readonly isCounted: boolean }> {
  const counted = await countedTotals(db, filter, days);
  if (counted && counted.users > summed) return { totals: counted, isCounted: true };
  return { totals: await summedTotals(db, filter, days), isCounted: false };
}

async function summedTotals(db: Db, filter: UserFilter, days: FigureDays): Promise<UserTotals> {
  const some = filteredUsers(db, filter).select(['created_at', 'last_active_at', 'balance_fen', 'status']).as('found');
  const { rows } = await sql<UserTotals>`select ${sums(days)} from ${some}`.execute(db);
  return rows[0] as UserTotals;
}

/** Reads today's counts for a filter. Returns `null` if no stored count matches the filter. */
async function countedTotals(db: Db, filter: UserFilter, days: FigureDays): Promise<UserTotals | null> {
  const { day } = days;
  const range = rangeOf(filter, days.timeZone);
  if (range) return rangeTotals(db, range, days);
  const {
    homeTeamId,
    seesPhones: _seesPhones,
    nameParts: _nameParts,
    tag,
    source,
    level,
    status,
    orderBand,
    ...others
  } = filter;
  if (askedFilters(others).length > 0) return null;
  const groups = { tag, source, level, status, orderBand };
  if (askedFilters(groups).length === 0)
    return readCounts(db, sql`app_user_figure`, day, homeTeamId && idIn('team_id', homeTeamId));
  if (homeTeamId !== null) return null;
  const among = (column: RawBuilder<unknown>, values: readonly string[] | null | undefined) =>
    values ? sql`${column}::text = any(${sql.val([...values])}::text[])` : sql`true`;
  const own = sql`tag = ${tag ?? ''} and ${among(sql`source`, source)} and ${among(sql`level`, level)}
    and ${among(sql`status`, status)} and ${among(sql`order_band`, orderBand)}`;
  return readCounts(db, sql`app_user_group_figure`, day, own);
}

/** Computes the totals of a range. The whole bands of the range use the job's counts. The partial bands at its ends are summed exactly. */
async function rangeTotals(
  db: Db,
  { kind, from, to, rest }: CountedRange,
  days: FigureDays,
): Promise<UserTotals | null> {
  const own = sql`kind = ${kind} and band >= ${from} and band < ${to}`;
  const counted = await readCounts(db, sql`app_user_range_figure`, days.day, own);
  if (!counted) return null;
  const parts = [counted];
  for (const filter of rest) parts.push(await summedTotals(db, filter, days));
  return parts.reduce((all, part) => ({
    users: all.users + part.users,
    newToday: all.newToday + part.newToday,
    active: all.active + part.active,
    withBalance: all.withBalance + part.withBalance,
    balanceFen: all.balanceFen + part.balanceFen,
    blacklisted: all.blacklisted + part.blacklisted,
  }));
}

async function readCounts(
  db: Db,
  table: RawBuilder<unknown>,
  day: string,
  own: RawBuilder<unknown> | null,
): Promise<UserTotals | null> {
  const { rows } = await sql<UserTotals & { readonly groups: number }>`
    select count(*) as groups, coalesce(sum(users), 0)::bigint as users, coalesce(sum(new_today), 0)::bigint as "newToday",
      coalesce(sum(active), 0)::bigint as active, coalesce(sum(with_balance), 0)::bigint as "withBalance",
      coalesce(sum(balance_fen), 0)::bigint as "balanceFen", coalesce(sum(blacklisted), 0)::bigint as blacklisted
    from ${table} where day = ${day} and ${own ?? sql`true`}`.execute(db);
  const [row] = rows;
  if (!row || row.groups === 0) return null;
  const { groups: _groups, ...totals } = row;
  return totals;
}

const ORDER_BAND = sql`case ${sql.join(
  ORDER_BAND_NAMES.map((band) => {
    const { from, to } = ORDER_BANDS[band];
    return sql`when order_count >= ${sql.lit(from)} and ${to === null ? sql`true` : sql`order_count <= ${sql.lit(to)}`} then ${sql.lit(band)}`;
  }),
  sql` `,
)} end`;

/**
 * Counts all users again in three ways. The first counts them by home station. The second counts them by tag, source, level, state and
 * order band. The third counts them by balance band, registration day and day of the last activity.
 *
 * @param from a platform with at most this many users is not counted
 */
export async function countFigures(db: Db, days: FigureDays, from = COUNTED_FROM): Promise<void> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from (select 1 from app_user limit ${from + 1}) as found`.execute(db);
  if ((rows[0]?.n ?? 0) <= from) return;
  await withTransaction(db, async (own) => {
    // Counting millions of users takes some seconds, so remove the time limit of statements.
    await sql`set local statement_timeout = 0`.execute(own);
    await sql`delete from app_user_figure`.execute(own);
    await sql`
      insert into app_user_figure (team_id, users, new_today, active, with_balance, balance_fen, blacklisted, day)
      select coalesce(home_team_id, 0), ${sums(days)}, ${days.day} from app_user group by 1`.execute(own);
    await sql`delete from app_user_group_figure`.execute(own);
    // Each user is counted under the empty tag and under each of their tags.
    await sql`
      insert into app_user_group_figure (tag, source, level, status, order_band, users, new_today, active, with_balance, balance_fen,
        blacklisted, day)
      select t.tag, source, level, status, ${ORDER_BAND}, ${sums(days)}, ${days.day}
      from app_user cross join lateral (select '' as tag union all select jsonb_array_elements_text(tags)) t group by 1, 2, 3, 4, 5`.execute(
      own,
    );
    const { balance, registered, lastActive } = bandColumns(days.timeZone);
    await sql`delete from app_user_range_figure`.execute(own);
    // Users who were never active have no day of activity. `having` leaves out their group.
    await sql`
      insert into app_user_range_figure (kind, band, users, new_today, active, with_balance, balance_fen, blacklisted, day)
      select case when grouping(balance) = 0 then 'balance' when grouping(registered) = 0 then 'registered' else 'lastActive' end,
        coalesce(balance, registered, active_on), ${sums(days)}, ${days.day}
      from (select created_at, last_active_at, balance_fen, status, ${balance} as balance, ${registered} as registered,
        ${lastActive} as active_on from app_user) banded
      group by grouping sets ((balance), (registered), (active_on))
      having coalesce(balance, registered, active_on) is not null`.execute(own);
  });
}
