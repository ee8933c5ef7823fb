import { z } from 'zod';
import { id, read, time } from './endpoint';
import { FIELD_RULES } from './field-rules';
import { brandLook } from './oem.brand';
import { settingEndpoints, settingTest } from './settings.schema';
import { SITE } from './site.settings';
import { LOCALES, text } from './text';

/** This file declares the endpoints for the tenant's data and the site settings (SPEC §7, DOMAIN §3.7, §6.2). */

/** Schema of a user's appearance and language. They are stored as the preference `LOOK_PREFERENCE`. */
export const lookPreference = z.object({
  scheme: z.enum(['light', 'dark', 'system']),
  compact: z.boolean(),
  colorWeak: z.boolean(),
  locale: z.enum(LOCALES),
  /**
   * Time of the choice in milliseconds since 1970, by the clock of the browser in which the user made the choice. If this time differs from
   * the time that a page has stored, the choice has changed.
   */
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
  /** Ids of the user's permissions. */
  permission: z.array(z.int()),
  /** Kinds of data that the user may see. Except for `amount`, the user also needs the page's permission to show masked data. */
  fieldRules: z.array(z.enum(FIELD_RULES)),
  dataScope: z.object({ kind: z.enum(['all', 'regions', 'teams', 'franchisees']), ids: z.array(z.int()) }),
  siteName: z.string(),
  /** E-mail address for problem reports. It is empty if there is none. */
  supportEmail: z.string(),
  logoLight: z.string(),
  logoDark: z.string(),
  /** URL of the browser icon. If it is absent, the page uses the console's default icon. */
  favicon: z.string().optional(),
  /** Branding of the page. It is absent unless branding is enabled. */
  brand: brandLook.optional(),
  defaultLocale: z.enum(LOCALES),
  enabledLocales: z.array(z.enum(LOCALES)),
  timeZone: z.string(),
  currencyDisplay: z.string(),
  mapJsKey: z.string(),
  /** URL template of map tiles (`{z}/{x}/{y}`). If it is empty, pages use the built-in base map. */
  mapTileUrl: z.string(),
  mapDefaultCenter: z.string(),
  mapZoom: z.int(),
  debugMonitor: z.boolean(),
  watermark: z.boolean(),
  /**
   * `true` if second verification is on for the user. Sign-in then requires it again when the last verification is more than a week old.
   */
  need2v: z.boolean(),
  mustChangePassword: z.boolean(),
  unread: z.object({ notification: z.int(), message: z.int(), event: z.int() }),
  /** Number of unread announcements, and of those that open automatically (`popups`). */
  announcements: z.object({ unread: z.int(), popups: z.int() }),
  /** Appearance and language that the user last chose on any computer. It is absent before the first choice. */
  look: lookPreference.optional(),
  lastLoginAt: time().nullable(),
});
export type CurrentUser = z.output<typeof currentUser>;

const setting = settingEndpoints(SITE);

export const siteEndpoints = {
  'site.Site/getSiteInfo': read({
    summary: 'The caller and the tenant.',
    access: 'signedIn',
    input: z.object({}),
    data: currentUser,
  }),
  'site.Site/getSetting': setting.get,
  'site.Site/saveSetting': setting.save,
  'site.Site/getSettingHistory': setting.history,
  'site.Site/getSettingVersion': setting.version,
  'site.Site/restoreSetting': setting.restore,
  'site.Site/testMap': settingTest(SITE, SITE.groups.map, 'testMap', {
    summary: 'Tries the map service with these values.',
    text: text('测试地图', 'Test map service', 'Testar mapa', '測試地圖'),
  }),
  'site.Site/testSms': settingTest(SITE, SITE.groups.sms, 'testSms', {
    summary: "Sends a test message to the caller's own phone.",
    text: text('测试短信', 'Send test message', 'Testar SMS', '測試簡訊'),
  }),
} as const;
