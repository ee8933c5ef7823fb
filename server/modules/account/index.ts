import type { Kysely } from 'kysely';
import { accountLifecycle } from '../../../contract/account.states';
import type { BuiltinIdentityKey, IdentityType } from '../../../contract/identity.builtin';
import type { Locale } from '../../../contract/text';
import { WORD } from '../../../contract/words';
import { hashPassword } from '../../core/access/passwords';
import { endSessions } from '../../core/access/session';
import type { Clock } from '../../core/clock';
import { withLock } from '../../core/database/locks';
import type { Database } from '../../core/database/schema';
import type { AccountStatus, AccountType } from '../../core/database/tables/access';
import type { CallContext } from '../../core/http/context';
import { conflict, type Refusal, refuse } from '../../core/http/refusal';
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

/** Accounts and identities (账号, 身份): the public interface of the module. */

export {
  colleagueNames,
  isColleague,
  livingIdentities,
  ownerIds,
  type Person,
  peopleOf,
  staffMember,
  staffOptions,
} from './people';
export { guardKey, identityName } from './rules';
export { isSecondRequired, secondOn } from './second';
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

/** Reads names by account id. The result has no names for 0 (the system) and for unknown ids. */
export async function accountNames(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  const wanted = [...new Set(ids)].filter((id) => id > 0);
  if (wanted.length === 0) return new Map();
  return new Map((await selectNames(db, wanted)).map(({ id, name }) => [id, name]));
}

/**
 * Creates the refusal 40901 with the name of the account that changed the record last (DOMAIN §6.1).
 *
 * @param current the current record, with the fields of the form
 * @param last.by account id; 0 is the system
 */
export async function conflictBy(
  { db, t }: Pick<CallContext, 'db' | 't'>,
  current: unknown,
  { by, at }: { readonly by: number; readonly at: Date | null },
): Promise<Refusal> {
  const name = by === 0 ? t(WORD.system) : (await accountNames(db, [by])).get(by);
  return conflict(current, name ?? null, at);
}

/** Reads an account's nickname, avatar, last sign-in, enabled identities and second verification for `getSiteInfo`. */
export async function accountProfile(db: Db, accountId: number) {
  const profile = await selectProfile(db, accountId);
  const identities = await selectIdentitiesOf(db, accountId);
  return {
    nickname: profile?.nickname ?? '',
    avatarFileId: profile?.avatarFileId ?? null,
    lastLoginAt: profile?.lastLoginAt ?? null,
    lastLoginIp: profile?.lastLoginIp ?? null,
    identities,
    twoFactor: profile?.twoFactor ?? false,
  };
}

/**
 * Reads an account's enabled identities: names, permissions, sign-in hours and allowed IP addresses, and whether they require second
 * verification.
 */
export const identitiesOf = selectIdentitiesOf;

/** Lists the enabled identities of a type as options in the reader's language. */
export async function identityOptions(
  db: Db,
  type: IdentityType,
  locale: Locale,
): Promise<{ id: number; name: string }[]> {
  return (await selectIdentities(db, type)).map((row) => ({ id: row.id, name: identityName(row, locale) }));
}

/** Lists all existing identities as options in the reader's language. */
export async function allIdentityOptions(db: Db, locale: Locale): Promise<{ id: number; name: string }[]> {
  return (await selectIdentities(db, null)).map((row) => ({ id: row.id, name: identityName(row, locale) }));
}
/** Reads the enabled identities of a type with their permissions. With `null` it reads all identities that are not deleted. */
export const usableIdentities = selectIdentities;

/** Creates missing built-in identities and updates them to the contract. Runs at every start. @returns their ids by key */
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
 * Creates an account.
 *
 * @param account.passwordHash `null` means that the person sets a password with a code sent to the phone
 * @returns the account's id
 * @throws Refusal 40903 when the account name or the phone is taken
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
    /** `true` when the password was generated. The person must replace it at the first sign-in. */
    oneTime?: boolean;
    /** `invited` until the first sign-in, which requires phone verification. */
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
 * Creates the owner's account. An existing owner gets a new one-time password, and the owner's sessions end. At the next sign-in, the
 * password also counts as phone verification, and the owner must change the password.
 *
 * @param wanted account name, name and phone of a new owner; ignored when the owner exists
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

/** Works like {@link seedIdentities}. Processes that start at the same time take turns. */
export async function prepareIdentities({ db, clock, ids }: Tools): Promise<void> {
  await withLock(db, 'firstAccounts', (trx) => seedIdentities({ db: trx, clock, ids }));
}

/**
 * Works like {@link createOwner} if there is no owner. Of several processes that start at the same time, only one creates the owner.
 *
 * @returns `null` when the owner exists
 */
export async function createFirstOwner(
  { db, clock, ids }: Tools,
  wanted: Parameters<typeof createOwner>[1],
): Promise<{ account: string; password: string } | null> {
  return withLock(db, 'firstAccounts', async (trx) =>
    (await hasOwner(trx)) ? null : createOwner({ db: trx, clock, ids }, wanted),
  );
}

/**
 * Changes the phone of an account.
 *
 * @throws Refusal 40903 when another account has the phone
 */
export async function changeAccountTel(
  db: Db,
  change: { readonly accountId: number; readonly tel: string; readonly by: number; readonly at: Date },
): Promise<void> {
  if (await isTelTaken(db, change.tel, change.accountId)) throw refuse(40903, { field: TEL_TAKEN }, { taken: 'tel' });
  await updateTel(db, change);
}

/** Requires a new password from these accounts. Until an account has set it, the account's other calls are refused (40306). */
export const requirePasswordChange = updateMustChange;

/** Checks whether there is an owner's account that is not deleted. */
export async function hasOwner(db: Db): Promise<boolean> {
  return (await selectOwner(db)) !== undefined;
}

/** Returns the label of an account's state. */
export const accountStatusText = (status: AccountStatus, locale: Locale): string =>
  accountLifecycle.states[status].text[locale];

/** Reads the accounts of a station, with the names of their identities and the texts of their states. */
export async function accountsOfTeam(db: Db, teamId: number) {
  const rows = await selectAccountsOfTeam(db, teamId);
  return rows.map(({ identityNames, ...row }) => ({
    ...row,
    identityNames: identityNames ?? [],
    statusText: accountLifecycle.states[row.status].text,
  }));
}

/** Disables accounts whose only station is this one, and ends their sessions. Called when the station closes. */
export async function disableTeamAccounts(db: Db, teamId: number, at: Date): Promise<void> {
  for (const accountId of await disableAccountsOfTeam(db, teamId, at)) {
    await endSessions(db, { accountId }, 'disabled', at);
  }
}

/** Reads the accounts of a franchisee for the franchisee's detail page. */
export async function accountsOfFranchisee(db: Db, franchiseeId: number) {
  const rows = await selectAccountsOfFranchisee(db, franchiseeId);
  return rows.map((row) => ({ ...row, statusText: accountLifecycle.states[row.status].text }));
}

/** Disables the accounts of a franchisee and ends their sessions. Called when the franchise ends. */
export async function disableFranchiseeAccounts(db: Db, franchiseeId: number, at: Date): Promise<void> {
  for (const accountId of await disableAccountsOfFranchisee(db, franchiseeId, at)) {
    await endSessions(db, { accountId }, 'disabled', at);
  }
}
