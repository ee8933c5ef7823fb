import type { Texts } from '../types';
import type { noticeDelivery as source } from '../zh-CN/noticeDelivery';

export const noticeDelivery: Texts<typeof source> = {
  taskNo: '任務編號',
  keyword: '關鍵字',
  keywordHint: '暱稱、使用者編號或手機號',
  userNo: '使用者編號',
  nickname: '暱稱',
  tel: '手機號碼',
  state: '結果',
  reason: '原因',
  error: '管道回覆',
  attempts: '傳送次數',
  at: '傳送時間',
  openedAt: '開啟時間',
  costFen: '費用',
  isOpened: '已開啟',
  empty: '任務開始傳送後，收件人會顯示在這裡。',
};
