import type { Texts } from '../types';
import type { announcementReceipt as source } from '../zh-CN/announcementReceipt';

export const announcementReceipt: Texts<typeof source> = {
  keyword: 'Keyword',
  keywordHint: 'Name',
  personName: 'Receiver',
  personType: 'Type',
  teamId: 'Station',
  isRead: 'Read',
  isConfirmed: 'Confirmed',
  deliveredAt: 'Delivered',
  readAt: 'Read at',
  confirmedAt: 'Confirmed',
  remindedAt: 'Reminded at',
  device: 'Device',
  answers: 'Answers',
  empty: 'People appear here once the announcement is delivered.',
};
