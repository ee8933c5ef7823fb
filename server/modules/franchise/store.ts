import {
  type Insertable,
  type Kysely,
  type RawBuilder,
  type Selectable,
  type SqlBool,
  sql,
  type Updateable,
} from 'kysely';
import { FRANCHISE_APPLY } from '../../../contract/franchiseApply.fields';
import { FOLLOWED_STATES, FRANCHISE, FUNNEL, franchiseCase } from '../../../contract/franchiseApply.states';
import { regionPrefix } from '../../../contract/region-codes';
import { DAY_MS } from '../../../contract/units';
import { phonePattern } from '../../core/access/phones';
import type { DataScope } from '../../core/actor';
import { idIn } from '../../core/database/id-in';
import { beginning, containing } from '../../core/database/like';
import type { Database } from '../../core/database/schema';
import type { Page } from '../../core/list/paged';
import { conditions, inOrder, type ListFilter, readPage, selection, withConditions } from '../../core/list/query';
import { caseTable } from '../case';

/** SQL queries for franchise applications: the list with its figures, and single applications. */

type Db = Kysely<Database>;
export type ApplyRow = Selectable<Database['franchise_apply']>;
export type ApplyFilter = ListFilter<typeof FRANCHISE_APPLY> & {
  readonly seesPhones: boolean;
  readonly now: Date;
  readonly monthStart: Date;
  readonly inScope: RawBuilder<SqlBool>;
};

export const APPLY_TABLE = caseTable('franchise_apply', { neverExpires: true });

const COLUMNS = {
  id: 'franchise_apply.id',
  version: 'franchise_apply.version',
  no: 'franchise_apply.no',
  createdAt: 'franchise_apply.created_at',
  name: 'franchise_apply.name',
  state: 'franchise_apply.state',
  tel: 'franchise_apply.tel',
  region: 'franchise_apply.region',
  budget: 'franchise_apply.budget',
  score: 'franchise_apply.score',
  followerId: 'franchise_apply.follower_id',
  nextAt: 'franchise_apply.next_at',
  lastFollowAt: 'franchise_apply.last_follow_at',
  source: 'franchise_apply.source',
  channel: 'franchise_apply.channel',
  rejectReason: 'franchise_apply.reject_reason',
  formVersion: 'franchise_apply.form_version',
  idMark: 'franchise_apply.id_mark',
  makerId: 'franchise_apply.maker_id',
  isReopened: 'franchise_apply.is_reopened',
  provinceCode: 'franchise_apply.province_code',
  cityCode: 'franchise_apply.city_code',
  districtCode: 'franchise_apply.district_code',
  franchiseeId: 'franchise_contract.franchisee_id',
} as const;
const conditionsOf = conditions(FRANCHISE_APPLY, COLUMNS);

const textArray = (values: readonly string[]) => sql`${sql.val([...values])}::text[]`;

/** Builds the SQL condition for overdue applications. It must agree with `isOverdue()`. */
const overdueAt = (now: Date): RawBuilder<SqlBool> => sql<SqlBool>`(
  franchise_apply.state = any(${textArray(FOLLOWED_STATES)})
  and case when franchise_apply.next_at is not null then franchise_apply.next_at < ${now}
    else coalesce(franchise_apply.last_follow_at, franchise_apply.created_at)
      < ${new Date(now.getTime() - FRANCHISE.silentDays * DAY_MS)} end)`;

/**
 * Builds the condition for applications in a data scope: all applications, or the applications in the person's regions. A data scope by
 * stations contains no application, because applications have no station yet. A person always sees the applications that they follow.
 */
export function applyScope(scope: DataScope, accountId: number): RawBuilder<SqlBool> {
  if (scope.kind === 'all') return sql<SqlBool>`true`;
  const mine = sql<SqlBool>`franchise_apply.follower_id = ${accountId}`;
  if (scope.kind !== 'regions') return mine;
  const codes = textArray(scope.codes);
  return sql<SqlBool>`(${mine} or franchise_apply.province_code = any(${codes})
    or franchise_apply.city_code = any(${codes}) or franchise_apply.district_code = any(${codes}))`;
}

/** Steps that count as work on an application. Decisions and assignments do not count. */
const WORK_STEPS: readonly (keyof typeof franchiseCase.steps)[] = [
  'claim',
  'visit',
  'backToFollow',
  'handIn',
  'supply',
  'reopen',
];

/** Builds the condition that an account recorded, worked on or ever followed an application. Such an account must not decide on it. */
export const tookPart = (accountId: number): RawBuilder<SqlBool> => sql<SqlBool>`(
  franchise_apply.maker_id = ${accountId} or coalesce(franchise_apply.follower_id, 0) = ${accountId}
  or franchise_apply.past_followers @> to_jsonb(${accountId}::bigint)
  or exists (select 1 from franchise_follow f where f.apply_id = franchise_apply.id and f.by_id = ${accountId})
  or exists (select 1 from case_step s where s.case_type = ${franchiseCase.key} and s.case_id = franchise_apply.id
    and s.by_id = ${accountId} and s.step = any(${textArray(['submit', ...WORK_STEPS])})))`;

/** Returns the ids of those applications in which the account took part. */
export async function withPartOf(db: Db, accountId: number, ids: readonly number[]): Promise<ReadonlySet<number>> {
  const rows = await db
    .selectFrom('franchise_apply')
    .select('id')
    .where(idIn('id', ids))
    .where(tookPart(accountId))
    .execute();
  return new Set(rows.map(({ id }) => id));
}

const listed = (db: Db) =>
  db.selectFrom('franchise_apply').leftJoin('franchise_contract', 'franchise_contract.apply_id', 'franchise_apply.id');

const filtered = (db: Db, filter: ApplyFilter) =>
  withConditions(listed(db).where(filter.inScope), [
    ...conditionsOf(filter, {
      keyword: (words) => sql<SqlBool>`(franchise_apply.name ilike ${containing(words)}
        or franchise_apply.no like ${beginning(words.toUpperCase())}
        or franchise_apply.tel like ${phonePattern(words, filter.seesPhones)})`,
      region: (
        codes,
      ) => sql<SqlBool>`exists (select 1 from unnest(${textArray(codes.map(regionPrefix))}) as wanted (prefix)
        where coalesce(franchise_apply.district_code, franchise_apply.city_code, franchise_apply.province_code)
          like wanted.prefix || '%')`,
      overdue: (value) => (value ? overdueAt(filter.now) : sql<SqlBool>`not ${overdueAt(filter.now)}`),
    }),
  ]);

export const applyRows = (db: Db, filter: ApplyFilter) => filtered(db, filter).select(selection(COLUMNS));
export type ApplyRecord = Awaited<ReturnType<ReturnType<typeof applyRows>['executeTakeFirstOrThrow']>>;

export function applyPage(
  db: Db,
  filter: ApplyFilter,
  sort: { readonly field: 'createdAt' | 'score' | 'nextAt' | 'lastFollowAt'; readonly order: 'asc' | 'desc' },
  page: Page,
) {
  const fields = [sort.field, 'createdAt', 'id'] as const;
  return readPage(db, inOrder(applyRows(db, filter), COLUMNS, fields, sort.order, ['nextAt', 'lastFollowAt']), page);
}

export const findRecord = (db: Db, id: number, filter: ApplyFilter): Promise<ApplyRecord | undefined> =>
  applyRows(db, filter).where('franchise_apply.id', '=', id).executeTakeFirst();

/** Reads those applications of the filter that led to this franchisee. The newest application is the first. */
export const recordsOfFranchisee = (db: Db, franchiseeId: number, filter: ApplyFilter): Promise<ApplyRecord[]> =>
  inOrder(applyRows(db, filter), COLUMNS, ['createdAt', 'id'], 'desc')
    .where('franchise_contract.franchisee_id', '=', franchiseeId)
    .limit(FRANCHISE.rows)
    .execute();

/** Computes the figures of all applications that match the filter. */
export async function applySums(db: Db, filter: ApplyFilter) {
  const count = (which: RawBuilder<unknown>) => sql<number>`(count(*) filter (where ${which}))::int`;
  return await filtered(db, filter)
    .select([
      count(sql`franchise_apply.state = 'submitted'`).as('submitted'),
      count(sql`franchise_apply.state in ('following', 'visiting')`).as('following'),
      count(overdueAt(filter.now)).as('overdue'),
      count(sql`franchise_apply.state = 'reviewing'`).as('reviewing'),
      count(sql`franchise_apply.state = 'approved'`).as('approved'),
      count(sql`franchise_apply.signed_at >= ${filter.monthStart}`).as('signedMonth'),
    ])
    .executeTakeFirstOrThrow();
}

/** Counts the applications that reached each funnel stage, and counts applications and signed contracts by source and channel. */
export async function applyFunnel(db: Db, filter: ApplyFilter) {
  const reached = await filtered(db, filter)
    .select(['franchise_apply.reached', sql<number>`count(*)::int`.as('n')])
    .groupBy('franchise_apply.reached')
    .execute();
  const sources = await filtered(db, filter)
    .select([
      'franchise_apply.source',
      'franchise_apply.channel',
      sql<number>`count(*)::int`.as('n'),
      sql<number>`(count(*) filter (where franchise_apply.reached = ${FUNNEL.length - 1}))::int`.as('signed'),
    ])
    .groupBy(['franchise_apply.source', 'franchise_apply.channel'])
    .orderBy('n', 'desc')
    .orderBy('franchise_apply.source')
    .limit(FRANCHISE.rows)
    .execute();
  const stages = FUNNEL.map((_, stage) => reached.reduce((all, row) => all + (row.reached >= stage ? row.n : 0), 0));
  return { stages, sources };
}

export const findApply = (db: Db, id: number): Promise<ApplyRow | undefined> =>
  db.selectFrom('franchise_apply').selectAll().where('id', '=', id).executeTakeFirst();

/** Checks whether an application is in a data scope. @param inScope the condition that {@link applyScope} builds */
export async function isInScope(db: Db, id: number, inScope: RawBuilder<SqlBool>): Promise<boolean> {
  const found = db.selectFrom('franchise_apply').select('id').where('id', '=', id).where(inScope);
  return (await found.executeTakeFirst()) !== undefined;
}

export async function insertApply(db: Db, row: Insertable<Database['franchise_apply']>): Promise<void> {
  await db.insertInto('franchise_apply').values(row).execute();
}

export async function insertSecret(db: Db, row: Insertable<Database['franchise_secret']>): Promise<void> {
  await db.insertInto('franchise_secret').values(row).execute();
}

/** Stores an encrypted answer. It replaces the former answer. */
export async function putSecret(db: Db, row: Insertable<Database['franchise_secret']>): Promise<void> {
  await db
    .insertInto('franchise_secret')
    .values(row)
    .onConflict((conflict) => conflict.columns(['apply_id', 'key']).doUpdateSet({ sealed: row.sealed }))
    .execute();
}

/** Changes an application and increments its version. */
export async function updateApply(db: Db, id: number, set: Updateable<Database['franchise_apply']>): Promise<void> {
  await db
    .updateTable('franchise_apply')
    .set({ ...set, version: sql`version + 1` })
    .where('id', '=', id)
    .execute();
}

/** Reads encrypted answers by application id and field key. */
export async function sealedOf(
  db: Db,
  applyIds: readonly number[],
): Promise<ReadonlyMap<number, ReadonlyMap<string, Buffer>>> {
  const rows = await db
    .selectFrom('franchise_secret')
    .select(['apply_id as applyId', 'key', 'sealed'])
    .where(idIn('apply_id', applyIds))
    .execute();
  const found = new Map<number, Map<string, Buffer>>();
  for (const { applyId, key, sealed } of rows) {
    const own = found.get(applyId) ?? new Map<string, Buffer>();
    found.set(applyId, own.set(key, sealed));
  }
  return found;
}

/** Reads the unencrypted answers and the budget of applications, with their form version. */
export const answersGiven = (db: Db, ids: readonly number[]) =>
  db.selectFrom('franchise_apply').select(['id', 'form_version', 'answers', 'budget']).where(idIn('id', ids)).execute();

/** Waiting periods in days before the same phone may apply again. `repeatDays` applies if the earlier application was not rejected. */
export interface RepeatDays {
  readonly repeatDays: number;
  /** Applies if the earlier application was rejected. */
  readonly reapplyDays: number;
}

/**
 * Returns the waiting period in days that prevents this phone from applying. `null` means that the phone may apply. Closed applications do
 * not count.
 */
export async function repeatedWithin(db: Db, tel: string, now: Date, days: RepeatDays): Promise<number | null> {
  const since = (n: number) => new Date(now.getTime() - n * DAY_MS);
  const found = await db
    .selectFrom('franchise_apply')
    .select('state')
    .where('tel', '=', tel)
    .where('state', '<>', 'closed')
    .where(
      sql<SqlBool>`case when state = 'rejected' then coalesce(decided_at, created_at) >= ${since(days.reapplyDays)}::timestamptz
        else created_at >= ${since(days.repeatDays)}::timestamptz end`,
    )
    .orderBy(sql`state = 'rejected'`)
    .executeTakeFirst();
  if (!found) return null;
  return found.state === 'rejected' ? days.reapplyDays : days.repeatDays;
}

export async function findSubmitted(db: Db, key: string): Promise<{ no: string; tel: string } | undefined> {
  return await db.selectFrom('franchise_apply').select(['no', 'tel']).where('submit_key', '=', key).executeTakeFirst();
}

/** Counts the applications that the public page received since a moment. */
export async function countSubmitted(db: Db, since: Date): Promise<number> {
  const { n } = await db
    .selectFrom('franchise_apply')
    .select(sql<number>`count(*)::int`.as('n'))
    .where('source', '=', 'page')
    .where('created_at', '>=', since)
    .executeTakeFirstOrThrow();
  return n;
}

/** Steps that give an application to its follower. An automatic assignment has no step; its time is the time of the application. */
const ASSIGNING: readonly (keyof typeof franchiseCase.steps)[] = ['claim', 'assign'];

/**
 * Returns for each person the time when the person last received an application. Only applications from the public page are included, and
 * only those that the person still follows. The result has no entry for people without such an application.
 */
export async function lastAssigned(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, Date>> {
  const assignedAt = sql<Date>`greatest(franchise_apply.created_at, (select max(s.at) from case_step s
    where s.case_type = ${franchiseCase.key} and s.case_id = franchise_apply.id and s.step = any(${textArray(ASSIGNING)})))`;
  const rows = await db
    .selectFrom('franchise_apply')
    .select(['follower_id as id', sql<Date>`max(${assignedAt})`.as('at')])
    .where('source', '=', 'page')
    .where('follower_id', 'in', [0, ...ids])
    .groupBy('follower_id')
    .execute();
  return new Map(rows.map(({ id, at }) => [id ?? 0, at]));
}

/** Counts the public page's applications since a moment by channel and stage. The empty text means no channel. */
export const channelResults = (db: Db, since: Date) =>
  db
    .selectFrom('franchise_apply')
    .select([
      sql<string>`coalesce(channel, '')`.as('channel'),
      sql<number>`count(*)::int`.as('submits'),
      sql<number>`(count(*) filter (where reached >= 1))::int`.as('following'),
      sql<number>`(count(*) filter (where reached = ${FUNNEL.length - 1}))::int`.as('signed'),
    ])
    .where('source', '=', 'page')
    .where('created_at', '>=', since)
    .groupBy(sql`coalesce(channel, '')`)
    .execute();

/** Counts the applications of each form version. */
export async function answersByVersion(db: Db): Promise<ReadonlyMap<number, number>> {
  const rows = await db
    .selectFrom('franchise_apply')
    .select(['form_version as version', sql<number>`count(*)::int`.as('n')])
    .groupBy('form_version')
    .execute();
  return new Map(rows.map(({ version, n }) => [version, n]));
}

/** Counts for each application the other applications with the same phone or id number. */
export async function countDoubles(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ id: number; n: number }>`
    select one.id, count(*)::int as n from franchise_apply one
    join franchise_apply other on other.id <> one.id and (other.tel = one.tel or other.id_mark = one.id_mark)
    where one.id = any(${sql.val([...ids])}::bigint[]) group by 1`.execute(db);
  return new Map(rows.map(({ id, n }) => [id, n]));
}

/** Finds other applications in the data scope with the same phone or id number. {@link countDoubles} ignores the data scope. */
export const doublesOf = (db: Db, row: Pick<ApplyRow, 'id' | 'tel' | 'id_mark'>, inScope: RawBuilder<SqlBool>) =>
  db
    .selectFrom('franchise_apply')
    .select(['id', 'no', 'name', 'state', 'created_at as createdAt', 'tel', 'id_mark as idMark'])
    .where('id', '<>', row.id)
    .where(inScope)
    .where((eb) => eb.or([eb('tel', '=', row.tel), ...(row.id_mark ? [eb('id_mark', '=', row.id_mark)] : [])]))
    .orderBy('created_at', 'desc')
    .limit(FRANCHISE.rows)
    .execute();

/** Finds overdue applications whose follower was not reminded on this day. */
export const toRemind = (db: Db, now: Date, day: string) =>
  db
    .selectFrom('franchise_apply')
    .select(['id', 'no', 'name', 'follower_id as followerId'])
    .where(overdueAt(now))
    .where('follower_id', 'is not', null)
    .where((eb) => eb.or([eb('reminded_on', 'is', null), eb('reminded_on', '<', day)]))
    .orderBy('id')
    .execute();

export async function markReminded(db: Db, id: number, day: string): Promise<void> {
  await db.updateTable('franchise_apply').set({ reminded_on: day }).where('id', '=', id).execute();
}

/** Closes applications whose time for missing material has ended. @returns the closed applications */
export const lapse = (db: Db, now: Date) =>
  db
    .updateTable('franchise_apply')
    .set({ state: 'closed', supplement_until: null, missing_fields: '[]', version: sql`version + 1` })
    .where('state', '=', 'supplement')
    .where('supplement_until', '<=', now)
    .returning(['id', 'no', 'name', 'follower_id as followerId'])
    .execute();
