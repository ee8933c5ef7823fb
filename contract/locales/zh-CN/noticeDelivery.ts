/** Recipients of service notices. */
export const noticeDelivery = {
  taskNo: '任务编号',
  keyword: '关键词',
  keywordHint: '昵称、用户编号或手机号',
  userNo: '用户编号',
  nickname: '昵称',
  tel: '手机号',
  state: '结果',
  reason: '原因',
  error: '渠道返回',
  attempts: '发送次数',
  at: '发送时间',
  openedAt: '打开时间',
  costFen: '费用',
  isOpened: '已打开',
  empty: '任务开始发送后，收件人会显示在这里。',
};
