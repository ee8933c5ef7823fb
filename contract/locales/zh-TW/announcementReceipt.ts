import type { Texts } from '../types';
import type { announcementReceipt as source } from '../zh-CN/announcementReceipt';

export const announcementReceipt: Texts<typeof source> = {
  keyword: '關鍵字',
  keywordHint: '姓名或名稱',
  personName: '接收人',
  personType: '類型',
  teamId: '站點',
  isRead: '已讀',
  isConfirmed: '已確認',
  deliveredAt: '送達時間',
  readAt: '閱讀時間',
  confirmedAt: '確認時間',
  remindedAt: '提醒時間',
  device: '裝置',
  answers: '答案',
  empty: '公告送達後，接收人會顯示在這裡。',
};
