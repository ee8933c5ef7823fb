import { type Kysely, sql } from 'kysely';
import type { FieldRule } from '../../../contract/field-rules';
import type { IdentityValues } from '../../../contract/identity';
import type { IdentityType } from '../../../contract/identity.builtin';
import type { StoredScope } from '../../core/access/scope';
import type { DataScope } from '../../core/actor';
import { idIn } from '../../core/database/id-in';
import { beginning, containing } from '../../core/database/like';
import type { Database } from '../../core/database/schema';
import type { AccountType } from '../../core/database/tables/access';
import { sqlState } from '../../core/database/transaction';
import { scopeTeams } from '../team';

type Db = Kysely<Database>;

const UNIQUE_VIOLATION = '23505';

function living(db: Db) {
  return db
    .selectFrom('identity')
    .where('identity.deleted_at', 'is', null)
    .select((eb) => [
      'identity.id',
      'identity.version',
      'identity.builtin_key as builtinKey',
      'identity.name',
      'identity.type',
      'identity.description',
      'identity.rule_ids as ruleIds',
      'identity.data_scope as scope',
      'identity.field_rules as fields',
      'identity.login_hours as hours',
      'identity.ip_allow_list as addresses',
      'identity.need2v',
      'identity.status',
      'identity.created_at as createdAt',
      'identity.created_by as createdBy',
      'identity.updated_at as updatedAt',
      'identity.updated_by as updatedBy',
      eb
        .selectFrom('account_identity')
        .innerJoin('account', 'account.id', 'account_identity.account_id')
        .whereRef('account_identity.identity_id', '=', 'identity.id')
        .where('account.deleted_at', 'is', null)
        .select((inner) => inner.fn.countAll<number>().as('people'))
        .as('staffCount'),
    ]);
}

export type IdentityRecord = Awaited<ReturnType<typeof identityById>> & {};

/** Finds an identity that is not deleted. */
export async function identityById(db: Db, id: number) {
  return living(db).where('identity.id', '=', id).executeTakeFirst();
}

interface ListFilter {
  readonly keyword?: string | undefined;
  /** Keys of built-in identities whose name or description in the reader's language contains the keyword. */
  readonly builtinKeys: readonly string[];
  readonly type?: readonly IdentityType[] | undefined;
  readonly status?: readonly ('on' | 'off')[] | undefined;
  readonly ruleId?: readonly number[] | undefined;
}

/** Reads one page of identities, with the total. */
export async function identityPage(
  db: Db,
  filter: ListFilter,
  page: { offset: number; limit: number; sortField: 'updatedAt' | 'createdAt'; sortOrder: 'asc' | 'desc' },
) {
  const { keyword, type, status, ruleId } = filter;
  const ids = db
    .selectFrom('identity')
    .where('identity.deleted_at', 'is', null)
    .$if(keyword !== undefined, (qb) =>
      qb.where((eb) =>
        eb.or([
          eb.and([eb('identity.builtin_key', 'is', null), eb('identity.name', 'ilike', containing(keyword ?? ''))]),
          eb.and([
            eb('identity.builtin_key', 'is', null),
            eb('identity.description', 'ilike', containing(keyword ?? '')),
          ]),
          eb('identity.builtin_key', '=', sql<string>`any(${sql.val([...filter.builtinKeys])}::text[])`),
        ]),
      ),
    )
    .$if(type !== undefined, (qb) => qb.where('identity.type', 'in', type ?? []))
    .$if(status !== undefined, (qb) => qb.where('identity.status', 'in', status ?? []))
    .$if(ruleId !== undefined, (qb) =>
      qb.where((eb) =>
        eb.or((ruleId ?? []).map((rule) => sql<boolean>`identity.rule_ids @> ${JSON.stringify([rule])}::jsonb`)),
      ),
    );
  const column = page.sortField === 'updatedAt' ? 'identity.updated_at' : 'identity.created_at';
  const [rows, count] = await Promise.all([
    living(db)
      .where(
        'identity.id',
        'in',
        ids
          .select('identity.id')
          .orderBy(column, page.sortOrder)
          .orderBy('identity.id', page.sortOrder)
          .offset(page.offset)
          .limit(page.limit),
      )
      .orderBy(column, page.sortOrder)
      .orderBy('identity.id', page.sortOrder)
      .execute(),
    ids.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ]);
  return { rows, total: count.total };
}

/** Finds ids of an account's identities in any state. */
export async function identityIdsOf(db: Db, accountId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('account_identity')
    .select('identity_id as id')
    .where('account_id', '=', accountId)
    .orderBy('identity_id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Reads the regions and the franchisees of the stations with these ids. Deleted stations are excluded. */
export async function placesOf(db: Db, ids: readonly number[]) {
  if (ids.length === 0) return [];
  return db
    .selectFrom('team')
    .select([
      'team.id',
      'team.province_code as provinceCode',
      'team.city_code as cityCode',
      'team.district_code as districtCode',
      'team.franchisee_id as franchiseeId',
    ])
    .where(idIn('team.id', ids))
    .where('team.deleted_at', 'is', null)
    .execute();
}

/** Reads the names of stations within a data scope. */
export async function teamNames(db: Db, ids: readonly number[], scope: DataScope) {
  if (ids.length === 0) return [];
  return scopeTeams(db.selectFrom('team'), scope)
    .where('team.id', 'in', ids)
    .where('team.deleted_at', 'is', null)
    .select(['team.id', 'team.name'])
    .orderBy('team.name')
    .execute();
}

interface Stored extends Omit<IdentityValues, 'ruleIds' | 'dataScope' | 'fieldRules'> {
  readonly ruleIds: readonly number[];
  readonly scope: StoredScope;
  readonly fields: readonly FieldRule[];
}

function columns(values: Stored, writer: { id: number; at: Date }) {
  return {
    name: values.name,
    type: values.type,
    description: values.description,
    rule_ids: JSON.stringify(values.ruleIds),
    data_scope: JSON.stringify(values.scope),
    field_rules: JSON.stringify(values.fields),
    login_hours: values.loginHours === null ? null : JSON.stringify(values.loginHours),
    ip_allow_list: JSON.stringify(values.ipAllowList),
    need2v: values.need2v,
    updated_at: writer.at,
    updated_by: writer.id,
  };
}

/** Inserts an identity. @returns `false` if the name is already used */
export async function insertIdentity(db: Db, id: number, values: Stored, writer: { id: number; at: Date }) {
  const row = await db
    .insertInto('identity')
    .values({ id, ...columns(values, writer), created_at: writer.at, created_by: writer.id })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Updates an identity. @returns the new version; `null` after a concurrent change; `taken` if the name is already used */
export async function updateIdentity(
  db: Db,
  id: number,
  version: number,
  values: Stored,
  writer: { id: number; at: Date },
): Promise<number | null | 'taken'> {
  try {
    const row = await db
      .updateTable('identity')
      .set((eb) => ({ ...columns(values, writer), version: eb('version', '+', 1) }))
      .where('id', '=', id)
      .where('version', '=', version)
      .where('deleted_at', 'is', null)
      .returning('version')
      .executeTakeFirst();
    return row?.version ?? null;
  } catch (error) {
    if (sqlState(error) === UNIQUE_VIOLATION) return 'taken';
    throw error;
  }
}

/** Changes the state. @returns the new version, or `null` if the identity has changed */
export async function updateState(
  db: Db,
  which: { id: number; version: number; from: readonly ('on' | 'off')[] },
  to: 'on' | 'off' | 'deleted',
  writer: { id: number; at: Date },
): Promise<number | null> {
  const row = await db
    .updateTable('identity')
    .set((eb) => ({
      ...(to === 'deleted' ? { deleted_at: writer.at, status: 'off' as const } : { status: to }),
      updated_at: writer.at,
      updated_by: writer.id,
      version: eb('version', '+', 1),
    }))
    .where('id', '=', which.id)
    .where('version', '=', which.version)
    .where('status', 'in', which.from)
    .where('deleted_at', 'is', null)
    .returning('version')
    .executeTakeFirst();
  return row?.version ?? null;
}

/**
 * Counts the accounts that have this identity, by account type and by combination of identities. A combination contains this identity and
 * the other active identities of the account.
 */
export async function holdersOf(db: Db, identityId: number) {
  const rows = await sql<{ accountType: AccountType; identityIds: readonly number[]; people: number }>`
    select account_type as "accountType", ids as "identityIds", count(*)::int as people
    from (
      select account.account_type, (
        select json_agg(identity.id order by identity.id)::jsonb
        from account_identity held join identity on identity.id = held.identity_id
        where held.account_id = account.id and identity.deleted_at is null
          and (identity.status = 'on' or identity.id = ${identityId})
      ) as ids
      from account join account_identity own on own.account_id = account.id and own.identity_id = ${identityId}
      where account.deleted_at is null
    ) sets
    group by 1, 2`.execute(db);
  return rows.rows;
}

const people = (db: Db) =>
  db
    .selectFrom('account')
    .where('account.deleted_at', 'is', null)
    .select(['account.id', 'account.name', 'account.account', 'account.status', 'account.account_type as accountType']);

/**
 * Finds people by name or the beginning of the account name, by identity, or by both. If the owner matches, the owner is the first.
 *
 * @returns at most `limit` people, and the number of all matches
 */
export async function findPeople(
  db: Db,
  wanted: { keyword?: string | undefined; identityId?: number | undefined; onlyId: number | null; limit: number },
) {
  const { keyword, identityId, onlyId } = wanted;
  const found = people(db)
    .$if(onlyId !== null, (qb) => qb.where('account.id', '=', onlyId ?? 0))
    .$if(keyword !== undefined, (qb) =>
      qb.where((eb) =>
        eb.or([
          eb('account.name', 'ilike', containing(keyword ?? '')),
          eb('account.account', 'ilike', beginning(keyword ?? '')),
        ]),
      ),
    )
    .$if(identityId !== undefined, (qb) =>
      qb.where((eb) =>
        eb.exists(
          eb
            .selectFrom('account_identity')
            .select('account_identity.account_id')
            .whereRef('account_identity.account_id', '=', 'account.id')
            .where('account_identity.identity_id', '=', identityId ?? 0),
        ),
      ),
    );
  const [rows, count] = await Promise.all([
    found
      .orderBy(sql`account.account_type <> 'owner'`)
      .orderBy('account.name')
      .orderBy('account.id')
      .limit(wanted.limit)
      .execute(),
    found
      .clearSelect()
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow(),
  ]);
  return { rows, total: count.total };
}

/** Finds an account that is not deleted, with the fields that are needed to evaluate its permissions. */
export async function personById(db: Db, id: number) {
  return people(db)
    .select(['account.team_ids as teamIds', 'account.franchisee_id as franchiseeId'])
    .where('account.id', '=', id)
    .executeTakeFirst();
}

/** Finds active and invited people who can edit identities: the owner, and holders of an active identity with this permission. */
export async function editorsOfIdentities(db: Db, rule: number, limit: number) {
  return people(db)
    .where('account.status', 'in', ['active', 'invited'])
    .where((eb) =>
      eb.or([
        eb('account.account_type', '=', 'owner'),
        eb.exists(
          eb
            .selectFrom('account_identity')
            .innerJoin('identity', 'identity.id', 'account_identity.identity_id')
            .select('identity.id')
            .whereRef('account_identity.account_id', '=', 'account.id')
            .where('identity.deleted_at', 'is', null)
            .where('identity.status', '=', 'on')
            .where(sql<boolean>`identity.rule_ids @> ${JSON.stringify([rule])}::jsonb`),
        ),
      ]),
    )
    .orderBy(sql`account.account_type <> 'owner'`)
    .orderBy('account.id')
    .limit(limit)
    .execute();
}

/** Finds when an account last requested a permission. Requests before `since` are ignored. */
export async function lastRequest(
  db: Db,
  wanted: { readonly accountId: number; readonly rule: number; readonly since: Date },
): Promise<Date | null> {
  const row = await db
    .selectFrom('right_request')
    .select('asked_at as askedAt')
    .where('account_id', '=', wanted.accountId)
    .where('rule_id', '=', wanted.rule)
    .where('asked_at', '>', wanted.since)
    .executeTakeFirst();
  return row?.askedAt ?? null;
}

/** Records a permission request. Returns `false` if the account already requested it after `since`, even in a concurrent call. */
export async function noteRequest(
  db: Db,
  request: {
    readonly accountId: number;
    readonly rule: number;
    readonly reason: string;
    readonly at: Date;
    readonly since: Date;
  },
): Promise<boolean> {
  const { accountId, rule, reason, at, since } = request;
  const row = await db
    .insertInto('right_request')
    .values({ account_id: accountId, rule_id: rule, asked_at: at, reason })
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'rule_id'])
        .doUpdateSet({ asked_at: at, reason })
        .where('right_request.asked_at', '<=', since),
    )
    .returning('account_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Finds the ids of the accounts that have this identity. Deleted accounts are excluded. */
export async function holderIds(db: Db, identityId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('account_identity')
    .innerJoin('account', 'account.id', 'account_identity.account_id')
    .select('account.id')
    .where('account_identity.identity_id', '=', identityId)
    .where('account.deleted_at', 'is', null)
    .execute();
  return rows.map(({ id }) => id);
}
