import type { Texts } from '../types';
import type { noticeDelivery as source } from '../zh-CN/noticeDelivery';
import { words } from './words';

export const noticeDelivery: Texts<typeof source> = {
  taskNo: words.taskNo,
  keyword: words.keyword,
  keywordHint: 'Apelido, nº do usuário ou telefone',
  userNo: words.userNo,
  nickname: words.nickname,
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
