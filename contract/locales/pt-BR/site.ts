import type { Texts } from '../types';
import type { site as source } from '../zh-CN/site';

export const site: Texts<typeof source> = {
  tab_identity: 'Identidade',
  tab_locale: 'Idioma e região',
  tab_map: 'Mapa',
  tab_teamDefaults: 'Padrões das estações',
  tab_security: 'Segurança',
  tab_business: 'Negócio',
  tab_sms: 'SMS',
};
