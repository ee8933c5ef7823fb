import type { Texts } from '../types';
import type { announcementReceipt as source } from '../zh-CN/announcementReceipt';
import { words } from './words';

export const announcementReceipt: Texts<typeof source> = {
  keyword: words.keyword,
  keywordHint: 'Nome',
  personName: words.receiver,
  personType: words.type,
  teamId: words.station,
  isRead: 'Lido',
  isConfirmed: words.confirmed,
  deliveredAt: words.deliveredAt,
  readAt: 'Lido em',
  confirmedAt: words.confirmedAt,
  remindedAt: 'Lembrado em',
  device: words.device,
  answers: 'Respostas',
  empty: 'As pessoas aparecem aqui quando o comunicado é entregue.',
};
