import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import { SESSION_LIMITS } from '../../../contract/limits';
import { closedRefusal } from '../../core/access/access';
import { hashPassword, needsRehash } from '../../core/access/passwords';
import { isPastLastDay, startSession } from '../../core/access/session';
import type { Database } from '../../core/database/schema';
import { withTransaction } from '../../core/database/transaction';
import type { CallContext } from '../../core/http/context';
import { deviceOf } from '../../core/http/device';
import { countHit, readHits } from '../../core/http/rate';
import { refuse } from '../../core/http/refusal';
import { wallTime } from '../../core/money/days';
import { guardKey, identitiesOf, isSecondRequired } from '../account';
import { notify } from '../notice';
import { readSetting } from '../site';
import { logSignIn, type Method } from './passwords';
import {
  FAIL_WINDOW_MS,
  isPasswordOld,
  LOCKS_UNTIL_PERMANENT,
  minutesLeft,
  NO_PERMISSION_YET,
  RISK,
  type SignInPolicy,
} from './rules';
import {
  clearGuard,
  forgetUnknownNames,
  knownDevices,
  lockGuard,
  markLocked,
  noteSignIn,
  readGuard,
  rememberDevice,
  type SignInAccount,
} from './store';

/** Steps that the sign-in methods share: count attempts, check the account, start the session. */

const UNKNOWN_KEPT_MS = 7 * 24 * 60 * 60_000;

/**
 * Returns the key for counting wrong passwords: the account, or the typed name if no account has it. Known and unknown names
 * therefore get the same answer.
 */
export function guardOf(account: SignInAccount | undefined, name: string): string {
  return account ? guardKey(account.id) : `n:${createHash('sha256').update(name.toLowerCase()).digest('hex')}`;
}

/** Refuses a locked account. @throws Refusal 42903 temporarily locked · 42387 locked until a user unlocks it */
export async function refuseLocked(ctx: CallContext, key: string, policy: SignInPolicy): Promise<never> {
  const guard = await readGuard(ctx.db, key);
  if (guard?.permanent) throw refuse(42387);
  const n = guard?.lockedUntil ? minutesLeft(guard.lockedUntil, ctx.clock.now()) : policy.lockMin;
  throw refuse(42903, { n });
}

/** Refuses an IP address with too many wrong passwords. @throws Refusal 42901 (limit of wrong passwords reached) */
export async function refuseFlood(ctx: CallContext): Promise<void> {
  const key = `fail:${ctx.ip}`;
  const { hits, secondsLeft } = await readHits(ctx.db, ctx.clock, key, FAIL_WINDOW_MS / 1000);
  if (hits >= SESSION_LIMITS.failPerAddress) throw refuse(42901, {}, { retryAfter: secondsLeft });
}

/**
 * Counts a wrong password. Locks the account after the last allowed try.
 *
 * @throws Refusal in every case: 42381 (tries left), 42903 (temporarily locked), 42387 (locked until a user unlocks it)
 */
export async function refuseWrongPassword(
  ctx: CallContext,
  account: SignInAccount | undefined,
  name: string,
  attempt: number,
  policy: SignInPolicy,
): Promise<never> {
  const key = guardOf(account, name);
  const now = ctx.clock.now();
  await countHit(ctx.db, ctx.clock, `fail:${ctx.ip}`, FAIL_WINDOW_MS / 1000);
  await logSignIn(ctx, account, name, { method: 'password', ok: false, reason: 'wrong' });
  if (attempt < policy.maxFail) throw refuse(42381, { n: policy.maxFail - attempt });
  const until = new Date(now.getTime() + policy.lockMin * 60_000);
  await withTransaction(
    ctx.db,
    async (db) => {
      const isPermanent = await lockGuard(db, key, until, LOCKS_UNTIL_PERMANENT);
      if (!account) return;
      if (isPermanent) await markLocked(db, account.id);
      await notify(
        { db, clock: ctx.clock, ids: ctx.ids },
        {
          event: 'loginRisk',
          ...(isPermanent ? RISK.locked : RISK.paused),
          params: { account: account.account, n: policy.maxFail, min: policy.lockMin, ip: ctx.ip },
          accountIds: [account.id],
        },
      );
    },
    ctx.clock,
  );
  if (!account) await forgetUnknownNames(ctx.db, new Date(now.getTime() - UNKNOWN_KEPT_MS));
  return refuseLocked(ctx, key, policy);
}

/**
 * Checks whether the account may sign in now. The owner needs no permission and has no restricted hours or IP addresses.
 *
 * @throws Refusal 42382 (disabled, deleted or expired), 40301 (no permission), 40311 (outside the hours), 40312 (IP address not allowed)
 */
export async function refuseUnusable(
  ctx: CallContext,
  account: SignInAccount,
  method: Method,
): Promise<{ need2v: boolean }> {
  const now = ctx.clock.now();
  const { timeZone } = await readSetting(ctx.db, 'locale');
  const isOver = isPastLastDay(account.lastDay, now, timeZone);
  if (account.status === 'disabled' || account.status === 'deleted' || isOver) {
    await logSignIn(ctx, account, account.account, { method, ok: false, reason: 'disabled' });
    throw refuse(42382);
  }
  const identities = await identitiesOf(ctx.db, account.id);
  const granting = identities.filter((identity) => identity.ruleIds.length > 0);
  if (account.accountType !== 'owner' && granting.length === 0) {
    await logSignIn(ctx, account, account.account, { method, ok: false, reason: 'no permission' });
    throw refuse(40301, {}, null, NO_PERMISSION_YET[ctx.locale]);
  }
  const closed = account.accountType === 'owner' ? null : closedRefusal(granting, wallTime(now, timeZone), ctx.ip);
  if (closed) {
    await logSignIn(ctx, account, account.account, {
      method,
      ok: false,
      reason: closed.code === 40311 ? 'hours' : 'address',
    });
    throw closed;
  }
  const { force2v } = await readSetting(ctx.db, 'security');
  return { need2v: account.twoFactor || isSecondRequired(account.accountType, identities, force2v) };
}

/**
 * Starts the session, remembers a verified device and writes the login log, in one transaction. The user gets a notice about a new device.
 *
 * @param alongside runs first in the same transaction
 */
export async function signIn(
  ctx: CallContext,
  account: SignInAccount,
  how: {
    method: Method;
    remember: boolean;
    isPhoneProven: boolean;
    password: string | null;
    policy: SignInPolicy;
  },
  alongside: (db: Kysely<Database>) => Promise<void> = async () => undefined,
) {
  const { clock, ids, ip, userAgent } = ctx;
  const stored = account.passwordHash;
  const newHash =
    how.password !== null && stored !== null && needsRehash(stored) ? await hashPassword(how.password) : null;
  const now = clock.now();
  const mustChangePassword =
    account.mustChangePassword || isPasswordOld(account.passwordAt, how.policy.passwordDays, now);
  return withTransaction(
    ctx.db,
    async (db) => {
      await alongside(db);
      const session = await startSession(
        { db, clock, ids },
        { accountId: account.id, ip, userAgent, remember: how.remember, most: how.policy.sessionPerAccount },
      );
      await noteSignIn(db, account.id, { at: now, ip, mustChangePassword, newHash });
      await clearGuard(db, guardKey(account.id));
      if (how.isPhoneProven) {
        const device = deviceOf(userAgent);
        // The first device of an account needs no notice, because it is always new.
        const known = await knownDevices(db, account.id);
        const isNew = known.length > 0 && !known.includes(device.family);
        await rememberDevice(db, account.id, device.family, now);
        if (isNew) {
          await notify(
            { db, clock, ids },
            {
              event: 'loginRisk',
              ...RISK.newDevice,
              params: { account: account.account, device: device.label, ip },
              accountIds: [account.id],
            },
          );
        }
      }
      await logSignIn(ctx, account, account.account, { method: how.method, ok: true, reason: null }, db);
      return { Authorization: session.token, expireIn: session.expireIn, mustChangePassword };
    },
    clock,
  );
}
