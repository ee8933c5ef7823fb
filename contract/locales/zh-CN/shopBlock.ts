/** Blocked shops. */
export const shopBlock = {
  empty: '在询价记录中屏蔽的店铺会显示在这里。',
  shopId: '店铺编号',
  shopName: '店铺',
  reason: '原因',
  createdByName: '屏蔽人',
  createdAt: '屏蔽时间',
  unblock: '解除屏蔽',
  unblockText: '解除对“{names}”的屏蔽后，其询价将正常应答。',
};
