import type { Texts } from '../types';
import type { announcementReceipt as source } from '../zh-CN/announcementReceipt';
import { words } from './words';

export const announcementReceipt: Texts<typeof source> = {
  keyword: words.keyword,
  keywordHint: 'Name',
  personName: words.receiver,
  personType: words.type,
  teamId: words.station,
  isRead: 'Read',
  isConfirmed: words.confirmed,
  deliveredAt: words.deliveredAt,
  readAt: 'Read at',
  confirmedAt: words.confirmedAt,
  remindedAt: 'Reminded at',
  device: words.device,
  answers: 'Answers',
  empty: 'People appear here once the announcement is delivered.',
};
