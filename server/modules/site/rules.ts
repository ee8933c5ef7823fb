import type { FieldError } from '../../../contract/endpoint';
import type { SiteSettings } from '../../../contract/site.settings';
import { fill, type Locale, text } from '../../../contract/text';
import { addressAllowed } from '../../core/http/clientAddress';

const MESSAGES = {
  enableFirst: text('请先启用该语言', 'Enable the language first', 'Ative o idioma primeiro', '請先啟用該語言'),
  zone: text('时区无效', 'Time zone is not valid', 'Fuso horário inválido', '時區無效'),
  lockedOut: text(
    '您当前的地址 {ip} 不在名单内，保存后您将无法登录',
    'Your own address {ip} is not in the list; you would lock yourself out',
    'Seu próprio endereço {ip} não está na lista; você ficaria sem acesso',
    '您目前的地址 {ip} 不在名單內，儲存後您將無法登入',
  ),
} as const;

interface Context {
  /** IP address of the caller who saves. */
  readonly callerIp: string;
  readonly locale: Locale;
}

/** Additional checks, which the declarations of the groups cannot express (DOMAIN §3.7 "Bad input"). */
export const CHECKS = {
  locale({ defaultLocale, enabledLocales, timeZone }: SiteSettings['locale'], { locale }: Context): FieldError[] {
    const errors: FieldError[] = [];
    if (!enabledLocales.includes(defaultLocale))
      errors.push({ field: 'defaultLocale', rule: 'enabled', message: MESSAGES.enableFirst[locale] });
    if (!Intl.supportedValuesOf('timeZone').includes(timeZone))
      errors.push({ field: 'timeZone', rule: 'zone', message: MESSAGES.zone[locale] });
    return errors;
  },
  security({ ipAllowList }: SiteSettings['security'], { callerIp, locale }: Context): FieldError[] {
    if (addressAllowed(ipAllowList, callerIp)) return [];
    return [{ field: 'ipAllowList', rule: 'lockedOut', message: fill(MESSAGES.lockedOut[locale], { ip: callerIp }) }];
  },
} as const;
