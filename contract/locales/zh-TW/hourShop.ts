import type { Texts } from '../types';
import type { hourShop as source } from '../zh-CN/hourShop';
import { words } from './words';

export const hourShop: Texts<typeof source> = {
  tab: '店鋪',
  shopId: words.shopId,
  name: words.shop,
  state: '授權狀態',
  expireAt: '權杖到期',
  storeCount: '門市數',
  boundCount: '已綁定',
  syncedAt: '上次同步',
  lastError: words.lastError,
  authorise: words.authoriseShop,
  openAuthorise: '開啟授權頁面',
  shopIdHelp: '在抖店後台「店鋪資訊」中檢視。',
  code: '授權碼',
  codeHelp: '店鋪授權後返回，10 分鐘內有效。',
  codeSimulated: '使用模擬器時，填寫店鋪編號。',
  refresh: words.renewAuthorisation,
  sync: words.syncStores,
  empty: '授權店鋪後，店鋪會顯示在這裡。請先儲存應用參數。',
};
