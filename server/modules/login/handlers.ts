import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import { SESSION_LIMITS, SMS_TYPE } from '../../../contract/limits';
import { loginEndpoints } from '../../../contract/login';
import { closedRefusal } from '../../core/access/access';
import { newCaptcha, redeemCaptcha } from '../../core/access/captcha';
import { maskIfTel, maskTel } from '../../core/access/mask';
import { hashPassword, needsRehash, verifyPassword } from '../../core/access/passwords';
import { endSessions, grantTicket, sessionEnd, startSession } from '../../core/access/session';
import type { Database } from '../../core/database/schema';
import { withTransaction } from '../../core/database/transaction';
import { type CallContext, handlers } from '../../core/http/context';
import { deviceOf } from '../../core/http/device';
import { countHit, readHits } from '../../core/http/rate';
import { invalid, refuse } from '../../core/http/refusal';
import { fieldMessage } from '../../core/http/validation';
import { wallTime } from '../../core/money/days';
import { readOutbox } from '../../core/platforms/sms-simulator';
import { guardKey, identitiesOf } from '../account';
import { countSecondTry, noteSecond, redeemProof, secondMethods, startPasskeyConfirmation } from '../factor';
import { fileUrl } from '../file';
import { notify } from '../notice';
import { brandInForce } from '../oem';
import { readSetting } from '../site';
import { checkCode, placeOfUnknown, sendCode } from './codes';
import { logSignIn, type Method, refuseBadPassword, setPassword } from './passwords';
import { checkResetLink, redeemResetLink } from './reset-link';
import {
  FAIL_WINDOW_MS,
  HIDDEN_TEL,
  isPasswordOld,
  isStrong,
  LOCKS_UNTIL_PERMANENT,
  minutesLeft,
  NO_PERMISSION_YET,
  needsPhone,
  RISK,
  SCENES_OF_SESSION,
  type SignInPolicy,
} from './rules';
import {
  accountById,
  clearGuard,
  deviceVerifiedAt,
  findAccount,
  findAccountByTel,
  forgetUnknownNames,
  knownDevices,
  lockGuard,
  markLocked,
  noteSignIn,
  readGuard,
  rememberDevice,
  type SignInAccount,
  takeAttempt,
} from './store';

const OUTBOX_LINES = 20;
const UNKNOWN_KEPT_MS = 7 * 24 * 60 * 60_000;

/**
 * Wrong passwords are counted per account; for a name without an account they are counted under the name, so that both answer
 * alike.
 */
function guardOf(account: SignInAccount | undefined, name: string): string {
  return account ? guardKey(account.id) : `n:${createHash('sha256').update(name.toLowerCase()).digest('hex')}`;
}

/** @throws Refusal 42903 for a while · 42387 until a person unlocks */
async function refuseLocked(ctx: CallContext, key: string, policy: SignInPolicy): Promise<never> {
  const guard = await readGuard(ctx.db, key);
  if (guard?.permanent) throw refuse(42387);
  const n = guard?.lockedUntil ? minutesLeft(guard.lockedUntil, ctx.clock.now()) : policy.lockMin;
  throw refuse(42903, { n });
}

/** Further tries from an address that had too many wrong ones. @throws Refusal 42901 */
async function refuseFlood(ctx: CallContext): Promise<void> {
  const key = `fail:${ctx.ip}`;
  const { hits, secondsLeft } = await readHits(ctx.db, ctx.clock, key, FAIL_WINDOW_MS / 1000);
  if (hits >= SESSION_LIMITS.failPerAddress) throw refuse(42901, {}, { retryAfter: secondsLeft });
}

/** Counts a wrong password, locks after the last allowed one. Always throws. */
async function refuseWrongPassword(
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

/** What must hold for every way of signing in, once the person is known. @throws Refusal 42382, 40301, 40311, 40312 */
async function refuseUnusable(ctx: CallContext, account: SignInAccount, method: Method): Promise<{ need2v: boolean }> {
  const now = ctx.clock.now();
  const isOver = account.lastDay !== null && account.lastDay < wallTime(now).day;
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
  const { timeZone } = await readSetting(ctx.db, 'locale');
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
  return { need2v: account.twoFactor || identities.some(({ id, need2v }) => need2v || force2v.includes(id)) };
}

/** Starts the session and notes everything about it, together. */
async function signIn(
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
        // The first device of an account is new by nature.
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

/** Only a local database of this product lets the messages of the simulator be read. */
function isOutboxOpen(ctx: CallContext): boolean {
  return ctx.isLocal && ctx.deployment.embeddedDatabase && ctx.ports.sms.simulated;
}

function missing(ctx: CallContext, field: string) {
  return invalid([{ field, rule: 'required', message: fieldMessage('required', ctx.locale) }]);
}

/** Sign-in, captcha and codes (DOMAIN §3.1, §6.2). */
export const loginHandlers = handlers(loginEndpoints, {
  'Verify/getVerifyCodeValue': async (ctx) => {
    const captcha = await newCaptcha({ db: ctx.db, clock: ctx.clock, secrets: ctx.ports.secrets });
    const identity = await readSetting(ctx.db, 'identity');
    const { debugMonitor } = await readSetting(ctx.db, 'security');
    const brand = await brandInForce(ctx);
    const link = (id: number | null) => (id === null ? '' : fileUrl(ctx.ports.secrets, ctx.clock, id));
    const favicon = brand?.favicon || link(identity.favicon);
    return {
      ...captcha,
      expireIn: SESSION_LIMITS.captchaSeconds,
      outbox: isOutboxOpen(ctx),
      siteName: brand?.siteName || identity.siteName,
      logoLight: brand?.loginLogo || link(identity.logoLight),
      debugMonitor,
      ...(favicon && { favicon }),
      ...(brand && { brand: brand.look }),
    };
  },

  'Login/login': async (ctx, input) => {
    ctx.audit({ objectNo: maskIfTel(input.account) });
    const policy = await readSetting(ctx.db, 'security');
    await refuseFlood(ctx);
    const tools = { db: ctx.db, clock: ctx.clock, secrets: ctx.ports.secrets };
    if (!(await redeemCaptcha(tools, input.captchaId, input.code, ctx.deployment.automationCode))) throw refuse(40003);

    const account = await findAccount(ctx.db, input.account);
    if (account) ctx.audit({ objectId: account.id, objectNo: account.account });
    const key = guardOf(account, input.account);
    const limits = { maxFail: policy.maxFail, windowMs: FAIL_WINDOW_MS };
    const attempt = await takeAttempt(ctx.db, key, limits, ctx.clock.now());
    if (attempt === null) {
      await logSignIn(ctx, account, input.account, { method: 'password', ok: false, reason: 'locked' });
      return refuseLocked(ctx, key, policy);
    }
    const isRight = await verifyPassword(account?.passwordHash ?? null, input.password);
    if (!account || !isRight) return refuseWrongPassword(ctx, account, input.account, attempt, policy);

    await clearGuard(ctx.db, key);
    const { need2v } = await refuseUnusable(ctx, account, 'password');
    const device = deviceOf(ctx.userAgent).family;
    const facts = {
      isNewAccount: account.status === 'invited',
      verifiedAt: await deviceVerifiedAt(ctx.db, account.id, device),
      need2v,
      oneTimePassword: account.oneTimePassword,
    };
    if (needsPhone(facts, ctx.clock.now())) {
      await logSignIn(ctx, account, account.account, { method: 'password', ok: false, reason: 'phone verification' });
      throw refuse(42383, {}, { maskedTel: maskTel(account.tel) });
    }
    return signIn(ctx, account, {
      method: 'password',
      remember: input.remember ?? false,
      isPhoneProven: account.oneTimePassword,
      password: input.password,
      policy,
    });
  },

  'Login/loginFormPhoneVerify': async (ctx, input) => {
    const name = input.account ?? input.tel ?? '';
    const policy = await readSetting(ctx.db, 'security');
    const account = input.account
      ? await findAccount(ctx.db, input.account)
      : await findAccountByTel(ctx.db, input.tel ?? '');
    if (account) ctx.audit({ objectId: account.id, objectNo: account.account });
    const place = account?.tel ?? input.tel ?? placeOfUnknown(name);
    const code = await checkCode(ctx, place, SMS_TYPE.login, input.code);
    if (!account) throw refuse(42386);
    const guard = await readGuard(ctx.db, guardKey(account.id));
    const isLocked = guard?.lockedUntil && guard.lockedUntil.getTime() > ctx.clock.now().getTime();
    if (guard?.permanent || isLocked) {
      await logSignIn(ctx, account, name, { method: 'sms', ok: false, reason: 'locked' });
      return refuseLocked(ctx, guardKey(account.id), policy);
    }
    await refuseUnusable(ctx, account, 'sms');
    const how = {
      method: 'sms',
      remember: input.remember ?? false,
      isPhoneProven: true,
      password: null,
      policy,
    } as const;
    return signIn(ctx, account, how, (db) => code.spend(db));
  },

  'Login/resetPassword': async (ctx, input) => {
    const policy = await readSetting(ctx.db, 'security');
    // Faults that do not depend on the account are reported before the code is checked; the others only to the owner of the
    // phone.
    if (!isStrong(input.password, null, policy.passwordMinLen)) throw refuse(42385);
    const account = await findAccountByTel(ctx.db, input.tel);
    if (account) ctx.audit({ objectId: account.id, objectNo: account.account });
    const code = await checkCode(ctx, input.tel, SMS_TYPE.reset, input.code);
    if (!account) throw refuse(40004);
    await refuseBadPassword(account, input.password, policy);
    const now = ctx.clock.now();
    await withTransaction(
      ctx.db,
      async (db) => {
        await code.spend(db);
        await setPassword(db, account, input.password, now);
        await endSessions(db, { accountId: account.id }, 'password', now);
        await rememberDevice(db, account.id, deviceOf(ctx.userAgent).family, now);
        await clearGuard(db, guardKey(account.id));
        await logSignIn(ctx, account, account.account, { method: 'reset', ok: true, reason: null }, db);
      },
      ctx.clock,
    );
    return {};
  },

  'Login/checkResetLink': async (ctx, { ticket }) => checkResetLink(ctx, ticket),

  'Login/redeemResetLink': async (ctx, { ticket, password }) => {
    await redeemResetLink(ctx, ticket, password);
    return {};
  },

  'Login/changeInitialPassword': async (ctx, input) => {
    const { accountId, account: name, mustChangePassword } = ctx.actor;
    ctx.audit({ objectId: accountId, objectNo: name });
    // Otherwise a stolen session could set a password without knowing the old one.
    if (!mustChangePassword) throw refuse(40301);
    const policy = await readSetting(ctx.db, 'security');
    const account = await accountById(ctx.db, accountId);
    await refuseBadPassword(account, input.password, policy);
    const { db, clock, ids, ip, userAgent } = ctx;
    const now = clock.now();
    await setPassword(db, account, input.password, now);
    await endSessions(db, { accountId }, 'password', now);
    const session = await startSession(
      { db, clock, ids },
      { accountId, ip, userAgent, remember: false, most: policy.sessionPerAccount },
    );
    return { Authorization: session.token, expireIn: session.expireIn, mustChangePassword: false };
  },

  'Login/logout': async (ctx) => {
    ctx.audit({ objectId: ctx.actor.sessionId, objectNo: ctx.actor.account });
    await endSessions(ctx.db, { sessionId: ctx.actor.sessionId }, 'logout', ctx.clock.now());
    return {};
  },

  'Login/getSession': async (ctx) => ({
    endsAt: (await sessionEnd(ctx.db, ctx.actor.sessionId)).toISOString(),
    idleMinutes: SESSION_LIMITS.idleMinutes,
  }),

  'Verify/sendMessage': async (ctx, input) => {
    const scene = input.sms_type;
    const { actor } = ctx;
    if (SCENES_OF_SESSION.has(scene) && actor === null) throw refuse(401);
    if (scene === SMS_TYPE.payout && actor?.accountType !== 'owner') throw refuse(40304);

    // A visitor who requests a message to a phone must solve the captcha; a given captcha is always checked.
    if (scene === SMS_TYPE.reset || input.captcha !== undefined) {
      const tools = { db: ctx.db, clock: ctx.clock, secrets: ctx.ports.secrets };
      const { automationCode } = ctx.deployment;
      const isRight = await redeemCaptcha(tools, input.captchaId ?? '', input.captcha ?? '', automationCode);
      if (!isRight) throw refuse(40003);
    }
    const waitSec = SESSION_LIMITS.resendSeconds;
    if (SCENES_OF_SESSION.has(scene) && actor !== null) {
      const tel = scene === SMS_TYPE.bind ? input.tel : actor.tel;
      if (!tel) throw missing(ctx, 'tel');
      await sendCode(ctx, tel, scene, true);
      return { waitSec, maskedTel: maskTel(tel) };
    }
    if (scene === SMS_TYPE.login && input.account) {
      const account = await findAccount(ctx.db, input.account);
      await sendCode(ctx, account?.tel ?? placeOfUnknown(input.account), scene, account !== undefined);
      return { waitSec, maskedTel: HIDDEN_TEL };
    }
    if (!input.tel) throw missing(ctx, 'tel');
    const account = await findAccountByTel(ctx.db, input.tel);
    await sendCode(ctx, input.tel, scene, account !== undefined);
    return { waitSec, maskedTel: maskTel(input.tel) };
  },

  'Verify/getSecondMethods': async (ctx) => ({
    ...(await secondMethods(ctx)),
    maskedTel: maskTel(ctx.actor.tel),
  }),

  'Verify/startPasskey': async (ctx) => ({ options: await startPasskeyConfirmation(ctx) }),

  'Verify/confirmSecond': async (ctx, { method, code = '', assertion = {} }) => {
    const { actor } = ctx;
    ctx.audit({ objectId: actor.sessionId, objectNo: actor.account, detail: { method } });
    if (method !== 'sms') await countSecondTry(ctx);
    const sms = method === 'sms' ? await checkCode(ctx, actor.tel, SMS_TYPE.second, code) : null;
    // A passkey's challenge is used up by any result, so this happens before the transaction.
    if (method === 'passkey') await redeemProof(ctx, { method, code, assertion });
    return withTransaction(
      ctx.db,
      async (db) => {
        if (method === 'sms') await sms?.spend(db);
        else if (method !== 'passkey') await redeemProof({ ...ctx, db }, { method, code, assertion });
        const { mustBindFactor } = await noteSecond(db, actor.accountId, method);
        const { ticket, expireAt } = await grantTicket({ db, clock: ctx.clock }, actor.sessionId);
        return { ticket, expireAt: expireAt.toISOString(), mustBindFactor };
      },
      ctx.clock,
    );
  },

  'Verify/getOutbox': async (ctx) => {
    if (!isOutboxOpen(ctx)) throw refuse(40301);
    const rows = await readOutbox(ctx.db, OUTBOX_LINES);
    return { list: rows.map((row) => ({ ...row, at: row.at.toISOString() })) };
  },
});

/** These count what must outlive a refusal, so they make their own transactions. */
export const loginOwnTransactions = [
  'Login/login',
  'Login/loginFormPhoneVerify',
  'Login/resetPassword',
  'Verify/sendMessage',
  'Verify/confirmSecond',
] as const;
