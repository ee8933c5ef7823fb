import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import { USER_RECORD } from '../../../contract/user.fields';
import { ORDER_BANDS, type OrderBand, USER, type UserState } from '../../../contract/user.states';
import { phonePattern } from '../../core/access/phones';
import { idIn } from '../../core/database/id-in';
import { hasText } from '../../core/database/like';
import type { Database } from '../../core/database/schema';
import type { Page } from '../../core/list/paged';
import { conditions, inOrder, type ListFilter, readPage, selection, withConditions } from '../../core/list/query';

/** SQL of the list of users. Every column that it sorts by has an index of its own (migration 0140). */

type Db = Kysely<Database>;

export interface UserFilter extends Omit<ListFilter<typeof USER_RECORD>, 'homeTeamId'> {
  readonly homeTeamId: readonly number[] | null;
  /** The reader sees phones whole. */
  readonly seesPhones: boolean;
}

const COLUMNS = {
  id: 'app_user.id',
  version: 'app_user.version',
  userNo: 'app_user.id',
  nickname: 'app_user.nickname',
  tel: 'app_user.tel',
  source: 'app_user.source',
  homeTeamId: 'app_user.home_team_id',
  levelNo: 'app_user.level',
  orderCount: 'app_user.order_count',
  paidFen: 'app_user.paid_fen',
  refundBp: 'app_user.refund_bp',
  balanceFen: 'app_user.balance_fen',
  couponCount: 'app_user.coupon_count',
  points: 'app_user.points',
  tagList: 'app_user.tags',
  status: 'app_user.status',
  createdAt: 'app_user.created_at',
  lastActiveAt: 'app_user.last_active_at',
} as const;
export type UserSort = 'userNo' | 'orderCount' | 'paidFen' | 'balanceFen' | 'createdAt' | 'lastActiveAt';

const conditionsOf = conditions(USER_RECORD, COLUMNS);

function inBands(bands: readonly OrderBand[]): RawBuilder<SqlBool> {
  const parts = bands.map((band) => {
    const { from, to } = ORDER_BANDS[band];
    return to === null ? sql`app_user.order_count >= ${from}` : sql`app_user.order_count between ${from} and ${to}`;
  });
  return sql<SqlBool>`(${sql.join(parts, sql` or `)})`;
}

/**
 * A nickname has the words anywhere. Digits alone are a number, the beginning of a phone or an id: an index finds them, and a nickname
 * with digits in it tells nothing of a phone.
 */
function byKeyword(words: string, seesPhones: boolean): RawBuilder<SqlBool> {
  if (!/^\d+$/.test(words)) return hasText('app_user.nickname', words);
  const byPhone = sql<SqlBool>`app_user.tel like ${phonePattern(words, seesPhones)}`;
  return /^[1-9]\d{0,15}$/.test(words) ? sql<SqlBool>`(${byPhone} or app_user.id = ${words}::bigint)` : byPhone;
}

function filtered(db: Db, filter: UserFilter) {
  const found = conditionsOf(filter, {
    keyword: (words) => byKeyword(words, filter.seesPhones),
    level: (levels) => sql<SqlBool>`app_user.level = any(${sql.val(levels.map(Number))}::int[])`,
    orderBand: inBands,
    tags: (tag) => sql<SqlBool>`app_user.tags @> ${JSON.stringify([tag])}::jsonb`,
  });
  return withConditions(db.selectFrom('app_user'), found);
}

/** The rows of the list without an order: also what an export reads. */
export const userRows = (db: Db, filter: UserFilter) => filtered(db, filter).select(selection(COLUMNS));
export type UserRow = Awaited<ReturnType<ReturnType<typeof userRows>['execute']>>[number];

const ordered = (db: Db, filter: UserFilter, { field, order }: { field: UserSort; order: 'asc' | 'desc' }) =>
  inOrder(userRows(db, filter), COLUMNS, [field, 'id'], order, field === 'lastActiveAt' ? ['lastActiveAt'] : []);

/** Those who were active last, without counting all that the filter leaves. */
export const recentUsers = (db: Db, filter: UserFilter, limit: number): Promise<UserRow[]> =>
  ordered(db, filter, { field: 'lastActiveAt', order: 'desc' }).limit(limit).execute();

export function userPage(db: Db, filter: UserFilter, sort: { field: UserSort; order: 'asc' | 'desc' }, page: Page) {
  return readPage(db, ordered(db, filter, sort), page);
}

export async function usersById(db: Db, ids: readonly number[]): Promise<UserRow[]> {
  return await db.selectFrom('app_user').where(idIn('app_user.id', ids)).select(selection(COLUMNS)).execute();
}

/** One user, locked until the transaction ends. */
export async function lockUser(db: Db, id: number) {
  return await db.selectFrom('app_user').where('id', '=', id).selectAll().forUpdate().executeTakeFirst();
}
export type StoredUser = NonNullable<Awaited<ReturnType<typeof lockUser>>>;

export async function findUser(db: Db, id: number) {
  return await db.selectFrom('app_user').where('id', '=', id).selectAll().executeTakeFirst();
}

/** Changes a user that was locked. @returns the new version */
export async function changeUser(
  db: Db,
  { id, version }: Pick<StoredUser, 'id' | 'version'>,
  set: {
    readonly status?: UserState;
    readonly black_until?: Date | null;
    readonly cancel_at?: Date | null;
    readonly tags?: string;
  },
  by: { readonly at: Date; readonly accountId: number },
): Promise<number> {
  await db
    .updateTable('app_user')
    .set({ ...set, version: version + 1, updated_at: by.at, updated_by: by.accountId })
    .where('id', '=', id)
    .execute();
  return version + 1;
}

export interface UserTotals {
  readonly users: number;
  readonly newToday: number;
  readonly active: number;
  readonly withBalance: number;
  readonly balanceFen: number;
  readonly blacklisted: number;
}

/** Up to so many users are summed for each answer; sums over more come from `app_user_figure`. */
const SUMMED = 50_000;

/** Sums over users. @param dayStart beginning of today · @param activeSince who was active after it counts as active */
const sums = (dayStart: Date, activeSince: Date) => sql`
  count(*) as users,
  count(*) filter (where created_at >= ${dayStart}) as "newToday",
  count(*) filter (where last_active_at >= ${activeSince}) as active,
  count(*) filter (where balance_fen > 0) as "withBalance",
  coalesce(sum(balance_fen), 0)::bigint as "balanceFen",
  count(*) filter (where status = 'blacklisted') as blacklisted`;

/** The moments that the figures count from. */
export interface FigureDays {
  readonly day: string;
  readonly dayStart: Date;
  readonly activeSince: Date;
}

/** The summary over the whole filter. */
export async function userTotals(db: Db, filter: UserFilter, days: FigureDays): Promise<UserTotals> {
  const { homeTeamId, seesPhones: _seesPhones, ...others } = filter;
  const isByTeam = Object.values(others).every((value) => value === undefined || value === null);
  if (isByTeam) {
    const counted = await countedTotals(db, homeTeamId, days);
    if (counted && counted.users > SUMMED) return counted;
  }
  const some = filtered(db, filter).select(['created_at', 'last_active_at', 'balance_fen', 'status']).as('found');
  const { rows } = await sql<UserTotals>`select ${sums(days.dayStart, days.activeSince)} from ${some}`.execute(db);
  return rows[0] as UserTotals;
}

/** Sums as they were counted last today; null where they were not. */
async function countedTotals(
  db: Db,
  teamIds: readonly number[] | null,
  { day }: FigureDays,
): Promise<UserTotals | null> {
  const own = teamIds === null ? sql`true` : idIn('team_id', teamIds);
  const { rows } = await sql<UserTotals & { readonly teams: number }>`
    select count(*) as teams, coalesce(sum(users), 0)::bigint as users, coalesce(sum(new_today), 0)::bigint as "newToday",
      coalesce(sum(active), 0)::bigint as active, coalesce(sum(with_balance), 0)::bigint as "withBalance",
      coalesce(sum(balance_fen), 0)::bigint as "balanceFen", coalesce(sum(blacklisted), 0)::bigint as blacklisted
    from app_user_figure where day = ${day} and ${own}`.execute(db);
  const [row] = rows;
  if (!row || row.teams === 0) return null;
  const { teams: _teams, ...totals } = row;
  return totals;
}

/** Counts the sums of each station again; with few users the sums are not read. */
export async function countFigures(db: Db, { day, dayStart, activeSince }: FigureDays): Promise<void> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from (select 1 from app_user limit ${SUMMED + 1}) as found`.execute(db);
  if ((rows[0]?.n ?? 0) <= SUMMED) return;
  await sql`
    insert into app_user_figure (team_id, users, new_today, active, with_balance, balance_fen, blacklisted, day)
    select coalesce(home_team_id, 0), users, "newToday", active, "withBalance", "balanceFen", blacklisted, ${day}
    from (select home_team_id, ${sums(dayStart, activeSince)} from app_user group by 1) counted
    on conflict (team_id) do update set users = excluded.users, new_today = excluded.new_today, active = excluded.active,
      with_balance = excluded.with_balance, balance_fen = excluded.balance_fen, blacklisted = excluded.blacklisted,
      day = excluded.day`.execute(db);
}

/** The tags of a user, at most {@link USER.tags}; what is there stays before what is added. */
export const joinTags = (tags: readonly string[], more: readonly string[]): string[] =>
  [...new Set([...tags, ...more])].slice(0, USER.tags);
