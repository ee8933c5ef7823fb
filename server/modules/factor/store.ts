import type { Kysely } from 'kysely';
import type { SecondMethod } from '../../../contract/second';
import type { Database } from '../../core/database/schema';

type Db = Kysely<Database>;

/** Returns the id of an app's secret in the list of all sealed secrets. A key rotation re-encrypts this list. */
export const placeOf = (factorId: number): string => `account_factor/${factorId}`;

export async function selectSealed(db: Db, factorId: number): Promise<Buffer | null> {
  const row = await db
    .selectFrom('secret_value')
    .select('sealed')
    .where('place', '=', placeOf(factorId))
    .executeTakeFirst();
  return row?.sealed ?? null;
}

export async function selectFactors(db: Db, accountId: number) {
  return db
    .selectFrom('account_factor')
    .select([
      'id',
      'kind',
      'name',
      'created_at as createdAt',
      'last_used_at as lastUsedAt',
      'credential_id as credentialId',
      'public_key as publicKey',
      'counter',
      'transports',
      'rp_id as rpId',
    ])
    .where('account_id', '=', accountId)
    .where('confirmed_at', 'is not', null)
    .orderBy('id')
    .execute();
}

export type Factor = Awaited<ReturnType<typeof selectFactors>>[number];

export async function selectPending(db: Db, accountId: number, factorId: number) {
  return db
    .selectFrom('account_factor')
    .select('id')
    .where('account_id', '=', accountId)
    .where('id', '=', factorId)
    .where('kind', '=', 'totp')
    .where('confirmed_at', 'is', null)
    .executeTakeFirst();
}

/** Inserts an unconfirmed app. The new app replaces an earlier unconfirmed app of the account. */
export async function insertPending(
  db: Db,
  factor: { readonly id: number; readonly accountId: number; readonly sealed: Buffer; readonly at: Date },
): Promise<void> {
  const earlier = await db
    .deleteFrom('account_factor')
    .where('account_id', '=', factor.accountId)
    .where('confirmed_at', 'is', null)
    .returning('id')
    .execute();
  for (const { id } of earlier) await db.deleteFrom('secret_value').where('place', '=', placeOf(id)).execute();
  await db
    .insertInto('secret_value')
    .values({ place: placeOf(factor.id), sealed: factor.sealed, updated_at: factor.at, updated_by: factor.accountId })
    .execute();
  await db
    .insertInto('account_factor')
    .values({
      id: factor.id,
      account_id: factor.accountId,
      kind: 'totp',
      name: '',
      created_at: factor.at,
    })
    .execute();
}

/** Confirms an app. @returns `false` if a concurrent call confirmed it first */
export async function confirmPending(
  db: Db,
  factorId: number,
  facts: { readonly name: string; readonly step: number; readonly at: Date },
): Promise<boolean> {
  const row = await db
    .updateTable('account_factor')
    .set({ name: facts.name, last_step: facts.step, confirmed_at: facts.at })
    .where('id', '=', factorId)
    .where('confirmed_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function insertPasskey(
  db: Db,
  passkey: {
    readonly id: number;
    readonly accountId: number;
    readonly name: string;
    readonly credentialId: string;
    readonly publicKey: Buffer;
    readonly counter: number;
    readonly transports: readonly string[];
    readonly rpId: string;
    readonly at: Date;
  },
): Promise<void> {
  await db
    .insertInto('account_factor')
    .values({
      id: passkey.id,
      account_id: passkey.accountId,
      kind: 'passkey',
      name: passkey.name,
      created_at: passkey.at,
      confirmed_at: passkey.at,
      credential_id: passkey.credentialId,
      public_key: passkey.publicKey,
      counter: passkey.counter,
      transports: JSON.stringify(passkey.transports),
      rp_id: passkey.rpId,
    })
    .execute();
}

export async function isCredentialKnown(db: Db, credentialId: string): Promise<boolean> {
  const row = await db
    .selectFrom('account_factor')
    .select('id')
    .where((eb) => eb(eb.fn<string>('md5', ['credential_id']), '=', eb.fn<string>('md5', [eb.val(credentialId)])))
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Marks a time step of an app and all earlier steps as used. One statement ensures that only one of several concurrent calls succeeds.
 *
 * @returns `false` if this step or a later step was already used
 */
export async function spendStep(db: Db, factorId: number, step: number, at: Date): Promise<boolean> {
  const row = await db
    .updateTable('account_factor')
    .set({ last_step: step, last_used_at: at })
    .where('id', '=', factorId)
    .where((eb) => eb.or([eb('last_step', 'is', null), eb('last_step', '<', step)]))
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function notePasskeyUse(db: Db, factorId: number, counter: number, at: Date): Promise<void> {
  await db.updateTable('account_factor').set({ counter, last_used_at: at }).where('id', '=', factorId).execute();
}

export async function updateName(db: Db, accountId: number, factorId: number, name: string): Promise<boolean> {
  const row = await db
    .updateTable('account_factor')
    .set({ name })
    .where('id', '=', factorId)
    .where('account_id', '=', accountId)
    .where('confirmed_at', 'is not', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function deleteFactor(db: Db, accountId: number, factorId: number): Promise<void> {
  await db.deleteFrom('account_factor').where('id', '=', factorId).where('account_id', '=', accountId).execute();
  await db.deleteFrom('secret_value').where('place', '=', placeOf(factorId)).execute();
}

/** Locks the account's row, so that concurrent changes of its factors run one after another. */
export async function lockAccount(db: Db, accountId: number) {
  return db
    .selectFrom('account')
    .select(['account_type as accountType', 'two_factor as twoFactor', 'second_method as secondMethod'])
    .where('id', '=', accountId)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

export async function selectSecond(db: Db, accountId: number) {
  return db
    .selectFrom('account')
    .select([
      'account_type as accountType',
      'two_factor as twoFactor',
      'second_method as last',
      'must_bind_factor as mustBindFactor',
    ])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
}

export async function updateSecond(
  db: Db,
  accountId: number,
  change: { readonly last?: SecondMethod; readonly mustBindFactor?: boolean; readonly twoFactor?: boolean },
): Promise<void> {
  await db
    .updateTable('account')
    .set({
      ...(change.last !== undefined && { second_method: change.last }),
      ...(change.mustBindFactor !== undefined && { must_bind_factor: change.mustBindFactor }),
      ...(change.twoFactor !== undefined && { two_factor: change.twoFactor }),
    })
    .where('id', '=', accountId)
    .execute();
}

export async function countRecovery(db: Db, accountId: number): Promise<number> {
  const row = await db
    .selectFrom('account_recovery')
    .select((eb) => eb.fn.countAll<number>().as('left'))
    .where('account_id', '=', accountId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow();
  return row.left;
}

export async function replaceRecovery(db: Db, accountId: number, hashes: readonly string[]): Promise<void> {
  await db.deleteFrom('account_recovery').where('account_id', '=', accountId).execute();
  if (hashes.length === 0) return;
  await db
    .insertInto('account_recovery')
    .values(hashes.map((hash) => ({ account_id: accountId, code_hash: hash })))
    .execute();
}

export async function spendRecovery(db: Db, accountId: number, hash: string, at: Date): Promise<boolean> {
  const row = await db
    .updateTable('account_recovery')
    .set({ used_at: at })
    .where('account_id', '=', accountId)
    .where('code_hash', '=', hash)
    .where('used_at', 'is', null)
    .returning('code_hash')
    .executeTakeFirst();
  return row !== undefined;
}

export async function placeChallenge(
  db: Db,
  sessionId: number,
  purpose: 'bind' | 'confirm',
  challenge: string,
  expireAt: Date,
): Promise<void> {
  const fresh = { challenge, expire_at: expireAt };
  await db
    .insertInto('factor_challenge')
    .values({ session_id: sessionId, purpose, ...fresh })
    .onConflict((conflict) => conflict.columns(['session_id', 'purpose']).doUpdateSet(fresh))
    .execute();
}

/** Deletes and returns the challenge, so that it can be answered only once. Returns `null` if there is no challenge or it has expired. */
export async function takeChallenge(db: Db, sessionId: number, purpose: 'bind' | 'confirm', now: Date) {
  const row = await db
    .deleteFrom('factor_challenge')
    .where('session_id', '=', sessionId)
    .where('purpose', '=', purpose)
    .returning(['challenge', 'expire_at as expireAt'])
    .executeTakeFirst();
  return row && row.expireAt > now ? row.challenge : null;
}

export async function deleteOldChallenges(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('factor_challenge').where('expire_at', '<', now).execute();
}
