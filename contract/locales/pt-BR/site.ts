import type { Texts } from '../types';
import type { site as source } from '../zh-CN/site';
import { words } from './words';

export const site: Texts<typeof source> = {
  tab_identity: 'Dados da empresa',
  tab_locale: 'Idioma e região',
  tab_map: words.map,
  tab_teamDefaults: 'Padrões das estações',
  tab_security: 'Segurança',
  tab_business: 'Negócio',
  tab_sms: words.sms,
};
