import { type Kysely, type SelectQueryBuilder, type SqlBool, sql, type Updateable } from 'kysely';
import type { AccountState } from '../../../contract/account.states';
import { LIST_LIMITS } from '../../../contract/limits';
import { phonePattern } from '../../core/access/phones';
import type { DataScope } from '../../core/actor';
import { idIn } from '../../core/database/id-in';
import { containing } from '../../core/database/like';
import type { Database } from '../../core/database/schema';
import type { AccountType } from '../../core/database/tables/access';
import { type ExportKey, type ExportRange, inExport } from '../../core/export/export';
import { secondOn } from '../account';
import { readSetting } from '../site';
import { scopeTeams } from '../team';

type Db = Kysely<Database>;

export interface AccountFilter {
  readonly keyword: string | undefined;
  /** `true` when the reader sees full phone numbers. */
  readonly seesPhones: boolean;
  readonly type: readonly AccountType[] | undefined;
  readonly teamIds: readonly number[] | undefined;
  readonly state: readonly AccountState[] | undefined;
  readonly twoFactor: boolean | undefined;
  /** Ids of the identities for which the security settings require second verification. */
  readonly force2v: readonly number[];
  readonly lastLoginFrom: Date | undefined;
  readonly lastLoginTo: Date | undefined;
}

/** Selects the state of an account. A sign-in lock is also shown as the state `locked`, because the lock prevents all sign-ins too. */
const stateOf = (now: Date) => sql<AccountState>`case
  when account.status in ('invited', 'active') and (guard.permanent or guard.locked_until > ${now}) then 'locked'
  else account.status end`;

/**
 * Selects existing accounts and their sign-in lock. A limited data scope selects an account of stations only if the scope contains all
 * stations of the account. It also selects the accounts of the scope's franchisees.
 */
function accounts(db: Db, scope: DataScope) {
  const base = db
    .selectFrom('account')
    .leftJoin('sign_in_guard as guard', (join) => join.on(sql<SqlBool>`guard.key = 'a:' || account.id`))
    .where('account.deleted_at', 'is', null);
  if (scope.kind === 'all') return base;
  const inside = scopeTeams(
    db
      .selectFrom('team')
      .select((eb) => eb.fn.countAll<number>().as('teams'))
      .where(sql<SqlBool>`team.id in (select own::bigint from jsonb_array_elements_text(account.team_ids) as own)`),
    scope,
  );
  const own = scope.kind === 'franchisees' ? [...scope.ids] : [];
  return base.where(
    sql<SqlBool>`((account.account_type = 'station' and jsonb_array_length(account.team_ids) > 0
        and (${inside}) = jsonb_array_length(account.team_ids))
      or (account.account_type = 'franchisee' and account.franchisee_id = any(${sql.val(own)}::bigint[])))`,
  );
}

type Accounts = ReturnType<typeof accounts>;

function filtered(query: Accounts, filter: AccountFilter, now: Date): Accounts {
  const { keyword, type, teamIds, state, twoFactor, lastLoginFrom, lastLoginTo } = filter;
  const pattern = containing(keyword ?? '');
  return query
    .$if(keyword !== undefined, (qb) =>
      qb.where((eb) =>
        eb.or([
          eb('account.account', 'ilike', pattern),
          eb('account.name', 'ilike', pattern),
          eb('account.tel', 'like', phonePattern(keyword ?? '', filter.seesPhones)),
        ]),
      ),
    )
    .$if(Boolean(type?.length), (qb) => qb.where('account.account_type', 'in', [...(type ?? [])]))
    .$if(Boolean(teamIds?.length), (qb) =>
      qb.where(
        sql<SqlBool>`exists (select 1 from jsonb_array_elements_text(account.team_ids) as own
          where own::bigint = any(${sql.val([...(teamIds ?? [])])}::bigint[]))`,
      ),
    )
    .$if(Boolean(state?.length), (qb) =>
      qb.where(sql<SqlBool>`${stateOf(now)} = any(${sql.val([...(state ?? [])])}::text[])`),
    )
    .$if(twoFactor !== undefined, (qb) => qb.where(sql<SqlBool>`${secondOn(filter.force2v)} = ${twoFactor ?? false}`))
    .$if(lastLoginFrom !== undefined, (qb) => qb.where('account.last_login_at', '>=', lastLoginFrom ?? now))
    .$if(lastLoginTo !== undefined, (qb) => qb.where('account.last_login_at', '<', lastLoginTo ?? now));
}

function rows<O>(
  query: SelectQueryBuilder<Database & { guard: Database['sign_in_guard'] }, 'account' | 'guard', O>,
  force2v: readonly number[],
  now: Date,
) {
  return query.select([
    'account.id',
    'account.version',
    'account.account',
    'account.name',
    'account.tel',
    'account.email',
    'account.account_type as accountType',
    'account.team_ids as teamIds',
    'account.franchisee_id as franchiseeId',
    'account.last_login_at as lastLoginAt',
    'account.last_login_ip as lastLoginIp',
    'account.password_at as passwordAt',
    'account.expire_at as expireAt',
    'account.created_at as createdAt',
    'account.created_by as createdBy',
    'account.updated_at as updatedAt',
    'account.updated_by as updatedBy',
    stateOf(now).as('state'),
    secondOn(force2v).as('twoFactor'),
    sql<Date | null>`case when guard.locked_until > ${now} and not guard.permanent then guard.locked_until end`.as(
      'lockedUntil',
    ),
    sql<number>`coalesce(guard.fail_count, 0)`.as('failedTries'),
    sql<readonly { id: number; name: string; builtinKey: string | null }[]>`(
      select coalesce(json_agg(json_build_object('id', identity.id, 'name', identity.name, 'builtinKey', identity.builtin_key)
        order by identity.id), '[]')
      from account_identity join identity on identity.id = account_identity.identity_id
      where account_identity.account_id = account.id and identity.deleted_at is null)`.as('identities'),
  ]);
}

const SORTS = {
  account: 'account.account',
  lastLoginAt: 'account.last_login_at',
  createdAt: 'account.created_at',
} as const;

export async function accountPage(
  db: Db,
  scope: DataScope,
  filter: AccountFilter,
  page: { readonly sortField: keyof typeof SORTS; readonly sortOrder: 'asc' | 'desc'; offset: number; limit: number },
  now: Date,
) {
  return rows(filtered(accounts(db, scope), filter, now) as never, filter.force2v, now)
    .orderBy(SORTS[page.sortField], (order) => (page.sortOrder === 'asc' ? order.asc() : order.desc()).nullsLast())
    .orderBy('account.id', page.sortOrder)
    .offset(page.offset)
    .limit(page.limit)
    .execute();
}

/** Finds the ids of a filter's accounts, at most `limit`. */
export async function accountIds(
  db: Db,
  scope: DataScope,
  filter: AccountFilter,
  limit: number,
  now: Date,
): Promise<number[]> {
  const found = await filtered(accounts(db, scope), filter, now).select('account.id').limit(limit).execute();
  return found.map(({ id }) => id);
}

export type AccountRow = Awaited<ReturnType<typeof accountPage>>[number];

/** Reads a batch of accounts for an export, newest first. */
export async function exportedAccounts(
  db: Db,
  scope: DataScope,
  filter: AccountFilter,
  from: { readonly range: ExportRange; readonly after: ExportKey | null; readonly limit: number },
  now: Date,
): Promise<AccountRow[]> {
  return rows(
    filtered(accounts(db, scope), filter, now).where(inExport('account', from.range, from.after)) as never,
    filter.force2v,
    now,
  )
    .orderBy('account.id', 'desc')
    .limit(from.limit)
    .execute();
}

/** Counts the rows of an export, up to `limit`. */
export async function exportedAccountCount(
  db: Db,
  scope: DataScope,
  filter: AccountFilter,
  from: { readonly range: ExportRange; readonly after: ExportKey | null; readonly limit: number },
  now: Date,
): Promise<number> {
  const some = filtered(accounts(db, scope), filter, now)
    .where(inExport('account', from.range, from.after))
    .select(sql<number>`1`.as('one'))
    .limit(from.limit);
  const { total } = await db
    .selectFrom(some.as('some'))
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

export async function accountTotals(db: Db, scope: DataScope, filter: AccountFilter, now: Date, oldBefore: Date) {
  const row = await filtered(accounts(db, scope), filter, now)
    .select([
      sql<number>`count(*)`.as('total'),
      sql<number>`count(*) filter (where ${stateOf(now)} = 'active')`.as('active'),
      sql<number>`count(*) filter (where ${stateOf(now)} = 'locked')`.as('locked'),
      sql<number>`count(*) filter (where account.last_login_at is null)`.as('neverSignedIn'),
      sql<number>`count(*) filter (where account.password_at < ${oldBefore})`.as('oldPassword'),
    ])
    .executeTakeFirstOrThrow();
  return { ...row, total: row.total, isCapped: row.total > LIST_LIMITS.countCap };
}

/** Finds an account in the scope. @returns `undefined` when it is outside the scope, deleted or missing */
export async function accountRow(db: Db, scope: DataScope, id: number, now: Date): Promise<AccountRow | undefined> {
  const [row] = await accountRows(db, scope, [id], now);
  return row;
}

/** Finds the accounts with these ids in the scope. The result omits accounts that are outside the scope, deleted or missing. */
export async function accountRows(db: Db, scope: DataScope, ids: readonly number[], now: Date): Promise<AccountRow[]> {
  const { force2v } = await readSetting(db, 'security');
  return rows(accounts(db, scope) as never, force2v, now)
    .where(idIn('account.id', ids))
    .execute();
}

/** Finds which of these accounts are not deleted. @returns their account names by id */
export async function livingAccounts(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  const found = await db
    .selectFrom('account')
    .select(['id', 'account'])
    .where(idIn('id', ids))
    .where('deleted_at', 'is', null)
    .execute();
  return new Map(found.map(({ id, account }) => [id, account]));
}

/** Locks rows until the transaction ends. The order is always the same, so that concurrent changes wait and do not deadlock. */
export async function lockRows(db: Db, ids: readonly number[]): Promise<void> {
  await db.selectFrom('account').select('id').where(idIn('id', ids)).orderBy('id').forUpdate().execute();
}

/**
 * Counts owners who can use their account. Owners whose account is locked, disabled or deleted are not counted.
 *
 * @param isForUpdate locks the owners' rows, so that two owners cannot lock out each other at the same time
 */
export async function usableOwners(db: Db, now: Date, isForUpdate: boolean): Promise<number> {
  const found = await accounts(db, { kind: 'all' })
    .select('account.id')
    .where('account.account_type', '=', 'owner')
    .where(sql<SqlBool>`${stateOf(now)} in ('invited', 'active')`)
    .orderBy('account.id')
    .$if(isForUpdate, (qb) => qb.forUpdate('account'))
    .execute();
  return found.length;
}

interface Change {
  readonly id: number;
  readonly by: number;
  readonly at: Date;
}

/** Changes the state of accounts. @param columns further columns to change; only changes of head-office accounts have such columns */
export async function updateStates(
  db: Db,
  ids: readonly number[],
  change: Omit<Change, 'id'> & { readonly state: AccountState },
  columns: Pick<Updateable<Database['account']>, 'disabled_at' | 'handed_over_at' | 'handed_over_to'>,
): Promise<void> {
  await db
    .updateTable('account')
    .set((eb) => ({
      ...columns,
      status: change.state,
      ...(change.state === 'deleted' && { deleted_at: change.at }),
      updated_at: change.at,
      updated_by: change.by,
      version: eb('version', '+', 1),
    }))
    .where(idIn('id', ids))
    .execute();
}

/** Prevents all sign-ins until staff unlock the account. */
export async function placeLocks(db: Db, keys: readonly string[], at: Date): Promise<void> {
  await sql`
    insert into sign_in_guard (key, fail_count, fail_since, locked_until, permanent)
    select key, 0, ${at}, null, true from unnest(${sql.val([...keys])}::text[]) as wanted (key) order by key
    on conflict (key) do update set permanent = true`.execute(db);
}

export async function removeLocks(db: Db, keys: readonly string[]): Promise<void> {
  await db
    .deleteFrom('sign_in_guard')
    .where('key', '=', sql<string>`any(${sql.val([...keys])}::text[])`)
    .execute();
}

export interface Belonging {
  readonly name: string;
  readonly teamIds: readonly number[];
  readonly franchiseeId: number | null;
  readonly expireAt: string | null;
}

/** Changes the assignments of an account. @returns the new version, or `null` after a concurrent change */
export async function updateBelonging(
  db: Db,
  change: Change & { readonly version: number },
  values: Belonging,
): Promise<number | null> {
  const row = await db
    .updateTable('account')
    .set((eb) => ({
      name: values.name,
      team_ids: JSON.stringify(values.teamIds),
      franchisee_id: values.franchiseeId,
      expire_at: values.expireAt,
      updated_at: change.at,
      updated_by: change.by,
      version: eb('version', '+', 1),
    }))
    .where('id', '=', change.id)
    .where('version', '=', change.version)
    .returning('version')
    .executeTakeFirst();
  return row?.version ?? null;
}

export async function setExpiry(db: Db, id: number, expireAt: string | null): Promise<void> {
  await db.updateTable('account').set({ expire_at: expireAt }).where('id', '=', id).execute();
}

export async function versionOf(db: Db, id: number): Promise<number> {
  const row = await db.selectFrom('account').select('version').where('id', '=', id).executeTakeFirstOrThrow();
  return row.version;
}

export async function lastSignIns(db: Db, accountId: number, limit: number) {
  return db
    .selectFrom('login_log')
    .select(['id', 'at', 'ok', 'method', 'reason', 'ip', 'ua'])
    .where('account_id', '=', accountId)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}
