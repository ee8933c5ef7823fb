import { words } from './words';

export const announcementReceipt = {
  keyword: words.keyword,
  keywordHint: '姓名或名称',
  personName: words.receiver,
  personType: words.type,
  teamId: words.station,
  isRead: '已读',
  isConfirmed: words.confirmed,
  deliveredAt: words.deliveredAt,
  readAt: '阅读时间',
  confirmedAt: words.confirmedAt,
  remindedAt: '提醒时间',
  device: words.device,
  answers: '答案',
  empty: '公告送达后，接收人会显示在这里。',
};
