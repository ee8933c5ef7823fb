import { words } from './words';

export const shopBlock = {
  empty: '在询价记录中屏蔽的店铺会显示在这里。',
  shopId: words.shopId,
  shopName: words.shop,
  reason: words.reason,
  createdByName: '屏蔽人',
  createdAt: '屏蔽时间',
  unblock: words.unblockShop,
  unblockText: '解除对“{names}”的屏蔽后，其询价将正常应答。',
};
