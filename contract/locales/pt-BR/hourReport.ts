import type { Texts } from '../types';
import type { hourReport as source } from '../zh-CN/hourReport';
import { words } from './words';

export const hourReport: Texts<typeof source> = {
  tab: 'Informes de estado',
  orderNo: words.orderNo,
  status: 'Estado da entrega',
  state: 'Estado do informe',
  shopId: words.shopId,
  teamId: words.station,
  happenedAt: words.happenedAt,
  tries: 'Tentativas',
  lastError: words.lastError,
  nextAt: 'Próxima tentativa',
  sentAt: 'Enviado em',
  empty: 'Os informes aparecem aqui quando um pedido de entrega em uma hora é aceito, entregue ou cancelado.',
};
