import type { Texts } from '../types';
import type { hourReport as source } from '../zh-CN/hourReport';

export const hourReport: Texts<typeof source> = {
  tab: 'Informes de estado',
  orderNo: 'Nº do pedido',
  status: 'Estado da entrega',
  state: 'Situação',
  shopId: 'ID da loja',
  teamId: 'Estação',
  happenedAt: 'Ocorreu em',
  tries: 'Tentativas',
  lastError: 'Último erro',
  nextAt: 'Próxima tentativa',
  sentAt: 'Enviado em',
  empty: 'Os informes aparecem aqui quando um pedido de entrega em uma hora é aceito, entregue ou cancelado.',
};
