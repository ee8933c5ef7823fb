import type { Texts } from '../types';
import type { shopBlock as source } from '../zh-CN/shopBlock';
import { words } from './words';

export const shopBlock: Texts<typeof source> = {
  empty: 'Shops that were blocked in the enquiries appear here.',
  shopId: words.shopId,
  shopName: words.shop,
  reason: words.reason,
  createdByName: 'Blocked by',
  createdAt: 'Blocked',
  unblock: words.unblockShop,
  unblockText: 'Enquiries of {names} will be answered again.',
};
