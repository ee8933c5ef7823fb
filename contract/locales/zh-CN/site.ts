import { words } from './words';

/** Site settings: the groups. Their fields are named in contract/site.settings.ts. */
export const site = {
  tab_identity: '租户信息',
  tab_locale: '语言与地区',
  tab_map: words.map,
  tab_teamDefaults: '站点默认值',
  tab_security: '安全',
  tab_business: '业务',
  tab_sms: words.sms,
};
