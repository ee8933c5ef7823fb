import type { Texts } from '../types';
import type { hourReport as source } from '../zh-CN/hourReport';
import { words } from './words';

export const hourReport: Texts<typeof source> = {
  tab: '狀態上報',
  orderNo: words.orderNo,
  status: '配送狀態',
  state: '上報結果',
  shopId: words.shopId,
  teamId: words.station,
  happenedAt: words.happenedAt,
  tries: '次數',
  lastError: words.lastError,
  nextAt: '下次上報',
  sentAt: '上報時間',
  empty: '小時達訂單被接單、送達或取消後，上報記錄會顯示在這裡。',
};
