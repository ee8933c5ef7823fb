import type { Kysely } from 'kysely';
import { accountLifecycle } from '../../../contract/account.states';
import type { BuiltinIdentityKey, IdentityType } from '../../../contract/identity.builtin';
import type { Locale } from '../../../contract/text';
import { WORD } from '../../../contract/words';
import { hashPassword } from '../../core/access/passwords';
import { endSessions } from '../../core/access/session';
import type { Clock } from '../../core/clock';
import type { Database } from '../../core/database/schema';
import type { AccountStatus, AccountType } from '../../core/database/tables/access';
import { refuse } from '../../core/http/refusal';
import type { Ids } from '../../core/ids';
import { builtinIdentityValues, differs, guardKey, identityName, oneTimePassword } from './rules';
import {
  deleteGuard,
  disableAccountsOfFranchisee,
  disableAccountsOfTeam,
  insertAccount,
  insertAccountIdentities,
  insertIdentity,
  isTelTaken,
  selectAccountsOfFranchisee,
  selectAccountsOfTeam,
  selectBuiltinIdentities,
  selectIdentities,
  selectIdentitiesOf,
  selectNames,
  selectOwner,
  selectProfile,
  selectTaken,
  updateIdentity,
  updateMustChange,
  updateTel,
  updateToOneTimePassword,
} from './store';

/** Accounts and identities (账号, 身份): the face of the module. */

export { livingIdentities, type Person, peopleOf, staffOptions } from './people';
export { guardKey, identityName } from './rules';
export { heldIdentities, replaceIdentities } from './store';
export { tellHolders, tellOfIdentities } from './tell';

type Db = Kysely<Database>;
interface Tools {
  readonly db: Db;
  readonly clock: Clock;
  readonly ids: Ids;
}

const OWNER = { account: 'owner', name: '主账号', tel: '19900000000' } as const;
const ACCOUNT_TAKEN = WORD.account;
const TEL_TAKEN = WORD.phone;

/** Names by account id; 0 (the system) and unknown ids are absent. */
export async function accountNames(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  const wanted = [...new Set(ids)].filter((id) => id > 0);
  if (wanted.length === 0) return new Map();
  return new Map((await selectNames(db, wanted)).map(({ id, name }) => [id, name]));
}

/** The person's own facts for `getSiteInfo`. `need2v`: phone verification is asked for again after a week. */
export async function accountProfile(db: Db, accountId: number) {
  const profile = await selectProfile(db, accountId);
  const identities = await selectIdentitiesOf(db, accountId);
  return {
    nickname: profile?.nickname ?? '',
    avatarFileId: profile?.avatarFileId ?? null,
    lastLoginAt: profile?.lastLoginAt ?? null,
    lastLoginIp: profile?.lastLoginIp ?? null,
    identityIds: identities.map(({ id }) => id),
    need2v: (profile?.twoFactor ?? false) || identities.some((identity) => identity.need2v),
  };
}

/** The living identities of an account: names, rules, when and from where they count, whether phone verification is asked for. */
export const identitiesOf = selectIdentitiesOf;

/** Identities of a type for a choice, in the reader's language. */
export async function identityOptions(
  db: Db,
  type: IdentityType,
  locale: Locale,
): Promise<{ id: number; name: string }[]> {
  return (await selectIdentities(db, type)).map((row) => ({ id: row.id, name: identityName(row, locale) }));
}

/** Every living identity for a choice, in the reader's language. */
export async function allIdentityOptions(db: Db, locale: Locale): Promise<{ id: number; name: string }[]> {
  return (await selectIdentities(db, null)).map((row) => ({ id: row.id, name: identityName(row, locale) }));
}
/** Identities of a type that are switched on, with what they grant. */
export const usableIdentities = selectIdentities;

/** Brings the stored built-in identities to what the contract says; answers their ids by key. Runs at every start. */
export async function seedIdentities({ db, clock, ids }: Tools): Promise<Map<BuiltinIdentityKey, number>> {
  const at = clock.now();
  const stored = new Map((await selectBuiltinIdentities(db)).map((row) => [row.builtinKey, row]));
  for (const wanted of builtinIdentityValues()) {
    const row = stored.get(wanted.builtinKey);
    if (!row) await insertIdentity(db, ids.next(), wanted, at);
    else if (differs(row, wanted)) await updateIdentity(db, row.id, wanted, at);
  }
  const rows = await selectBuiltinIdentities(db);
  return new Map(rows.map((row) => [row.builtinKey as BuiltinIdentityKey, row.id]));
}

/**
 * Makes an account.
 *
 * @param account.passwordHash none: the person sets a password with a code sent to the phone
 * @returns its id
 * @throws Refusal 40903 when account name or phone is taken
 */
export async function createAccount(
  { db, clock, ids }: Tools,
  account: {
    accountType: AccountType;
    account: string;
    name: string;
    tel: string;
    identityIds: readonly number[];
    passwordHash?: string | null;
    /** The password was generated and must be replaced at the first sign-in. */
    oneTime?: boolean;
    /** `invited` until the first sign-in, which asks for phone verification. */
    status?: 'invited' | 'active';
    teamIds?: readonly number[];
    franchiseeId?: number | null;
    createdBy?: number;
  },
): Promise<number> {
  const taken = await selectTaken(db, account.account, account.tel);
  if (taken) throw refuse(40903, { field: taken === 'account' ? ACCOUNT_TAKEN : TEL_TAKEN }, { taken });
  const id = ids.next();
  const oneTime = account.oneTime ?? false;
  await insertAccount(
    db,
    id,
    {
      accountType: account.accountType,
      account: account.account,
      name: account.name,
      tel: account.tel,
      status: account.status ?? 'invited',
      passwordHash: account.passwordHash ?? null,
      mustChangePassword: oneTime,
      oneTimePassword: oneTime,
      teamIds: account.teamIds ?? [],
      franchiseeId: account.franchiseeId ?? null,
      createdBy: account.createdBy ?? 0,
    },
    clock.now(),
  );
  await insertAccountIdentities(db, id, account.identityIds);
  return id;
}

/**
 * Makes the owner's account, or gives the existing one a new one-time password and ends its sessions. The password counts as
 * phone verification for the next sign-in, where it must be changed.
 *
 * @param wanted name and phone of a new owner; an existing one keeps theirs
 */
export async function createOwner(
  tools: Tools,
  wanted: { readonly account?: string; readonly name?: string; readonly tel?: string } = {},
): Promise<{ account: string; password: string }> {
  const { db, clock } = tools;
  const password = oneTimePassword((min, max) => clock.randomInt(min, max));
  const passwordHash = await hashPassword(password);
  const existing = await selectOwner(db);
  if (existing) {
    const at = clock.now();
    await updateToOneTimePassword(db, existing.id, passwordHash, at);
    await deleteGuard(db, guardKey(existing.id));
    await endSessions(db, { accountId: existing.id }, 'password', at);
    return { account: existing.account, password };
  }
  const identities = await seedIdentities(tools);
  const ownerIdentity = identities.get('owner');
  await createAccount(tools, {
    accountType: 'owner',
    account: wanted.account ?? OWNER.account,
    name: wanted.name ?? OWNER.name,
    tel: wanted.tel ?? OWNER.tel,
    identityIds: ownerIdentity === undefined ? [] : [ownerIdentity],
    passwordHash,
    oneTime: true,
    status: 'active',
  });
  return { account: wanted.account ?? OWNER.account, password };
}

/**
 * Binds another phone to an account.
 *
 * @throws Refusal 40903 another account has it
 */
export async function changeAccountTel(
  db: Db,
  change: { readonly accountId: number; readonly tel: string; readonly by: number; readonly at: Date },
): Promise<void> {
  if (await isTelTaken(db, change.tel, change.accountId)) throw refuse(40903, { field: TEL_TAKEN }, { taken: 'tel' });
  await updateTel(db, change);
}

/** The password must be changed at the next sign-in; nothing else goes until then (40306). */
export const requirePasswordChange = updateMustChange;

/** Is there an owner already? */
export async function hasOwner(db: Db): Promise<boolean> {
  return (await selectOwner(db)) !== undefined;
}

/** The word for an account's state. */
export const accountStatusText = (status: AccountStatus, locale: Locale): string =>
  accountLifecycle.states[status].text[locale];

/** Accounts of a station, for its detail. */
export async function accountsOfTeam(db: Db, teamId: number) {
  const rows = await selectAccountsOfTeam(db, teamId);
  return rows.map(({ identityNames, ...row }) => ({
    ...row,
    identityNames: identityNames ?? [],
    statusText: accountLifecycle.states[row.status].text,
  }));
}

/** Disables the accounts that have no other station than this one, and ends their sessions (a station closes). */
export async function disableTeamAccounts(db: Db, teamId: number, at: Date): Promise<void> {
  for (const accountId of await disableAccountsOfTeam(db, teamId, at)) {
    await endSessions(db, { accountId }, 'disabled', at);
  }
}

/** Accounts of a franchisee, for its detail. */
export async function accountsOfFranchisee(db: Db, franchiseeId: number) {
  const rows = await selectAccountsOfFranchisee(db, franchiseeId);
  return rows.map((row) => ({ ...row, statusText: accountLifecycle.states[row.status].text }));
}

/** Disables the accounts of a franchisee and ends their sessions (its franchise ends). */
export async function disableFranchiseeAccounts(db: Db, franchiseeId: number, at: Date): Promise<void> {
  for (const accountId of await disableAccountsOfFranchisee(db, franchiseeId, at)) {
    await endSessions(db, { accountId }, 'disabled', at);
  }
}
