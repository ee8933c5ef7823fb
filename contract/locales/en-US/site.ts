import type { Texts } from '../types';
import type { site as source } from '../zh-CN/site';
import { words } from './words';

export const site: Texts<typeof source> = {
  tab_identity: 'Identity',
  tab_locale: 'Language and region',
  tab_map: words.map,
  tab_teamDefaults: 'Station defaults',
  tab_security: 'Security',
  tab_business: 'Business',
  tab_sms: words.sms,
};
