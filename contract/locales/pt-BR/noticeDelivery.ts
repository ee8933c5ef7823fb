import type { Texts } from '../types';
import type { noticeDelivery as source } from '../zh-CN/noticeDelivery';
import { words } from './words';

export const noticeDelivery: Texts<typeof source> = {
  taskNo: words.taskNo,
  keyword: words.keyword,
  keywordHint: 'Apelido, nome, nº ou telefone',
  userNo: 'Nº',
  nickname: words.name,
  tel: words.phone,
  state: words.result,
  reason: words.reason,
  error: 'Resposta do canal',
  attempts: 'Tentativas',
  at: 'Enviada em',
  openedAt: 'Aberta em',
  costFen: words.cost,
  isOpened: 'Aberta',
  empty: 'Os destinatários aparecem aqui quando o envio começa.',
};
