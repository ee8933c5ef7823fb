import type { Texts } from '../types';
import type { hourShop as source } from '../zh-CN/hourShop';
import { words } from './words';

export const hourShop: Texts<typeof source> = {
  tab: 'Lojas',
  shopId: words.shopId,
  name: words.shop,
  state: 'Autorização',
  expireAt: 'Token vence em',
  storeCount: 'Unidades',
  boundCount: 'Vinculadas',
  syncedAt: 'Última sincronização',
  lastError: words.lastError,
  authorise: words.authoriseShop,
  openAuthorise: 'Abrir página de autorização',
  shopIdHelp: 'Consta no console da loja, em informações da loja.',
  code: 'Código de autorização',
  codeHelp: 'Fornecido quando a loja autoriza; válido por 10 minutos.',
  codeSimulated: 'Com o simulador, informe um ID de loja.',
  refresh: words.renewAuthorisation,
  sync: words.syncStores,
  empty: 'As lojas aparecem aqui quando você autoriza uma. Salve antes as chaves da aplicação.',
};
