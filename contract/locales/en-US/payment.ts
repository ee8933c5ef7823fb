import type { Texts } from '../types';
import type { payment as source } from '../zh-CN/payment';

export const payment: Texts<typeof source> = {
  wx: 'WeChat Pay',
  ali: 'Alipay',
  dy: 'Douyin',
  payout: 'Bank and offline',
  numbers: 'Merchant numbers',
};
