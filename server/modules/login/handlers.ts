import { SESSION_LIMITS, SMS_TYPE } from '../../../contract/limits';
import { loginEndpoints } from '../../../contract/login';
import { newCaptcha, redeemCaptcha } from '../../core/access/captcha';
import { maskIfTel, maskTel } from '../../core/access/mask';
import { verifyPassword } from '../../core/access/passwords';
import { endSessions, grantTicket, sessionEnd, startSession } from '../../core/access/session';
import { withTransaction } from '../../core/database/transaction';
import { type CallContext, handlers } from '../../core/http/context';
import { deviceOf } from '../../core/http/device';
import { invalid, refuse } from '../../core/http/refusal';
import { fieldMessage } from '../../core/http/validation';
import { readOutbox } from '../../core/platforms/sms-simulator';
import { guardKey } from '../account';
import { countSecondTry, noteSecond, redeemProof, secondMethods, startPasskeyConfirmation } from '../factor';
import { fileUrl } from '../file';
import { brandInForce } from '../oem';
import { readSetting } from '../site';
import { checkCode, placeOfUnknown, sendCode } from './codes';
import { logSignIn, refuseBadPassword, setPassword } from './passwords';
import { checkResetLink, redeemResetLink } from './reset-link';
import { FAIL_WINDOW_MS, HIDDEN_TEL, isStrong, needsPhone, SCENES_OF_SESSION } from './rules';
import { guardOf, refuseFlood, refuseLocked, refuseUnusable, refuseWrongPassword, signIn } from './sign-in';
import {
  accountById,
  clearGuard,
  deviceVerifiedAt,
  findAccount,
  findAccountByTel,
  readGuard,
  rememberDevice,
  takeAttempt,
} from './store';

const OUTBOX_LINES = 20;

/** Checks whether simulated messages may be read: only with simulated SMS, the embedded database and a call from the local machine. */
async function isOutboxOpen(ctx: CallContext): Promise<boolean> {
  return ctx.isLocal && ctx.deployment.embeddedDatabase && (await ctx.ports.sms.isSimulated());
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
      outbox: await isOutboxOpen(ctx),
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
    // Only the holder of the phone may learn errors that depend on the account. Such errors are checked after the code, all others before.
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
    // Without this check, a stolen session could set a password without knowing the old one.
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

    // A password reset requires the captcha. For other purposes, a captcha is checked only if the request contains one.
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
    // Every attempt consumes the passkey's challenge. This happens before the transaction, so that a rollback cannot restore the challenge.
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
    if (!(await isOutboxOpen(ctx))) throw refuse(40301);
    const rows = await readOutbox(ctx.db, OUTBOX_LINES);
    return { list: rows.map((row) => ({ ...row, at: row.at.toISOString() })) };
  },
});

/** Endpoints that open their own transactions, because a refusal must not roll back their counts of attempts. */
export const loginOwnTransactions = [
  'Login/login',
  'Login/loginFormPhoneVerify',
  'Login/resetPassword',
  'Verify/sendMessage',
  'Verify/confirmSecond',
] as const;
