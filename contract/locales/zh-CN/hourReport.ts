/** Delivery states that are sent to the platform. */
export const hourReport = {
  tab: '状态上报',
  orderNo: '订单号',
  status: '配送状态',
  state: '上报结果',
  shopId: '店铺编号',
  teamId: '站点',
  happenedAt: '发生时间',
  tries: '次数',
  lastError: '最近错误',
  nextAt: '下次上报',
  sentAt: '上报时间',
  empty: '小时达订单被接单、送达或取消后，上报记录会显示在这里。',
};
