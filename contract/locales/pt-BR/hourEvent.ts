import type { Texts } from '../types';
import type { hourEvent as source } from '../zh-CN/hourEvent';
import { words } from './words';

export const hourEvent: Texts<typeof source> = {
  tab: 'Mensagens da plataforma',
  eventId: 'ID da mensagem',
  state: 'Resultado',
  receivedAt: 'Recebida em',
  tries: 'Tentativas',
  lastError: words.lastError,
  nextAt: 'Próxima tentativa',
  handledAt: words.handledAtFeminine,
  empty: 'As mensagens aparecem aqui quando a plataforma informa sobre um pedido.',
};
