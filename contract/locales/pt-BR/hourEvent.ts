import type { Texts } from '../types';
import type { hourEvent as source } from '../zh-CN/hourEvent';

export const hourEvent: Texts<typeof source> = {
  tab: 'Mensagens da plataforma',
  eventId: 'ID da mensagem',
  state: 'Resultado',
  receivedAt: 'Recebida em',
  tries: 'Tentativas',
  lastError: 'Último erro',
  nextAt: 'Próxima tentativa',
  handledAt: 'Tratado em',
  empty: 'As mensagens aparecem aqui quando a plataforma informa sobre um pedido.',
};
