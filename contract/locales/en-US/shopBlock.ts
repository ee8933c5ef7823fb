import type { Texts } from '../types';
import type { shopBlock as source } from '../zh-CN/shopBlock';

export const shopBlock: Texts<typeof source> = {
  empty: 'Shops that were blocked in the enquiries appear here.',
  shopId: 'Shop id',
  shopName: 'Shop',
  reason: 'Reason',
  createdByName: 'Blocked by',
  createdAt: 'Blocked',
  unblock: 'Unblock shop',
  unblockText: 'Enquiries of {names} will be answered again.',
};
