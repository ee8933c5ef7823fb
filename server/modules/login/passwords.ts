import type { Kysely } from 'kysely';
import { maskIfTel } from '../../core/access/mask';
import { hashPassword, verifyPassword } from '../../core/access/passwords';
import { endSessions } from '../../core/access/session';
import type { Database } from '../../core/database/schema';
import { withTransaction } from '../../core/database/transaction';
import type { ActorContext, CallContext } from '../../core/http/context';
import { refuse } from '../../core/http/refusal';
import { identitiesOf } from '../account';
import { readSetting } from '../site';
import type { LoginReason } from './log-text';
import { FAIL_WINDOW_MS, isStrong, minutesLeft, type SignInPolicy } from './rules';
import {
  accountById,
  clearGuard,
  insertLoginLog,
  lockGuard,
  readGuard,
  type SignInAccount,
  takeAttempt,
  updatePassword,
} from './store';

export type Method = 'password' | 'sms' | 'reset' | 'link';

/** Number of stored passwords, including the current one. A new password must differ from them (42384). */
const REMEMBERED_PASSWORDS = 3;

/** Checks a new password. @throws Refusal 42385 the password is weak · 42384 it equals one of the last three */
export async function refuseBadPassword(
  account: Pick<SignInAccount, 'account' | 'passwordLog' | 'passwordHash'>,
  password: string,
  policy: Pick<SignInPolicy, 'passwordMinLen'>,
): Promise<void> {
  if (!isStrong(password, account.account, policy.passwordMinLen)) throw refuse(42385);
  const former = new Set([...account.passwordLog.slice(0, REMEMBERED_PASSWORDS), account.passwordHash]);
  for (const hash of former) {
    if (hash !== null && (await verifyPassword(hash, password))) throw refuse(42384);
  }
}

/** Stores a password that the user chose. Afterwards the account has no one-time password and need not change its password. */
export async function setPassword(
  db: Kysely<Database>,
  account: Pick<SignInAccount, 'id' | 'passwordLog'>,
  password: string,
  at: Date,
): Promise<void> {
  const hash = await hashPassword(password);
  const log = [hash, ...account.passwordLog].slice(0, REMEMBERED_PASSWORDS);
  await updatePassword(db, account.id, { hash, log, at });
}

/** Writes one line of the login log. After a successful sign-in, also sets the account of the operation record. */
export async function logSignIn(
  ctx: CallContext,
  account: Pick<SignInAccount, 'id' | 'account'> | undefined,
  name: string,
  line: { readonly method: Method; readonly ok: boolean; readonly reason: LoginReason | null },
  db: Kysely<Database> = ctx.db,
): Promise<void> {
  if (line.ok && account) {
    const identities = await identitiesOf(db, account.id);
    const identityNames = identities.map((identity) => identity.name);
    ctx.audit({ by: { accountId: account.id, account: account.account, identityNames } });
  }
  await insertLoginLog(db, {
    id: ctx.ids.next(),
    accountId: account?.id ?? null,
    // If no account has this name, mask a phone number, because users type phone numbers here.
    account: account?.account ?? maskIfTel(name),
    ...line,
    ip: ctx.ip,
    ua: ctx.userAgent,
    at: ctx.clock.now(),
  });
}

/** A number of locks that is never reached. Wrong old passwords lock only temporarily; only sign-in has permanent locks. */
const NEVER_FOR_GOOD = 1_000_000_000;
/** Key for counting wrong old passwords. It differs from the sign-in key: a stolen session must not lock the user's sign-in. */
const ownKey = (accountId: number): string => `p:${accountId}`;

/**
 * Changes the caller's own password and closes all sessions except `keptSessionId`. Opens its own transaction, because a refusal must not
 * roll back the count of wrong tries.
 *
 * @returns the number of closed sessions
 * @throws Refusal 42381 (wrong old password), 42903 (too many wrong tries), 42384 (equals one of the last three), 42385 (weak password)
 */
export async function changeOwnPassword(
  ctx: ActorContext,
  change: { readonly oldPassword: string; readonly password: string; readonly keptSessionId: number },
): Promise<number> {
  const { accountId } = ctx.actor;
  const now = ctx.clock.now();
  const policy = await readSetting(ctx.db, 'security');
  const account = await accountById(ctx.db, accountId);
  const key = ownKey(accountId);
  const limits = { maxFail: policy.maxFail, windowMs: FAIL_WINDOW_MS };
  const attempt = await takeAttempt(ctx.db, key, limits, now);
  if (attempt === null) {
    const guard = await readGuard(ctx.db, key);
    throw refuse(42903, { n: guard?.lockedUntil ? minutesLeft(guard.lockedUntil, now) : policy.lockMin });
  }
  if (!(await verifyPassword(account.passwordHash, change.oldPassword))) {
    if (attempt < policy.maxFail) throw refuse(42381, { n: policy.maxFail - attempt });
    await lockGuard(ctx.db, key, new Date(now.getTime() + policy.lockMin * 60_000), NEVER_FOR_GOOD);
    throw refuse(42903, { n: policy.lockMin });
  }
  await clearGuard(ctx.db, key);
  await refuseBadPassword(account, change.password, policy);
  return withTransaction(
    ctx.db,
    async (db) => {
      await setPassword(db, account, change.password, now);
      return endSessions(db, { accountId, exceptId: change.keptSessionId }, 'password', now);
    },
    ctx.clock,
  );
}
