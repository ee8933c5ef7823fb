import type { Texts } from '../types';
import type { hourEvent as source } from '../zh-CN/hourEvent';
import { words } from './words';

export const hourEvent: Texts<typeof source> = {
  tab: '平台訊息',
  eventId: '訊息編號',
  state: '處理結果',
  receivedAt: '接收時間',
  tries: '處理次數',
  lastError: words.lastError,
  nextAt: '下次處理',
  handledAt: words.handledAtFeminine,
  empty: '平台傳送訂單訊息後，處理結果會顯示在這裡。',
};
