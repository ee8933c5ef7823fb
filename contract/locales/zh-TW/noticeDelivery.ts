import type { Texts } from '../types';
import type { noticeDelivery as source } from '../zh-CN/noticeDelivery';
import { words } from './words';

export const noticeDelivery: Texts<typeof source> = {
  taskNo: words.taskNo,
  keyword: words.keyword,
  keywordHint: '暱稱、名稱、編號或手機號碼',
  userNo: '編號',
  nickname: words.name,
  tel: words.phone,
  state: words.result,
  reason: words.reason,
  error: '管道回覆',
  attempts: '傳送次數',
  at: '傳送時間',
  openedAt: '開啟時間',
  costFen: words.cost,
  isOpened: '已開啟',
  empty: '任務開始傳送後，收件人會顯示在這裡。',
};
