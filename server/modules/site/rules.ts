import type { FieldError } from '../../../contract/endpoint';
import { FUND_AUDIT } from '../../../contract/fundAudit.states';
import type { SiteSettingGroup, SiteSettings } from '../../../contract/site';
import { LOCALES, type Locale, text } from '../../../contract/text';
import { addressAllowed } from '../../core/http/clientAddress';

/** Fields that are sealed and never answered. */
export const SECRET_FIELDS: Readonly<Partial<Record<SiteSettingGroup, readonly string[]>>> = {
  map: ['mapSecurityCode', 'mapServerKey'],
  sms: ['accessKeySecret'],
};

const everyDay = Array.from({ length: 7 }, (_, weekday) => ({ weekday, ranges: [{ from: '08:00', to: '22:00' }] }));

/** Values of a tenant that never saved anything (DOMAIN §3.7). */
export const DEFAULT_SETTINGS: SiteSettings = {
  identity: {
    siteName: 'Multistation Console',
    shortName: '',
    logoLight: null,
    logoDark: null,
    favicon: null,
    serviceTel: '400-000-0000',
    serviceTime: '',
    supportEmail: '',
    icp: '',
    companyName: '',
  },
  locale: {
    defaultLocale: 'zh-CN',
    enabledLocales: [...LOCALES],
    timeZone: 'Asia/Shanghai',
    currencyDisplay: '¥',
    allowIntlPhone: false,
  },
  map: {
    mapJsKey: '',
    mapSecurityCode: null,
    mapServerKey: null,
    mapTileUrl: '',
    mapDefaultCenter: '104.065735,30.659462',
    mapZoom: 12,
  },
  teamDefaults: {
    feePlanId: null,
    weekHours: everyDay,
    promiseMin: 45,
    hexSizeKm: 5,
    overlapPolicy: 'warn',
    settleCycle: 'T1',
    consoleUrl: '',
  },
  security: {
    passwordMinLen: 8,
    passwordDays: 180,
    maxFail: 5,
    lockMin: 15,
    sessionPerAccount: 3,
    ipAllowList: [],
    force2v: [],
    watermark: true,
    debugMonitor: true,
    fourEyes: true,
  },
  business: {
    fundAuditMaxFen: FUND_AUDIT.singleMaxFen.initial,
    fundAuditExpireDays: FUND_AUDIT.expireDays.initial,
  },
  sms: {
    provider: 'simulator',
    accessKeyId: '',
    accessKeySecret: null,
    signName: '',
    templates: { bind: '', reset: '', oldPhone: '', login: '', second: '', payout: '', notice: '', resetLink: '' },
    unitPriceFen: 5,
  },
};

const MESSAGES = {
  enableFirst: text('请先启用该语言', 'Enable the language first', 'Ative o idioma primeiro', '請先啟用該語言'),
  zone: text('时区无效', 'Time zone is not valid', 'Fuso horário inválido', '時區無效'),
  lockedOut: text(
    '您当前的地址 {ip} 不在名单内,保存后您将无法登录',
    'Your own address {ip} is not in the list; you would lock yourself out',
    'Seu próprio endereço {ip} não está na lista; você ficaria sem acesso',
    '您目前的地址 {ip} 不在名單內,儲存後您將無法登入',
  ),
  needed: text(
    '选择真实短信服务时必填',
    'Required while a real SMS provider is chosen',
    'Obrigatório com um provedor real de SMS',
    '選擇真實簡訊服務時必填',
  ),
} as const;

/**
 * What the schema of a group cannot say (DOMAIN §3.7 "Bad input").
 *
 * @param hasSecret names of the secrets that are stored already
 * @param callerIp the address of the person who saves
 */
export function settingErrors(
  group: SiteSettingGroup,
  values: SiteSettings[SiteSettingGroup],
  context: { hasSecret: readonly string[]; callerIp: string; locale: Locale },
): FieldError[] {
  const errors: FieldError[] = [];
  const refuse = (field: string, rule: string, message: keyof typeof MESSAGES) =>
    errors.push({ field, rule, message: MESSAGES[message][context.locale].replace('{ip}', context.callerIp) });
  if (group === 'locale') {
    const locale = values as SiteSettings['locale'];
    if (!locale.enabledLocales.includes(locale.defaultLocale)) refuse('defaultLocale', 'enabled', 'enableFirst');
    if (!Intl.supportedValuesOf('timeZone').includes(locale.timeZone)) refuse('timeZone', 'zone', 'zone');
  }
  if (group === 'security') {
    const security = values as SiteSettings['security'];
    if (!addressAllowed(security.ipAllowList, context.callerIp)) refuse('ipAllowList', 'lockedOut', 'lockedOut');
  }
  if (group === 'sms') {
    const sms = values as SiteSettings['sms'];
    if (sms.provider !== 'simulator') {
      if (!sms.accessKeyId) refuse('accessKeyId', 'required', 'needed');
      if (!sms.signName) refuse('signName', 'required', 'needed');
      const keeps = sms.accessKeySecret === null && context.hasSecret.includes('accessKeySecret');
      if (!sms.accessKeySecret && !keeps) refuse('accessKeySecret', 'required', 'needed');
      for (const scene of ['bind', 'reset', 'oldPhone', 'login', 'second'] as const) {
        if (!sms.templates[scene]) refuse(`templates.${scene}`, 'required', 'needed');
      }
    }
  }
  return errors;
}

/** Names of the fields whose values differ. */
export function changedFields(before: object, after: object): string[] {
  const was = before as Record<string, unknown>;
  const is = after as Record<string, unknown>;
  return Object.keys(is).filter((key) => JSON.stringify(was[key]) !== JSON.stringify(is[key]));
}
