import type { Texts } from '../types';
import type { hourStore as source } from '../zh-CN/hourStore';
import { words } from './words';

export const hourStore: Texts<typeof source> = {
  tab: '門市綁定',
  keywordHint: '門市編號或名稱',
  keyword: words.store,
  shopStoreId: '門市編號',
  name: words.store,
  shopId: words.shopId,
  shopName: words.shop,
  teamId: '綁定站點',
  isBound: '已綁定',
  isOpen: '營業中',
  address: words.address,
  syncedAt: '同步時間',
  unbound: words.notBound,
  unboundNotice: '{n} 家門市未綁定站點，它們的詢價會以「設定錯誤」拒絕。',
  bind: words.bindStation,
  unbind: '解除綁定',
  unbindText: '解除綁定「{names}」？之後的詢價會被拒絕。',
  test: '測試詢價',
  testHelp: '按目前的站點、騎手和詢價規則試算，不會儲存，也不會傳送給平台。',
  distance: '距離（公尺）',
  weight: '重量（克）',
  goods: words.goods,
  passed: words.passed,
  failed: words.notPassed,
  empty: '同步店鋪的門市後，門市會顯示在這裡。',
};
