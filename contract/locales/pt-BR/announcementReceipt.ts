import type { Texts } from '../types';
import type { announcementReceipt as source } from '../zh-CN/announcementReceipt';

export const announcementReceipt: Texts<typeof source> = {
  keyword: 'Palavra-chave',
  keywordHint: 'Nome',
  personName: 'Destinatário',
  personType: 'Tipo',
  teamId: 'Estação',
  isRead: 'Lido',
  isConfirmed: 'Confirmado',
  deliveredAt: 'Entregue em',
  readAt: 'Lido em',
  confirmedAt: 'Confirmado em',
  remindedAt: 'Lembrado em',
  device: 'Dispositivo',
  answers: 'Respostas',
  empty: 'As pessoas aparecem aqui quando o comunicado é entregue.',
};
