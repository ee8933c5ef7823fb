import { z } from 'zod';
import { actionData, empty, id, listData, listInput, lngLatText, read, time, write } from './endpoint';
import { FIELD_RULES } from './field-rules';
import { FUND_AUDIT } from './fundAudit.states';
import { HEXAGON, LANDLINE, MOBILE, PROFILE, SERVICE_TEL, TEAM } from './limits';
import { LOCALES, text } from './text';

/** The tenant's own record (SPEC §7, DOMAIN §3.7, §6.2). */

/** How a person wants the console, and in which language; kept as the preference `LOOK_PREFERENCE`. */
export const lookPreference = z.object({
  scheme: z.enum(['light', 'dark', 'system']),
  compact: z.boolean(),
  colorWeak: z.boolean(),
  locale: z.enum(LOCALES),
  /** When it was chosen, by the clock of that browser; milliseconds since 1970. Another number is another choice. */
  at: z.int(),
});
export type LookPreference = z.output<typeof lookPreference>;

export const currentUser = z.object({
  id: id(),
  account: z.string(),
  tel: z.string(),
  name: z.string(),
  nickname: z.string(),
  avatar: z.string().nullable(),
  login_ip: z.string(),
  accountType: z.enum(['owner', 'staff', 'station', 'franchisee']),
  identityNames: z.array(z.string()),
  /** Ids of the permission rules that this person holds. */
  permission: z.array(z.int()),
  /** Kinds of masked data that this person may reveal, where the page's rule allows it. */
  fieldRules: z.array(z.enum(FIELD_RULES)),
  dataScope: z.object({ kind: z.enum(['all', 'regions', 'teams', 'franchisees']), ids: z.array(z.int()) }),
  siteName: z.string(),
  /** E-mail address for reported problems; empty: none. */
  supportEmail: z.string(),
  logoLight: z.string(),
  logoDark: z.string(),
  defaultLocale: z.enum(LOCALES),
  enabledLocales: z.array(z.enum(LOCALES)),
  timeZone: z.string(),
  currencyDisplay: z.string(),
  mapJsKey: z.string(),
  /** Address template of map tiles (`{z}/{x}/{y}`); empty: a blank grid. */
  mapTileUrl: z.string(),
  mapDefaultCenter: z.string(),
  mapZoom: z.int(),
  debugMonitor: z.boolean(),
  watermark: z.boolean(),
  /** True where a second verification is asked for at sign-in. */
  need2v: z.boolean(),
  mustChangePassword: z.boolean(),
  unread: z.object({ notification: z.int(), message: z.int(), event: z.int() }),
  /** Look and language as the person chose them, on whichever computer; absent before the first choice. */
  look: lookPreference.optional(),
  lastLoginAt: time().nullable(),
});
export type CurrentUser = z.output<typeof currentUser>;

const phone = z
  .string()
  .trim()
  .refine((value) => MOBILE.test(value) || LANDLINE.test(value) || SERVICE_TEL.test(value));
const hex32 = z
  .string()
  .trim()
  .regex(/^[0-9a-f]{32}$/i);
/** A secret is never answered. `null` leaves the stored value as it is; text replaces it; empty text removes it. */
const secret = z.string().max(256).nullable();
const hhmm = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$|^24:00$/);
export const hourRange = z.object({ from: hhmm, to: hhmm });
export const weekHours = z
  .array(z.object({ weekday: z.int().min(0).max(6), ranges: z.array(hourRange).max(TEAM.rangesPerDay) }))
  .length(7);

/** One schema a group; the page shows a group a tab. A group is saved whole. */
export const siteSettingGroups = {
  identity: z.object({
    siteName: z.string().trim().min(2).max(30),
    shortName: z.string().trim().max(10),
    logoLight: z.int().nullable(),
    logoDark: z.int().nullable(),
    favicon: z.int().nullable(),
    serviceTel: phone,
    serviceTime: z.string().trim().max(40),
    /** Where people of the console write when something does not work; empty: reports stay in the console. */
    supportEmail: z.string().trim().max(PROFILE.email.max).regex(PROFILE.email.pattern).or(z.literal('')).default(''),
    icp: z.string().trim().max(40),
    companyName: z.string().trim().max(60),
  }),
  locale: z.object({
    defaultLocale: z.enum(LOCALES),
    enabledLocales: z.array(z.enum(LOCALES)).min(1),
    timeZone: z.string().min(1).max(64),
    currencyDisplay: z.string().trim().min(1).max(4),
    allowIntlPhone: z.boolean(),
  }),
  map: z.object({
    mapJsKey: z.union([hex32, z.literal('')]),
    mapSecurityCode: secret,
    mapServerKey: secret,
    mapTileUrl: z.union([
      z.literal(''),
      z
        .string()
        .trim()
        .max(300)
        .regex(/^https?:\/\/[^\s]+\{z\}[^\s]*$/),
    ]),
    mapDefaultCenter: lngLatText(),
    mapZoom: z.int().min(3).max(18),
  }),
  teamDefaults: z.object({
    feePlanId: id().nullable(),
    weekHours,
    promiseMin: z.int().min(TEAM.promiseMin.min).max(TEAM.promiseMin.max),
    hexSizeKm: z.number().min(HEXAGON.minKm).max(HEXAGON.maxKm).multipleOf(HEXAGON.stepKm),
    overlapPolicy: z.enum(['warn', 'forbid', 'allow']),
    settleCycle: z.enum(['T0', 'T1', 'T7', 'month']),
    /** Address of the station console, another product; empty: not configured. */
    consoleUrl: z.union([z.literal(''), z.url({ protocol: /^https?$/ }).max(200)]),
  }),
  security: z.object({
    passwordMinLen: z.int().min(8).max(16),
    passwordDays: z.int().min(0).max(365),
    maxFail: z.int().min(3).max(10),
    lockMin: z.int().min(5).max(120),
    sessionPerAccount: z.int().min(1).max(5),
    ipAllowList: z.array(z.union([z.cidrv4(), z.cidrv6(), z.ipv4(), z.ipv6()])).max(50),
    force2v: z.array(id()).max(50),
    watermark: z.boolean(),
    debugMonitor: z.boolean(),
    /** Two people must agree to identities that gain rules about money, and to switching this off (4E). */
    fourEyes: z.boolean().default(true),
  }),
  business: z.object({
    /** Rider fund audit: what one entry may move at most (42313), and the days that it waits for its second person. */
    fundAuditMaxFen: z.int().min(FUND_AUDIT.singleMaxFen.min).max(FUND_AUDIT.singleMaxFen.max),
    fundAuditExpireDays: z.int().min(FUND_AUDIT.expireDays.min).max(FUND_AUDIT.expireDays.max),
  }),
  sms: z.object({
    provider: z.enum(['simulator', 'aliyun']),
    accessKeyId: z.string().trim().max(64),
    accessKeySecret: secret,
    signName: z.string().trim().max(20),
    templates: z.object({
      bind: z.string().trim().max(40),
      reset: z.string().trim().max(40),
      oldPhone: z.string().trim().max(40),
      login: z.string().trim().max(40),
      second: z.string().trim().max(40),
      payout: z.string().trim().max(40),
      /** Notices by text message; its one variable is `content`. */
      notice: z.string().trim().max(40).default(''),
      /** Carries `{link}` and `{account}`; tenants that saved their templates earlier have none. */
      resetLink: z.string().trim().max(40).default(''),
    }),
    unitPriceFen: z.int().min(0).max(1_000),
  }),
} as const;
export type SiteSettingGroup = keyof typeof siteSettingGroups;
export type SiteSettings = { [G in SiteSettingGroup]: z.output<(typeof siteSettingGroups)[G]> };
export const SITE_SETTING_GROUPS = Object.keys(siteSettingGroups) as SiteSettingGroup[];
const group = z.enum(SITE_SETTING_GROUPS as [SiteSettingGroup, ...SiteSettingGroup[]]);

export const siteEndpoints = {
  'site.Site/getSiteInfo': read({
    summary: 'The caller and the tenant.',
    access: 'signedIn',
    input: z.object({}),
    data: currentUser,
  }),
  'site.Site/getSetting': read({
    summary: 'One group of the tenant settings. Secrets come as null with `hasSecret`.',
    access: { rule: 45 },
    input: z.object({ group }),
    data: z.object({
      group,
      /** The values of the group, as `siteSettingGroups[group]`. */
      values: z.record(z.string(), z.unknown()),
      hasSecret: z.array(z.string()),
      version: z.int(),
      updatedAt: time().nullable(),
      updatedByName: z.string(),
      /** SMS only: messages left, or null when the provider does not tell. */
      quotaLeft: z.int().nullable(),
      /** True while the port behind this group is a simulator; the page says so. */
      simulated: z.boolean(),
      callerIp: z.string(),
    }),
  }),
  'site.Site/saveSetting': write({
    summary: 'Saves one group; kept as a new version.',
    access: { rule: 4502 },
    risk: 'second',
    versioned: true,
    audit: {
      module: 'site',
      action: 'saveSetting',
      object: 'siteSetting',
      text: text('保存设置', 'Save settings', 'Salvar configurações', '儲存設定'),
      secret: ['mapSecurityCode', 'mapServerKey', 'accessKeySecret'],
    },
    input: z.object({ group, values: z.record(z.string(), z.unknown()), version: z.int() }),
    data: actionData,
    errors: [40901],
  }),
  'site.Site/getSettingHistory': read({
    summary: 'Earlier versions of a group, newest first.',
    access: { rule: 45 },
    input: listInput({ group }, ['createdAt']),
    data: listData(
      z.object({
        id: id(),
        version: z.int(),
        values: z.record(z.string(), z.unknown()),
        changed: z.array(z.string()),
        at: time(),
        byName: z.string(),
      }),
      empty,
    ),
  }),
  'site.Site/testMap': write({
    summary: 'Tries the map service with these values.',
    access: { rule: 4502 },
    audit: {
      module: 'site',
      action: 'testMap',
      object: 'siteSetting',
      text: text('测试地图', 'Test map service', 'Testar mapa', '測試地圖'),
      secret: ['mapSecurityCode', 'mapServerKey'],
    },
    input: z.object({ values: siteSettingGroups.map.partial() }),
    data: z.object({ ok: z.boolean(), detail: z.string() }),
  }),
  'site.Site/testSms': write({
    summary: "Sends a test message to the caller's own phone.",
    access: { rule: 4502 },
    audit: {
      module: 'site',
      action: 'testSms',
      object: 'siteSetting',
      text: text('测试短信', 'Send test message', 'Testar SMS', '測試簡訊'),
      secret: ['accessKeySecret'],
    },
    input: z.object({ values: siteSettingGroups.sms.partial() }),
    data: z.object({ ok: z.boolean(), detail: z.string() }),
  }),
} as const;
