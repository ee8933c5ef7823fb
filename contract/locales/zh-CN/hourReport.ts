import { words } from './words';

/** Texts about delivery states that the server reports to the hour-to-reach platform (抖音小时达). */
export const hourReport = {
  tab: '状态上报',
  orderNo: words.orderNo,
  status: '配送状态',
  state: '上报结果',
  shopId: words.shopId,
  teamId: words.station,
  happenedAt: words.happenedAt,
  tries: '次数',
  lastError: words.lastError,
  nextAt: '下次上报',
  sentAt: '上报时间',
  empty: '小时达订单被接单、送达或取消后，上报记录会显示在这里。',
};
