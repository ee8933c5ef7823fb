import type { Texts } from '../types';
import type { noticeDelivery as source } from '../zh-CN/noticeDelivery';

export const noticeDelivery: Texts<typeof source> = {
  taskNo: 'Task no.',
  keyword: 'Keyword',
  keywordHint: 'Nickname, user no. or phone',
  userNo: 'User no.',
  nickname: 'Nickname',
  tel: 'Phone',
  state: 'Result',
  reason: 'Reason',
  error: "Channel's answer",
  attempts: 'Attempts',
  at: 'Sent',
  openedAt: 'Opened at',
  costFen: 'Cost',
  isOpened: 'Opened',
  empty: 'Recipients appear here once sending begins.',
};
