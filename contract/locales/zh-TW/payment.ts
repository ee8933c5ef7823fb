import type { Texts } from '../types';
import type { payment as source } from '../zh-CN/payment';

export const payment: Texts<typeof source> = {
  wx: '微信支付',
  ali: '支付寶',
  dy: '抖音擔保支付',
  payout: '銀行與線下',
  numbers: '商戶號',
};
