import type { z } from 'zod';
import { siteEndpoints, siteSettingGroups } from '../../../contract/site';
import { SYSTEM_NAME, text } from '../../../contract/text';
import { VALIDATION } from '../../../contract/validation';
import { missingRight } from '../../core/access/access';
import { type ActorContext, handlers } from '../../core/http/context';
import { invalid, refuse } from '../../core/http/refusal';
import { fieldErrors } from '../../core/http/validation';
import { mapPort } from '../../core/platforms/map';
import { UpstreamFailure, UpstreamTimeout } from '../../core/platforms/outbound';
import { sendAliyunSms } from '../../core/platforms/sms-aliyun';
import { accountNames, accountProfile } from '../account';
import { fileUrl, usableFiles } from '../file';
import { countInboxes } from '../notice';
import { lookOf } from '../preference';
import { changedFields, SECRET_FIELDS, settingErrors } from './rules';
import {
  currentSetting,
  currentSettings,
  insertSetting,
  readSecret,
  settingHistory,
  storedSecrets,
  writeSecret,
} from './store';

const SAVED = text('设置已保存', 'Settings saved', 'Configurações salvas', '設定已儲存');
const GROUP_STATE = text('已生效', 'In force', 'Em vigor', '已生效');
const TEST_TEXT = text('测试短信', 'Test message', 'Mensagem de teste', '測試簡訊');
const SENT = text('已发送到 {tel}', 'Sent to {tel}', 'Enviado para {tel}', '已傳送至 {tel}');
const OUTBOX = text(
  '模拟器:短信在本地发件箱中',
  'Simulator: the message lies in the local outbox',
  'Simulador: a mensagem está na caixa local',
  '模擬器:簡訊在本機寄件匣中',
);

/** Replacing a stored secret is a right of its own (`site.secrets`). */
const SECRETS_RULE = 4506;
/** The fields that hold pictures, and the place each uploads for. */
const PICTURES = { logoLight: 'siteLogo', logoDark: 'siteLogo', favicon: 'favicon' } as const;

async function nameOf(ctx: ActorContext, accountId: number): Promise<string> {
  if (accountId === 0) return ctx.t(SYSTEM_NAME);
  return (await accountNames(ctx.db, [accountId])).get(accountId) ?? ctx.t(SYSTEM_NAME);
}

/** A failed try of an outside system is an answer of the test, not an error of the page. */
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
      currentSettings(db, ['identity', 'locale', 'map', 'security']),
      accountProfile(db, actor.accountId),
      countInboxes(db, [actor.accountId]),
      lookOf(db, actor.accountId),
    ]);
    const inbox = inboxes.get(actor.accountId);
    const link = (fileId: number | null) => (fileId === null ? '' : fileUrl(ctx.ports.secrets, ctx.clock, fileId));
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
      siteName: identity.siteName,
      supportEmail: identity.supportEmail,
      logoLight: link(identity.logoLight),
      logoDark: link(identity.logoDark),
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
      need2v: profile.need2v || profile.identityIds.some((id) => security.force2v.includes(id)),
      mustChangePassword: actor.mustChangePassword,
      unread: {
        notification: inbox?.types.notification.unread ?? 0,
        message: inbox?.types.message.unread ?? 0,
        event: inbox?.types.event.unread ?? 0,
      },
      look,
      lastLoginAt: profile.lastLoginAt?.toISOString() ?? null,
    };
  },

  'site.Site/getSetting': async (ctx, { group }) => {
    const [setting, hasSecret] = await Promise.all([currentSetting(ctx.db, group), storedSecrets(ctx.db, group)]);
    return {
      group,
      values: setting.values,
      hasSecret,
      version: setting.version,
      updatedAt: setting.at?.toISOString() ?? null,
      updatedByName: setting.version === 0 ? '' : await nameOf(ctx, setting.by),
      quotaLeft: group === 'sms' ? await ctx.ports.sms.quotaLeft() : null,
      simulated:
        group === 'sms' ? ctx.ports.sms.simulated : group === 'map' ? !hasSecret.includes('mapServerKey') : false,
      callerIp: ctx.ip,
    };
  },

  'site.Site/saveSetting': async (ctx, input) => {
    const { group } = input;
    const parsed = siteSettingGroups[group].safeParse(input.values);
    if (!parsed.success) throw invalid(fieldErrors(parsed.error, ctx.locale));
    const values = parsed.data;
    const [before, hasSecret] = await Promise.all([currentSetting(ctx.db, group), storedSecrets(ctx.db, group)]);
    const errors = settingErrors(group, values, { hasSecret, callerIp: ctx.ip, locale: ctx.locale });
    if (group === 'identity') {
      const identity = values as z.output<typeof siteSettingGroups.identity>;
      const stored = before.values as z.output<typeof siteSettingGroups.identity>;
      for (const field of ['logoLight', 'logoDark', 'favicon'] as const) {
        const id = identity[field];
        if (id === null) continue;
        const standing = [stored[field]];
        const usable = await usableFiles(ctx, { scene: PICTURES[field], ids: [id], standing });
        if (!usable.has(id))
          errors.push({ field, rule: 'exists', message: ctx.t(VALIDATION.pattern, { label: field }) });
      }
    }
    if (errors.length > 0) throw invalid(errors);
    const conflict = async () => {
      const latest = await currentSetting(ctx.db, group);
      return refuse(
        40901,
        {},
        {
          current: { ...latest.values, version: latest.version },
          changedBy: await nameOf(ctx, latest.by),
          changedAt: latest.at?.toISOString() ?? null,
        },
      );
    };
    if (before.version !== input.version) throw await conflict();

    const secretFields = SECRET_FIELDS[group] ?? [];
    const written = values as Record<string, unknown>;
    const replaces = secretFields.some((field) => typeof written[field] === 'string');
    if (replaces && !ctx.can(SECRETS_RULE)) throw missingRight([SECRETS_RULE], ctx.locale);
    if (group === 'security') {
      const was = before.values as z.output<typeof siteSettingGroups.security>;
      const next = values as z.output<typeof siteSettingGroups.security>;
      // Nobody switches the second person off alone.
      if (was.fourEyes && !next.fourEyes) {
        await ctx.secondPerson({
          state: { version: before.version, ...was },
          teamId: null,
          change: { objectNo: group, before: was, after: next },
        });
      }
    }
    const plain: Record<string, unknown> = { ...values };
    const replaced: string[] = [];
    for (const field of secretFields) {
      const value = plain[field];
      plain[field] = null;
      if (typeof value !== 'string') continue;
      replaced.push(field);
      await writeSecret(ctx.db, ctx.ports.secrets, {
        group,
        field,
        value,
        at: ctx.clock.now(),
        by: ctx.actor.accountId,
      });
    }
    const id = ctx.ids.next();
    const version = before.version + 1;
    const inserted = await insertSetting(ctx.db, {
      id,
      group,
      version,
      values: plain,
      changed: [...changedFields(before.values, plain), ...replaced],
      at: ctx.clock.now(),
      by: ctx.actor.accountId,
    });
    if (!inserted) throw await conflict();
    ctx.audit({
      objectId: id,
      objectNo: group,
      before: before.values,
      // A replaced secret is recorded by its name; the pipe writes "changed" for its value.
      after: { ...plain, ...Object.fromEntries(replaced.map((field) => [field, 'replaced'])) },
    });
    return { id, no: group, state: 'saved', stateText: ctx.t(GROUP_STATE), version, message: ctx.t(SAVED) };
  },

  'site.Site/getSettingHistory': async (ctx, { group, page, limit }) => {
    const { rows, total } = await settingHistory(ctx.db, group, (page - 1) * limit, limit);
    const names = await accountNames(
      ctx.db,
      rows.map((row) => row.by),
    );
    return {
      list: rows.map((row) => ({
        id: row.id,
        version: row.version,
        values: row.content as Record<string, unknown>,
        changed: row.changed as string[],
        at: row.at.toISOString(),
        byName: names.get(row.by) ?? ctx.t(SYSTEM_NAME),
      })),
      total,
      totalCapped: false,
      page,
      limit,
      summary: {},
      asOf: ctx.clock.now().toISOString(),
    };
  },

  'site.Site/testMap': async (ctx, { values }) => {
    const serverKey = values.mapServerKey ?? (await readSecret(ctx.db, ctx.ports.secrets, 'map', 'mapServerKey'));
    return mapPort({ serverKey: serverKey || null }).test();
  },

  'site.Site/testSms': async (ctx, { values }) => {
    const stored = (await currentSetting(ctx.db, 'sms')).values;
    const sms = { ...stored, ...values };
    const tel = ctx.actor.tel;
    if (sms.provider === 'simulator') {
      await ctx.ports.sms.send({ tel, scene: 0, text: ctx.t(TEST_TEXT), locale: ctx.locale });
      return { ok: true, detail: ctx.t(OUTBOX) };
    }
    const accessKeySecret =
      values.accessKeySecret ?? (await readSecret(ctx.db, ctx.ports.secrets, 'sms', 'accessKeySecret')) ?? '';
    return tried(async () => {
      await sendAliyunSms(
        { accessKeyId: sms.accessKeyId, accessKeySecret, signName: sms.signName },
        { tel, template: sms.templates.login, params: { code: '000000' }, at: ctx.clock.now() },
      );
      return ctx.t(SENT, { tel: `${tel.slice(0, 3)}****${tel.slice(-4)}` });
    });
  },
});
