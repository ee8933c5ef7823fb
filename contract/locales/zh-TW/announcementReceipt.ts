import type { Texts } from '../types';
import type { announcementReceipt as source } from '../zh-CN/announcementReceipt';
import { words } from './words';

export const announcementReceipt: Texts<typeof source> = {
  keyword: words.keyword,
  keywordHint: '姓名或名稱',
  personName: words.receiver,
  personType: words.type,
  teamId: words.station,
  isRead: '已讀',
  isConfirmed: words.confirmed,
  deliveredAt: words.deliveredAt,
  readAt: '閱讀時間',
  confirmedAt: words.confirmedAt,
  remindedAt: '提醒時間',
  device: words.device,
  answers: '答案',
  empty: '公告送達後，接收人會顯示在這裡。',
};
