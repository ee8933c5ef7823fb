import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import { USER_RECORD } from '../../../contract/user.fields';
import { ORDER_BANDS, type OrderBand, USER, type UserState } from '../../../contract/user.states';
import { phonePattern } from '../../core/access/phones';
import { idIn } from '../../core/database/id-in';
import { hasText } from '../../core/database/like';
import type { Database } from '../../core/database/schema';
import type { Page } from '../../core/list/paged';
import {
  askedFilters,
  conditions,
  countUpTo,
  inOrder,
  type ListFilter,
  selection,
  withConditions,
} from '../../core/list/query';

/** This module contains the SQL queries for users and the user list. Every sortable column has an index (migration 0140). */

export type Db = Kysely<Database>;

export interface UserFilter extends Omit<ListFilter<typeof USER_RECORD>, 'homeTeamId'> {
  readonly homeTeamId: readonly number[] | null;
  /** `true` if the reader may see unmasked phones. Other readers must type the whole number in a phone search. */
  readonly seesPhones: boolean;
  /** Rare substrings of the keyword. They make the search for nicknames use an index. */
  readonly nameParts: readonly string[];
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

/** Tests whether the text has only digits. Such a text is not searched in nicknames. */
export const isNumber = (words: string): boolean => /^\d+$/.test(words);

/**
 * Builds the condition of a keyword. Words match anywhere in a nickname. A number matches phones and ids, which have indexes, but not
 * the digits in nicknames.
 */
function byKeyword(words: string, { seesPhones, nameParts }: UserFilter): RawBuilder<SqlBool> {
  if (!isNumber(words)) return hasText('app_user.nickname', words, nameParts);
  const byPhone = sql<SqlBool>`app_user.tel like ${phonePattern(words, seesPhones)}`;
  return /^[1-9]\d{0,15}$/.test(words) ? sql<SqlBool>`(${byPhone} or app_user.id = ${words}::bigint)` : byPhone;
}

/** Builds a query for the users that match a filter. The caller selects the columns. */
export function filteredUsers(db: Db, filter: UserFilter) {
  const found = conditionsOf(filter, {
    keyword: (words) => byKeyword(words, filter),
    level: (levels) => sql<SqlBool>`app_user.level = any(${sql.val(levels.map(Number))}::int[])`,
    orderBand: inBands,
    tags: (tag) => sql<SqlBool>`app_user.tags @> ${JSON.stringify([tag])}::jsonb`,
  });
  return withConditions(db.selectFrom('app_user'), found);
}

/** Selects the users that match a filter, unsorted. The list, the record search and the exports use this query. */
export const userRows = (db: Db, filter: UserFilter) => filteredUsers(db, filter).select(selection(COLUMNS));
export type UserRow = Awaited<ReturnType<ReturnType<typeof userRows>['execute']>>[number];

const ordered = (db: Db, filter: UserFilter, { field, order }: { field: UserSort; order: 'asc' | 'desc' }) =>
  inOrder(userRows(db, filter), COLUMNS, [field, 'id'], order, field === 'lastActiveAt' ? ['lastActiveAt'] : []);

/** Reads the most recently active users that match a filter. */
export const recentUsers = (db: Db, filter: UserFilter, limit: number): Promise<UserRow[]> =>
  ordered(db, filter, { field: 'lastActiveAt', order: 'desc' }).limit(limit).execute();

/** Reads the rows of one page. */
export const userPage = (
  db: Db,
  filter: UserFilter,
  sort: { field: UserSort; order: 'asc' | 'desc' },
  { offset, limit }: Page,
): Promise<UserRow[]> => ordered(db, filter, sort).offset(offset).limit(limit).execute();

/** Counts the users that match a filter, up to `most`. If the filter is only a tag, the smaller table of tags is counted. */
export function countUsers(db: Db, filter: UserFilter, most: number): Promise<number> {
  const { seesPhones: _seesPhones, nameParts: _nameParts, tag, ...others } = filter;
  return tag && askedFilters(others).length === 0
    ? countUpTo(db, db.selectFrom('app_user_tag').where('tag', '=', tag).select('user_id'), most)
    : countUpTo(db, filteredUsers(db, filter), most);
}

export async function usersById(db: Db, ids: readonly number[]): Promise<UserRow[]> {
  return await db.selectFrom('app_user').where(idIn('app_user.id', ids)).select(selection(COLUMNS)).execute();
}

/** Reads a user and locks the row until the transaction ends. */
export async function lockUser(db: Db, id: number) {
  return await db.selectFrom('app_user').where('id', '=', id).selectAll().forUpdate().executeTakeFirst();
}
export type StoredUser = NonNullable<Awaited<ReturnType<typeof lockUser>>>;

export async function findUser(db: Db, id: number) {
  return await db.selectFrom('app_user').where('id', '=', id).selectAll().executeTakeFirst();
}

/** Updates a locked user. @returns the new version */
export async function changeUser(
  db: Db,
  { id, version }: Pick<StoredUser, 'id' | 'version'>,
  set: {
    readonly status?: UserState;
    readonly black_until?: Date | null;
    readonly cancel_at?: Date | null;
    readonly tags?: string;
    readonly tel?: string | null;
    readonly nickname?: string;
    readonly level?: number;
    readonly points?: number;
    readonly home_team_id?: number | null;
    /** JSON text: the time of the latest event for each profile field. */
    readonly profile_at?: string;
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

/** Merges tags up to {@link USER.tags} tags. Existing tags come first. */
export const joinTags = (tags: readonly string[], more: readonly string[]): string[] =>
  [...new Set([...tags, ...more])].slice(0, USER.tags);
