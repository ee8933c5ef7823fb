import type { Texts } from '../types';
import type { shopBlock as source } from '../zh-CN/shopBlock';

export const shopBlock: Texts<typeof source> = {
  empty: 'As lojas bloqueadas nas consultas aparecem aqui.',
  shopId: 'ID da loja',
  shopName: 'Loja',
  reason: 'Motivo',
  createdByName: 'Bloqueada por',
  createdAt: 'Bloqueada em',
  unblock: 'Desbloquear loja',
  unblockText: 'As consultas de {names} voltarão a ser respondidas.',
};
