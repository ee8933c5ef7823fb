import { words } from './words';

/** Names of the groups on the page for site settings. contract/site.settings.ts names the fields. */
export const site = {
  tab_identity: '租户信息',
  tab_locale: '语言与地区',
  tab_map: words.map,
  tab_teamDefaults: '站点默认值',
  tab_security: '安全',
  tab_business: '业务',
  tab_sms: words.sms,
};
