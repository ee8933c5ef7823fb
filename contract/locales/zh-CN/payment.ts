import { words } from './words';

/** Texts of the tabs in the payment settings. */
export const payment = {
  wx: words.weChatPay,
  ali: words.alipay,
  dy: '抖音担保支付',
  payout: '银行与线下',
  numbers: words.merchantNumbers,
};
