import { words } from './words';

/** Texts about messages that the hour-to-reach platform sends (抖音小时达). */
export const hourEvent = {
  tab: '平台消息',
  eventId: '消息编号',
  state: '处理结果',
  receivedAt: '接收时间',
  tries: '处理次数',
  lastError: words.lastError,
  nextAt: '下次处理',
  handledAt: words.handledAtFeminine,
  empty: '平台发送订单消息后，处理结果会显示在这里。',
};
