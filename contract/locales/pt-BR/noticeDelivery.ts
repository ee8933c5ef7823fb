import type { Texts } from '../types';
import type { noticeDelivery as source } from '../zh-CN/noticeDelivery';

export const noticeDelivery: Texts<typeof source> = {
  taskNo: 'Nº da tarefa',
  keyword: 'Palavra-chave',
  keywordHint: 'Apelido, nº do usuário ou telefone',
  userNo: 'Nº do usuário',
  nickname: 'Apelido',
  tel: 'Telefone',
  state: 'Resultado',
  reason: 'Motivo',
  error: 'Resposta do canal',
  attempts: 'Tentativas',
  at: 'Enviada em',
  openedAt: 'Aberta em',
  costFen: 'Custo',
  isOpened: 'Aberta',
  empty: 'Os destinatários aparecem aqui quando o envio começa.',
};
