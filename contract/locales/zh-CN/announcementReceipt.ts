/** Receipts of an announcement. */
export const announcementReceipt = {
  keyword: '关键词',
  keywordHint: '姓名或名称',
  personName: '接收人',
  personType: '类型',
  teamId: '站点',
  isRead: '已读',
  isConfirmed: '已确认',
  deliveredAt: '送达时间',
  readAt: '阅读时间',
  confirmedAt: '确认时间',
  remindedAt: '提醒时间',
  device: '设备',
  answers: '答案',
  empty: '公告送达后，接收人会显示在这里。',
};
