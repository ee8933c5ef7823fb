import type { Texts } from '../types';
import type { site as source } from '../zh-CN/site';
import { words } from './words';

export const site: Texts<typeof source> = {
  tab_identity: '租戶資訊',
  tab_locale: '語言與地區',
  tab_map: words.map,
  tab_teamDefaults: '站點預設值',
  tab_security: '安全',
  tab_business: '業務',
  tab_sms: words.sms,
};
