import { type Kysely, sql } from 'kysely';
import { type Access, accessOf } from '../../core/access/access';
import { readIdentities } from '../../core/access/identities';
import type { Actor } from '../../core/actor';
import { idIn } from '../../core/database/id-in';
import type { Database } from '../../core/database/schema';
import type { AccountType } from '../../core/database/tables/access';
import type { ActorContext } from '../../core/http/context';
import { refuse } from '../../core/http/refusal';

type Db = Kysely<Database>;

/** A person who can receive notices. */
export interface Person {
  readonly id: number;
  readonly name: string;
  readonly accountType: AccountType;
  readonly tel: string;
  /** `true` means that the person cannot sign in until a colleague unlocks the account. */
  readonly isLocked: boolean;
  /** The stations to which the account is assigned. */
  readonly teamIds: readonly number[];
  /** The person's permissions with their data scopes. The sign-in hours of the identities are ignored. */
  readonly access: Access;
}

/** Selection of people: by account, by enabled identity, or by station. A match in one list is enough. */
export interface Wanted {
  readonly accountIds?: readonly number[];
  readonly identityIds?: readonly number[];
  /** Stations whose accounts are selected. */
  readonly teamIds?: readonly number[];
}

const ids = (list: readonly number[] | undefined) => sql.val([...(list ?? [])]);

/** Finds the selected people whose account is neither disabled nor deleted. A locked account is included. */
export async function peopleOf(db: Db, wanted: Wanted): Promise<Person[]> {
  const rows = await db
    .selectFrom('account')
    .select([
      'account.id',
      'account.name',
      'account.account_type as accountType',
      'account.tel',
      'account.team_ids as teamIds',
      'account.franchisee_id as franchiseeId',
      sql<boolean>`account.status = 'locked'`.as('isLocked'),
      sql<readonly number[]>`(
        select coalesce(json_agg(identity.id order by identity.id), '[]')
        from account_identity join identity on identity.id = account_identity.identity_id
        where account_identity.account_id = account.id and identity.status = 'on' and identity.deleted_at is null
      )`.as('identityIds'),
    ])
    .where('account.deleted_at', 'is', null)
    .where('account.status', 'not in', ['disabled', 'deleted'])
    .where(
      sql<boolean>`(account.id = any(${ids(wanted.accountIds)}::bigint[])
        or exists (
          select 1 from account_identity join identity on identity.id = account_identity.identity_id
          where account_identity.account_id = account.id
            and account_identity.identity_id = any(${ids(wanted.identityIds)}::bigint[])
            and identity.status = 'on' and identity.deleted_at is null
        )
        or (account.account_type = 'station' and exists (
          select 1 from jsonb_array_elements_text(account.team_ids) as team (id)
          where team.id::bigint = any(${ids(wanted.teamIds)}::bigint[])
        )))`,
    )
    .orderBy('account.id')
    .execute();
  const identities = new Map(
    (await readIdentities(db, [...new Set(rows.flatMap(({ identityIds }) => identityIds))])).map((one) => [
      one.id,
      one,
    ]),
  );
  return rows.map(({ identityIds, franchiseeId, ...person }) => ({
    ...person,
    access: accessOf(
      { ...person, franchiseeId },
      identityIds.flatMap((id) => identities.get(id) ?? []),
    ),
  }));
}

/** Reads all enabled identities with their id, stored name and built-in key. */
export async function livingIdentities(db: Db) {
  return db
    .selectFrom('identity')
    .select(['id', 'name', 'builtin_key as builtinKey'])
    .where('status', '=', 'on')
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute();
}

/** Selects the accounts of the owner and the staff that are neither disabled nor deleted. */
const activeStaff = (db: Db) =>
  db
    .selectFrom('account')
    .select(['id', 'name', 'account'])
    .where('account_type', 'in', ['owner', 'staff'])
    .where('deleted_at', 'is', null)
    .where('status', 'not in', ['disabled', 'deleted']);

/** Reads the ids of the owner accounts (平台主账号) that are neither disabled nor deleted. */
export async function ownerIds(db: Db): Promise<number[]> {
  const owners = await activeStaff(db).where('account_type', '=', 'owner').orderBy('id').execute();
  return owners.map(({ id }) => id);
}

/** Checks whether the user may see the names of colleagues without a further permission. Only the owner and staff may. */
export const isColleague = ({ accountType }: Pick<Actor, 'accountType'>): boolean =>
  accountType === 'owner' || accountType === 'staff';

/** Finds a head-office account to assign work to it. @throws Refusal 40401 when the account is disabled, deleted or unknown */
export async function staffMember(db: Db, id: number): Promise<{ id: number; name: string }> {
  const found = await activeStaff(db).where('id', '=', id).executeTakeFirst();
  if (!found) throw refuse(40401);
  return { id, name: found.name };
}

/**
 * Lists the accounts of the owner and the staff that are neither disabled nor deleted as options. The option also shows the account name
 * if that name differs from the person's name. The seats of the deployment (STAFF_SEATS) limit the number of staff, so the list has no
 * limit.
 */
export async function staffOptions(db: Db): Promise<{ id: number; name: string }[]> {
  const rows = await activeStaff(db).orderBy('name').orderBy('id').execute();
  return rows.map(({ id, name, account }) => ({ id, name: name === account ? name : `${name} (${account})` }));
}

/**
 * Reads the names of the head office accounts among these ids, for the text of a filter. Only the owner and staff may see colleagues'
 * names, so other callers get none. Names of accounts of stations and franchisees are not included.
 */
export async function colleagueNames(
  { db, actor }: Pick<ActorContext, 'db' | 'actor'>,
  accountIds: readonly number[] = [],
): Promise<string[]> {
  if (accountIds.length === 0 || !isColleague(actor)) return [];
  const rows = await db
    .selectFrom('account')
    .select('name')
    .where('account_type', 'in', ['owner', 'staff'])
    .where(idIn('id', accountIds))
    .orderBy('id')
    .execute();
  return rows.map(({ name }) => name);
}
