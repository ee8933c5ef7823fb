import { words } from './words';

/** Texts about shops that are authorised for hour-to-reach. */
export const hourShop = {
  tab: '店铺',
  shopId: words.shopId,
  name: words.shop,
  state: '授权状态',
  expireAt: '令牌到期',
  storeCount: '门店数',
  boundCount: '已绑定',
  syncedAt: '上次同步',
  lastError: words.lastError,
  authorise: words.authoriseShop,
  openAuthorise: '打开授权页面',
  shopIdHelp: '在抖店后台“店铺信息”中查看。',
  code: '授权码',
  codeHelp: '店铺授权后返回，10 分钟内有效。',
  codeSimulated: '使用模拟器时，填写店铺编号。',
  refresh: words.renewAuthorisation,
  sync: words.syncStores,
  empty: '授权店铺后，店铺会显示在这里。先保存应用参数。',
};
