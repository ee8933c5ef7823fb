import { words } from './words';

/** Texts about the recipients of service notices. */
export const noticeDelivery = {
  taskNo: words.taskNo,
  keyword: words.keyword,
  keywordHint: '昵称、名称、编号或手机号',
  userNo: '编号',
  nickname: words.name,
  tel: words.phone,
  state: words.result,
  reason: words.reason,
  error: '渠道返回',
  attempts: '发送次数',
  at: '发送时间',
  openedAt: '打开时间',
  costFen: words.cost,
  isOpened: '已打开',
  empty: '任务开始发送后，收件人会显示在这里。',
};
