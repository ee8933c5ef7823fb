import type { Texts } from '../types';
import type { hourReport as source } from '../zh-CN/hourReport';

export const hourReport: Texts<typeof source> = {
  tab: '狀態上報',
  orderNo: '訂單號',
  status: '配送狀態',
  state: '上報結果',
  shopId: '店鋪編號',
  teamId: '站點',
  happenedAt: '發生時間',
  tries: '次數',
  lastError: '最近錯誤',
  nextAt: '下次上報',
  sentAt: '上報時間',
  empty: '小時達訂單被接單、送達或取消後，上報記錄會顯示在這裡。',
};
