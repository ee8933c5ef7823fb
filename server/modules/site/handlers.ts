import { siteEndpoints } from '../../../contract/site';
import { SITE } from '../../../contract/site.settings';
import { text } from '../../../contract/text';
import { WORD } from '../../../contract/words';
import { handlers } from '../../core/http/context';
import { mapPort } from '../../core/platforms/map';
import { UpstreamFailure, UpstreamTimeout } from '../../core/platforms/outbound';
import { sendAliyunSms } from '../../core/platforms/sms-aliyun';
import { accountProfile, isSecondRequired } from '../account';
import { fileUrl } from '../file';
import { countInboxes } from '../notice';
import { brandInForce } from '../oem';
import { lookOf } from '../preference';
import { currentSetting, currentValues, readSecret, settingCalls } from '../setting';
import { CHECKS } from './rules';

const TEST_TEXT = text('测试短信', 'Test message', 'Mensagem de teste', '測試簡訊');
const SENT = WORD.sentToTel;
const OUTBOX = text(
  '模拟器：短信在本地发件箱中',
  'Simulator: the message is in the local outbox',
  'Simulador: a mensagem está na caixa local',
  '模擬器：簡訊在本機寄件匣中',
);

const { groups } = SITE;

/** The settings that the pages need after sign-in. */
const SIGNED_IN = { identity: groups.identity, locale: groups.locale, map: groups.map, security: groups.security };

const setting = settingCalls(SITE, {
  locale: { check: CHECKS.locale },
  security: {
    check: CHECKS.security,
    async beforeSave(ctx, before, after) {
      // Disabling the four-eyes rule needs a second person.
      if (!before.values.fourEyes || after.fourEyes) return;
      await ctx.secondPerson({
        state: { version: before.version, ...before.values },
        teamId: null,
        change: { objectNo: groups.security.key, before: before.values, after },
      });
    },
  },
  map: { facts: async (_ctx, hasSecret) => ({ simulated: !hasSecret.includes('mapServerKey') }) },
  sms: {
    facts: async ({ ports }) => ({ simulated: await ports.sms.isSimulated(), quotaLeft: await ports.sms.quotaLeft() }),
  },
});

/** Runs a test call to an outside system. A failed call becomes the test's answer instead of an error. */
async function tried(run: () => Promise<string>): Promise<{ ok: boolean; detail: string }> {
  try {
    return { ok: true, detail: await run() };
  } catch (error) {
    if (error instanceof UpstreamFailure || error instanceof UpstreamTimeout)
      return { ok: false, detail: error.message };
    throw error;
  }
}

export const siteHandlers = handlers(siteEndpoints, {
  'site.Site/getSiteInfo': async (ctx) => {
    const { actor, db } = ctx;
    const [{ identity, locale, map, security }, profile, inboxes, look] = await Promise.all([
      currentValues(db, SIGNED_IN),
      accountProfile(db, actor.accountId),
      countInboxes(db, [actor.accountId]),
      lookOf(db, actor.accountId),
    ]);
    const inbox = inboxes.get(actor.accountId);
    const brand = await brandInForce(ctx);
    const link = (fileId: number | null) => (fileId === null ? '' : fileUrl(ctx.ports.secrets, ctx.clock, fileId));
    const favicon = brand?.favicon || link(identity.favicon);
    return {
      id: actor.accountId,
      account: actor.account,
      tel: actor.tel,
      name: actor.name,
      nickname: profile.nickname,
      avatar: profile.avatarFileId === null ? null : link(profile.avatarFileId),
      login_ip: profile.lastLoginIp ?? ctx.ip,
      accountType: actor.accountType,
      identityNames: [...actor.identityNames],
      permission: [...actor.rules].sort((a, b) => a - b),
      fieldRules: [...actor.fields].sort(),
      dataScope: {
        kind: actor.scope.kind,
        ids:
          actor.scope.kind === 'all'
            ? []
            : actor.scope.kind === 'regions'
              ? actor.scope.codes.map(Number)
              : [...actor.scope.ids],
      },
      siteName: brand?.siteName || identity.siteName,
      supportEmail: identity.supportEmail,
      logoLight: brand?.menuLogo || link(identity.logoLight),
      logoDark: brand?.menuLogo || link(identity.logoDark),
      ...(favicon && { favicon }),
      ...(brand && { brand: brand.look }),
      defaultLocale: locale.defaultLocale,
      enabledLocales: locale.enabledLocales,
      timeZone: locale.timeZone,
      currencyDisplay: locale.currencyDisplay,
      mapJsKey: map.mapJsKey,
      mapTileUrl: map.mapTileUrl,
      mapDefaultCenter: map.mapDefaultCenter,
      mapZoom: map.mapZoom,
      debugMonitor: security.debugMonitor,
      watermark: security.watermark,
      need2v: profile.twoFactor || isSecondRequired(actor.accountType, profile.identities, security.force2v),
      mustChangePassword: actor.mustChangePassword,
      unread: {
        notification: inbox?.types.notification.unread ?? 0,
        message: inbox?.types.message.unread ?? 0,
        event: inbox?.types.event.unread ?? 0,
      },
      announcements: inbox?.announcements ?? { unread: 0, popups: 0 },
      look,
      lastLoginAt: profile.lastLoginAt?.toISOString() ?? null,
    };
  },

  'site.Site/getSetting': setting.get,
  'site.Site/saveSetting': setting.save,
  'site.Site/getSettingHistory': setting.history,
  'site.Site/getSettingVersion': setting.version,
  'site.Site/restoreSetting': setting.restore,

  'site.Site/testMap': async (ctx, { values }) => {
    const serverKey = values.mapServerKey ?? (await readSecret(ctx.db, ctx.ports.secrets, groups.map, 'mapServerKey'));
    return mapPort({ serverKey: serverKey || null }).test();
  },

  'site.Site/testSms': async (ctx, { values }) => {
    const stored = (await currentSetting(ctx.db, groups.sms)).values;
    const sms = { ...stored, ...values };
    const tel = ctx.actor.tel;
    if (sms.provider === 'simulator') {
      await ctx.ports.sms.send({ tel, scene: 0, text: ctx.t(TEST_TEXT), locale: ctx.locale });
      return { ok: true, detail: ctx.t(OUTBOX) };
    }
    const accessKeySecret =
      values.accessKeySecret ?? (await readSecret(ctx.db, ctx.ports.secrets, groups.sms, 'accessKeySecret')) ?? '';
    return tried(async () => {
      await sendAliyunSms(
        { accessKeyId: sms.accessKeyId, accessKeySecret, signName: sms.signName },
        { tel, template: sms.templates.login, params: { code: '000000' }, at: ctx.clock.now() },
      );
      return ctx.t(SENT, { tel: `${tel.slice(0, 3)}****${tel.slice(-4)}` });
    });
  },
});
