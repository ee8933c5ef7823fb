import { type Kysely, sql } from 'kysely';
import type { IdentityType } from '../../../contract/identity.builtin';
import { idIn } from '../../core/database/id-in';
import { PREPARED } from '../../core/database/prepared-statements';
import type { Database } from '../../core/database/schema';
import type { AccountStatus, AccountType } from '../../core/database/tables/access';
import type { IdentityValues } from './rules';

type Db = Kysely<Database>;

export async function selectNames(db: Db, ids: readonly number[]) {
  return db.selectFrom('account').select(['id', 'name']).where('id', 'in', ids).execute();
}

export async function selectProfile(db: Db, accountId: number) {
  return db
    .selectFrom('account')
    .select([
      'nickname',
      'avatar_file_id as avatarFileId',
      'last_login_at as lastLoginAt',
      'last_login_ip as lastLoginIp',
      'two_factor as twoFactor',
    ])
    .where('id', '=', accountId)
    .modifyEnd(PREPARED)
    .executeTakeFirst();
}

/** Reads an account's enabled identities. */
export async function selectIdentitiesOf(db: Db, accountId: number) {
  return db
    .selectFrom('account_identity')
    .innerJoin('identity', 'identity.id', 'account_identity.identity_id')
    .select([
      'identity.id',
      'identity.name',
      'identity.need2v',
      'identity.rule_ids as ruleIds',
      'identity.login_hours as hours',
      'identity.ip_allow_list as addresses',
    ])
    .where('account_identity.account_id', '=', accountId)
    .where('identity.status', '=', 'on')
    .where('identity.deleted_at', 'is', null)
    .orderBy('identity.id')
    .modifyEnd(PREPARED)
    .execute();
}

/** Reads the enabled identities of a type. With `null` it reads the identities of all types, enabled and disabled. */
export async function selectIdentities(db: Db, type: IdentityType | null) {
  return db
    .selectFrom('identity')
    .select([
      'id',
      'name',
      'builtin_key as builtinKey',
      'type',
      'rule_ids as ruleIds',
      'data_scope as scope',
      'field_rules as fields',
    ])
    .$if(type !== null, (qb) => qb.where('type', '=', type ?? 'hq').where('status', '=', 'on'))
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute();
}

export async function selectBuiltinIdentities(db: Db) {
  return db
    .selectFrom('identity')
    .select([
      'id',
      'builtin_key as builtinKey',
      'name',
      'description',
      'rule_ids as ruleIds',
      'field_rules as fieldRules',
      'need2v',
      'data_scope as scope',
    ])
    .where('builtin_key', 'is not', null)
    .execute();
}

export async function insertIdentity(db: Db, id: number, values: IdentityValues, at: Date): Promise<void> {
  await db
    .insertInto('identity')
    .values({
      id,
      created_at: at,
      updated_at: at,
      builtin_key: values.builtinKey,
      name: values.name,
      type: values.type,
      description: values.description,
      rule_ids: JSON.stringify(values.ruleIds),
      data_scope: JSON.stringify(values.scope),
      field_rules: JSON.stringify(values.fieldRules),
      need2v: values.need2v,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function updateIdentity(db: Db, id: number, values: IdentityValues, at: Date): Promise<void> {
  await db
    .updateTable('identity')
    .set((eb) => ({
      name: values.name,
      description: values.description,
      rule_ids: JSON.stringify(values.ruleIds),
      data_scope: JSON.stringify(values.scope),
      field_rules: JSON.stringify(values.fieldRules),
      need2v: values.need2v,
      updated_at: at,
      version: eb('version', '+', 1),
    }))
    .where('id', '=', id)
    .execute();
}

export interface AccountValues {
  readonly accountType: AccountType;
  readonly account: string;
  readonly tel: string;
  readonly name: string;
  readonly status: AccountStatus;
  readonly passwordHash: string | null;
  readonly mustChangePassword: boolean;
  readonly oneTimePassword: boolean;
  readonly teamIds: readonly number[];
  readonly franchiseeId: number | null;
  readonly createdBy: number;
}

export async function insertAccount(db: Db, id: number, values: AccountValues, at: Date): Promise<void> {
  await db
    .insertInto('account')
    .values({
      id,
      created_at: at,
      updated_at: at,
      created_by: values.createdBy,
      updated_by: values.createdBy,
      account_type: values.accountType,
      account: values.account,
      tel: values.tel,
      name: values.name,
      status: values.status,
      password_hash: values.passwordHash,
      password_at: values.passwordHash === null ? null : at,
      password_log: JSON.stringify(values.passwordHash === null ? [] : [values.passwordHash]),
      must_change_password: values.mustChangePassword,
      one_time_password: values.oneTimePassword,
      team_ids: JSON.stringify(values.teamIds),
      franchisee_id: values.franchiseeId,
    })
    .execute();
}

export async function insertAccountIdentities(
  db: Db,
  accountId: number,
  identityIds: readonly number[],
): Promise<void> {
  if (identityIds.length === 0) return;
  await db
    .insertInto('account_identity')
    .values(identityIds.map((identityId) => ({ account_id: accountId, identity_id: identityId })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Checks whether an existing account has this account name or this phone. An equal account name takes precedence over an equal phone. */
export async function selectTaken(db: Db, account: string, tel: string): Promise<'account' | 'tel' | null> {
  const row = await db
    .selectFrom('account')
    .select(sql<boolean>`lower(account) = ${account.toLowerCase()}`.as('sameAccount'))
    .where('deleted_at', 'is', null)
    .where((eb) => eb.or([eb(sql`lower(account)`, '=', account.toLowerCase()), eb('tel', '=', tel)]))
    .orderBy('sameAccount', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!row) return null;
  return row.sameAccount ? 'account' : 'tel';
}

export async function selectOwner(db: Db) {
  return db
    .selectFrom('account')
    .select(['id', 'account'])
    .where('account_type', '=', 'owner')
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
}

/** Sets a one-time password, which the account must change at the next sign-in, and changes the state to `active`. */
export async function updateToOneTimePassword(
  db: Db,
  accountId: number,
  passwordHash: string,
  at: Date,
): Promise<void> {
  await db
    .updateTable('account')
    .set((eb) => ({
      password_hash: passwordHash,
      password_at: at,
      must_change_password: true,
      one_time_password: true,
      status: 'active',
      updated_at: at,
      version: eb('version', '+', 1),
    }))
    .where('id', '=', accountId)
    .execute();
}

interface AccountChange {
  readonly accountId: number;
  /** Id of the account that requested the change. */
  readonly by: number;
  readonly at: Date;
}

export async function updateTel(db: Db, change: AccountChange & { readonly tel: string }): Promise<void> {
  await db
    .updateTable('account')
    .set((eb) => ({ tel: change.tel, updated_at: change.at, updated_by: change.by, version: eb('version', '+', 1) }))
    .where('id', '=', change.accountId)
    .execute();
}

export async function isTelTaken(db: Db, tel: string, exceptId: number): Promise<boolean> {
  const row = await db
    .selectFrom('account')
    .select('id')
    .where('tel', '=', tel)
    .where('deleted_at', 'is', null)
    .where('id', '<>', exceptId)
    .executeTakeFirst();
  return row !== undefined;
}

export async function updateMustChange(
  db: Db,
  { accountIds, by, at }: { readonly accountIds: readonly number[]; readonly by: number; readonly at: Date },
): Promise<void> {
  await db
    .updateTable('account')
    .set((eb) => ({ must_change_password: true, updated_at: at, updated_by: by, version: eb('version', '+', 1) }))
    .where(idIn('id', accountIds))
    .execute();
}

export async function deleteGuard(db: Db, key: string): Promise<void> {
  await db.deleteFrom('sign_in_guard').where('key', '=', key).execute();
}

/** Reads the accounts of a station that are not deleted, with the stored names of their identities. */
export async function selectAccountsOfTeam(db: Db, teamId: number) {
  return db
    .selectFrom('account')
    .select((eb) => [
      'account.id',
      'account.account',
      'account.name',
      'account.status',
      'account.last_login_at as lastLoginAt',
      eb
        .selectFrom('account_identity')
        .innerJoin('identity', 'identity.id', 'account_identity.identity_id')
        .select(sql<string[]>`coalesce(json_agg(identity.name order by identity.id), '[]')`.as('names'))
        .whereRef('account_identity.account_id', '=', 'account.id')
        .as('identityNames'),
    ])
    .where('account.deleted_at', 'is', null)
    .where(sql<boolean>`account.team_ids @> ${JSON.stringify([teamId])}::jsonb`)
    .orderBy('account.id')
    .modifyEnd(PREPARED)
    .execute();
}

/** Disables station accounts whose only station is this one. @returns the ids of the accounts that were not disabled before */
export async function disableAccountsOfTeam(db: Db, teamId: number, at: Date): Promise<number[]> {
  const rows = await db
    .updateTable('account')
    .set((eb) => ({ status: 'disabled', disabled_at: at, updated_at: at, version: eb('version', '+', 1) }))
    .where('deleted_at', 'is', null)
    .where('account_type', '=', 'station')
    .where('status', '<>', 'disabled')
    .where(sql<boolean>`team_ids = ${JSON.stringify([teamId])}::jsonb`)
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Reads the accounts of a franchisee that are not deleted. */
export const selectAccountsOfFranchisee = (db: Db, franchiseeId: number) =>
  db
    .selectFrom('account')
    .select(['id', 'account', 'name', 'tel', 'status'])
    .where('franchisee_id', '=', franchiseeId)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute();

export async function disableAccountsOfFranchisee(db: Db, franchiseeId: number, at: Date): Promise<number[]> {
  const rows = await db
    .updateTable('account')
    .set((eb) => ({ status: 'disabled', disabled_at: at, updated_at: at, version: eb('version', '+', 1) }))
    .where('franchisee_id', '=', franchiseeId)
    .where('deleted_at', 'is', null)
    .where('status', '<>', 'disabled')
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Replaces the identities of these accounts. An account with an empty list has no identities afterwards. */
export async function replaceIdentities(
  db: Db,
  given: readonly { readonly accountId: number; readonly identityIds: readonly number[] }[],
): Promise<void> {
  const ids = given.map(({ accountId }) => accountId);
  await db.deleteFrom('account_identity').where(idIn('account_id', ids)).execute();
  const pairs = given.flatMap(({ accountId, identityIds }) =>
    [...new Set(identityIds)].map((identityId) => [accountId, identityId] as const),
  );
  if (pairs.length === 0) return;
  await sql`insert into account_identity (account_id, identity_id) select * from unnest(
    ${sql.val(pairs.map(([accountId]) => accountId))}::bigint[],
    ${sql.val(pairs.map(([, identityId]) => identityId))}::bigint[])`.execute(db);
}

/** Reads the identities of these accounts, enabled and disabled, sorted by the identity's id. */
export async function heldIdentities(db: Db, accountIds: readonly number[]) {
  if (accountIds.length === 0) return [];
  return db
    .selectFrom('account_identity')
    .innerJoin('identity', 'identity.id', 'account_identity.identity_id')
    .select([
      'account_identity.account_id as accountId',
      'identity.id',
      'identity.name',
      'identity.builtin_key as builtinKey',
      'identity.need2v',
      'identity.status',
      'identity.type',
      'identity.rule_ids as ruleIds',
      'identity.data_scope as scope',
      'identity.field_rules as fields',
    ])
    .where(idIn('account_identity.account_id', accountIds))
    .where('identity.deleted_at', 'is', null)
    .orderBy('identity.id')
    .execute();
}
