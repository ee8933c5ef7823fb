import type { Texts } from '../types';
import type { payment as source } from '../zh-CN/payment';
import { words } from './words';

export const payment: Texts<typeof source> = {
  wx: words.weChatPay,
  ali: words.alipay,
  dy: 'Douyin guaranteed pay',
  payout: 'Bank and offline',
  numbers: words.merchantNumbers,
};
