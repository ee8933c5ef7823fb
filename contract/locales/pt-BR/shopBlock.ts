import type { Texts } from '../types';
import type { shopBlock as source } from '../zh-CN/shopBlock';
import { words } from './words';

export const shopBlock: Texts<typeof source> = {
  empty: 'As lojas bloqueadas nas consultas aparecem aqui.',
  shopId: words.shopId,
  shopName: words.shop,
  reason: words.reason,
  createdByName: 'Bloqueada por',
  createdAt: 'Bloqueada em',
  unblock: words.unblockShop,
  unblockText: 'As consultas de {names} voltarão a ser respondidas.',
};
