import type { Texts } from '../types';
import type { shopBlock as source } from '../zh-CN/shopBlock';

export const shopBlock: Texts<typeof source> = {
  empty: '在詢價記錄中封鎖的店鋪會顯示在這裡。',
  shopId: '店鋪編號',
  shopName: '店鋪',
  reason: '原因',
  createdByName: '封鎖人',
  createdAt: '封鎖時間',
  unblock: '解除封鎖',
  unblockText: '解除對「{names}」的封鎖後，其詢價將正常應答。',
};
