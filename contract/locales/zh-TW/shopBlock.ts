import type { Texts } from '../types';
import type { shopBlock as source } from '../zh-CN/shopBlock';
import { words } from './words';

export const shopBlock: Texts<typeof source> = {
  empty: '在詢價記錄中封鎖的店鋪會顯示在這裡。',
  shopId: words.shopId,
  shopName: words.shop,
  reason: words.reason,
  createdByName: '封鎖人',
  createdAt: '封鎖時間',
  unblock: words.unblockShop,
  unblockText: '解除對「{names}」的封鎖後，其詢價將正常應答。',
};
