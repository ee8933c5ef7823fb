import type { Texts } from '../types';
import type { noticeDelivery as source } from '../zh-CN/noticeDelivery';
import { words } from './words';

export const noticeDelivery: Texts<typeof source> = {
  taskNo: words.taskNo,
  keyword: words.keyword,
  keywordHint: 'Nickname, name, no. or phone',
  userNo: 'No.',
  nickname: words.name,
  tel: words.phone,
  state: words.result,
  reason: words.reason,
  error: 'Channel response',
  attempts: 'Attempts',
  at: 'Sent',
  openedAt: 'Opened at',
  costFen: words.cost,
  isOpened: 'Opened',
  empty: 'Recipients appear here once sending begins.',
};
