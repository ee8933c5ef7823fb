import { REGION_COUNTRY } from '../../../contract/countries';
import { PROFILE, SMS_TYPE } from '../../../contract/limits';
import { profileEndpoints } from '../../../contract/profile';
import { text } from '../../../contract/text';
import { validationText } from '../../../contract/validation';
import { WORD } from '../../../contract/words';
import { maskTel } from '../../core/access/mask';
import { endSessions, openSessions } from '../../core/access/session';
import { withTransaction } from '../../core/database/transaction';
import { type ActorContext, handlers } from '../../core/http/context';
import { deviceOf } from '../../core/http/device';
import { invalid, refuse } from '../../core/http/refusal';
import { paged } from '../../core/list/paged';
import { addDays, dayRange } from '../../core/money/days';
import { changeAccountTel, conflictBy, requirePasswordChange } from '../account';
import {
  confirmTotp,
  finishPasskey,
  makeRecoveryCodes,
  removeFactor,
  renameFactor,
  secondState,
  setTwoFactor,
  startPasskey,
  startTotp,
} from '../factor';
import { fileUrl, usableFiles } from '../file';
import { changeOwnPassword, checkCode, forgetDevices, LOGIN_METHOD_TEXT, loginReasonText } from '../login';
import { regionLevel, regionParent } from '../region';
import { presentOf, readSetting } from '../site';
import { hasLogLine, isEmailTaken, loginLogPage, selectOwn, updateBasic } from './store';

const WORDS = {
  email: WORD.email,
  region: text('省市', 'Province/city', 'Província/cidade', '省市'),
  avatar: WORD.avatar,
  saved: text('基本设置已保存', 'Account details saved', 'Dados da conta salvos', '基本設定已儲存'),
  active: WORD.activeFeminine,
} as const;

/** Platforms that DOMAIN lists for binding accounts. Their sign-in services cannot be configured yet. */
const PLATFORMS = ['wechat', 'alipay', 'wecom'] as const;

/** Returns the province and city codes for a province, a city or `null`. @returns `undefined` for any other code */
function regionOf(code: string | null): { provinceCode: string | null; cityCode: string | null } | undefined {
  if (code === null) return { provinceCode: null, cityCode: null };
  const level = regionLevel(code);
  if (level === 1) return { provinceCode: code, cityCode: null };
  return level === 2 ? { provinceCode: regionParent(code), cityCode: code } : undefined;
}

function wrong(ctx: ActorContext, field: string, rule: 'pattern' | 'requiredSelect', label: keyof typeof WORDS) {
  const message = validationText(rule, ctx.locale, { label: ctx.t(WORDS[label]) });
  return invalid([{ field, rule, message }]);
}

/** Refuses the change, because the version that the caller read is outdated. @throws Refusal 40901 with the present values */
async function refuseConflict(ctx: ActorContext): Promise<never> {
  const now = await selectOwn(ctx.db, ctx.actor.accountId);
  const { nickname, avatarFileId, profile, version } = now;
  throw await conflictBy(
    ctx,
    {
      nickname,
      avatarFileId,
      profile: profile ?? '',
      email: now.email ?? '',
      country: now.country ?? '',
      regionCode: now.cityCode ?? now.provinceCode,
      address: now.address ?? '',
      version,
    },
    { by: now.updatedBy, at: now.updatedAt },
  );
}

/** Handlers of the caller's own account (DOMAIN §3.2 accountInfo). */
export const profileHandlers = handlers(profileEndpoints, {
  'dashboard.Account/getInfo': async (ctx) => {
    const { accountId } = ctx.actor;
    const [own, second, security] = await Promise.all([
      selectOwn(ctx.db, accountId),
      secondState(ctx.db, accountId),
      readSetting(ctx.db, 'security'),
    ]);
    return {
      id: own.id,
      version: own.version,
      account: own.account,
      name: own.name,
      maskedTel: maskTel(own.tel),
      nickname: own.nickname,
      avatarFileId: own.avatarFileId,
      avatarUrl: own.avatarFileId === null ? '' : fileUrl(ctx.ports.secrets, ctx.clock, own.avatarFileId),
      email: own.email ?? '',
      profile: own.profile ?? '',
      country: own.country ?? '',
      regionCode: own.cityCode ?? own.provinceCode,
      address: own.address ?? '',
      passwordAt: own.passwordAt?.toISOString() ?? null,
      passwordDays: security.passwordDays,
      ...second,
      platforms: PLATFORMS.map((key) => ({ key, configured: false })),
    };
  },

  'dashboard.Account/saveBasic': async (ctx, input) => {
    const { accountId } = ctx.actor;
    const { version, regionCode, ...values } = input;
    const before = await selectOwn(ctx.db, accountId);
    ctx.audit({ objectId: accountId, objectNo: before.account });
    const region = values.country === REGION_COUNTRY ? regionOf(regionCode) : regionOf(null);
    if (region === undefined) throw wrong(ctx, 'regionCode', 'pattern', 'region');
    if (values.country === REGION_COUNTRY && regionCode === null)
      throw wrong(ctx, 'regionCode', 'requiredSelect', 'region');
    if (values.avatarFileId !== null) {
      const place = { scene: 'avatar', ids: [values.avatarFileId], standing: [before.avatarFileId] } as const;
      if ((await usableFiles(ctx, place)).size === 0) throw wrong(ctx, 'avatarFileId', 'pattern', 'avatar');
    }
    if (before.version !== version) return refuseConflict(ctx);
    if (await isEmailTaken(ctx.db, accountId, values.email)) {
      throw refuse(40903, { field: WORDS.email }, { taken: 'email' });
    }
    const written = { ...values, ...region };
    const next = await updateBasic(ctx.db, accountId, version, written, ctx.clock.now());
    if (next === null) return refuseConflict(ctx);
    const { nickname, avatarFileId, profile, country, provinceCode, cityCode, address, email } = before;
    ctx.audit({
      objectId: accountId,
      objectNo: before.account,
      before: { nickname, avatarFileId, email, profile, country, provinceCode, cityCode, address },
      after: written,
    });
    return {
      id: accountId,
      no: before.account,
      state: 'active',
      stateText: ctx.t(WORDS.active),
      version: next,
      message: ctx.t(WORDS.saved),
    };
  },

  'dashboard.Account/changePassword': async (ctx, { oldPassword, password }) => {
    const { accountId, account, sessionId } = ctx.actor;
    ctx.audit({ objectId: accountId, objectNo: account, after: { password } });
    const endedSessions = await changeOwnPassword(ctx, { oldPassword, password, keptSessionId: sessionId });
    return { endedSessions };
  },

  'dashboard.Account/changeTel': async (ctx, { oldCode, tel, code }) => {
    const { accountId, account, tel: oldTel } = ctx.actor;
    ctx.audit({ objectId: accountId, objectNo: account, before: { tel: oldTel }, after: { tel } });
    const former = await checkCode(ctx, oldTel, SMS_TYPE.oldPhone, oldCode);
    const next = await checkCode(ctx, tel, SMS_TYPE.bind, code);
    await withTransaction(
      ctx.db,
      async (db) => {
        await former.spend(db);
        await next.spend(db);
        await changeAccountTel(db, { accountId, tel, by: accountId, at: ctx.clock.now() });
      },
      ctx.clock,
    );
    ctx.permissionChanged();
    return { maskedTel: maskTel(tel) };
  },

  'dashboard.Account/setTwoFactor': async (ctx, { on }) => {
    ctx.audit({ objectId: ctx.actor.accountId, objectNo: ctx.actor.account });
    await setTwoFactor(ctx, on);
    return { twoFactor: on };
  },

  'dashboard.Account/getSessions': async (ctx) => {
    const { accountId, sessionId } = ctx.actor;
    const rows = await openSessions(ctx.db, accountId, ctx.clock.now());
    return {
      list: rows.map(({ id, device, ip, createdAt, lastSeenAt, expireAt }) => ({
        id,
        device,
        ip,
        createdAt: createdAt.toISOString(),
        lastSeenAt: lastSeenAt.toISOString(),
        expireAt: expireAt.toISOString(),
        current: id === sessionId,
      })),
    };
  },

  'dashboard.Account/endSession': async (ctx, { sessionId }) => {
    const { accountId, sessionId: own } = ctx.actor;
    ctx.audit({ objectId: sessionId ?? accountId, objectNo: ctx.actor.account });
    const which = sessionId === undefined ? { accountId, exceptId: own } : { accountId, sessionId };
    const ended = await endSessions(ctx.db, which, 'kicked', ctx.clock.now());
    if (sessionId !== undefined && ended === 0) throw refuse(40401);
    return { ended };
  },

  'dashboard.Account/getLoginLog': async (ctx, input) => {
    const { page, limit, sortOrder = 'desc', ok, atFrom, atTo } = input;
    return paged(ctx, { page, limit }, async ({ offset }) => {
      const { timeZone, day: today } = await presentOf(ctx);
      const to = atTo ?? today;
      const from = atFrom ?? addDays(to, -PROFILE.loginLogDays + 1);
      const isTooLong = addDays(from, PROFILE.loginLogDays) <= to;
      if (from > to || isTooLong) throw refuse(40006, { n: PROFILE.loginLogDays });
      const filter = { ok, ...dayRange(from, to, timeZone) };
      const where = { offset, limit, sortOrder };
      const { rows, total } = await loginLogPage(ctx.db, ctx.actor.accountId, filter, where);
      return {
        list: rows.map(({ id, at, ok: isOk, method, reason, ip, ua }) => ({
          id,
          at: at.toISOString(),
          ok: isOk,
          method,
          methodText: ctx.t(LOGIN_METHOD_TEXT[method]),
          reasonText: reason === null ? null : ctx.t(loginReasonText(reason)),
          ip,
          device: deviceOf(ua).label,
        })),
        total,
        summary: {},
      };
    });
  },

  'dashboard.Account/reportNotMe': async (ctx, { logId }) => {
    const { accountId, account } = ctx.actor;
    ctx.audit({ objectId: accountId, objectNo: account, detail: { logId: logId ?? null } });
    if (logId !== undefined && !(await hasLogLine(ctx.db, accountId, logId))) throw refuse(40401);
    const at = ctx.clock.now();
    await requirePasswordChange(ctx.db, { accountIds: [accountId], by: accountId, at });
    // Forget the trusted devices. On a trusted device, the present password alone would be enough to choose the new password.
    await forgetDevices(ctx.db, [accountId]);
    return { ended: await endSessions(ctx.db, { accountId }, 'password', at) };
  },

  'dashboard.Account/startTotp': async (ctx) => {
    const started = await startTotp(ctx);
    ctx.audit({ objectId: started.factorId, objectNo: ctx.actor.account });
    return started;
  },

  'dashboard.Account/confirmTotp': async (ctx, { factorId, code, name }) => {
    ctx.audit({ objectId: factorId, objectNo: ctx.actor.account, after: { kind: 'totp', name } });
    return { codes: await confirmTotp(ctx, factorId, code, name) };
  },

  'dashboard.Account/startPasskey': async (ctx) => {
    ctx.audit({ objectId: ctx.actor.accountId, objectNo: ctx.actor.account });
    return { options: await startPasskey(ctx) };
  },

  'dashboard.Account/finishPasskey': async (ctx, { response, name }) => {
    const { id, codes } = await finishPasskey(ctx, response, name);
    ctx.audit({ objectId: id, objectNo: ctx.actor.account, after: { kind: 'passkey', name } });
    return { codes };
  },

  'dashboard.Account/renameFactor': async (ctx, { factorId, name }) => {
    ctx.audit({ objectId: factorId, objectNo: ctx.actor.account, after: { name } });
    await renameFactor(ctx, factorId, name);
    return {};
  },

  'dashboard.Account/removeFactor': async (ctx, { factorId }) => {
    ctx.audit({ objectId: factorId, objectNo: ctx.actor.account });
    const { name } = await removeFactor(ctx, factorId);
    ctx.audit({ objectId: factorId, objectNo: ctx.actor.account, before: { name }, after: null });
    return {};
  },

  'dashboard.Account/makeRecoveryCodes': async (ctx) => {
    ctx.audit({ objectId: ctx.actor.accountId, objectNo: ctx.actor.account });
    return { codes: await makeRecoveryCodes(ctx) };
  },
});

/** Endpoints that open their own transactions, because a refusal must not roll back the counts of failed attempts. */
export const profileOwnTransactions = ['dashboard.Account/changePassword', 'dashboard.Account/changeTel'] as const;
