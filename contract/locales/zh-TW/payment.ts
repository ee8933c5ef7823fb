import type { Texts } from '../types';
import type { payment as source } from '../zh-CN/payment';
import { words } from './words';

export const payment: Texts<typeof source> = {
  wx: words.weChatPay,
  ali: words.alipay,
  dy: '抖音擔保支付',
  payout: '銀行與線下',
  numbers: words.merchantNumbers,
};
