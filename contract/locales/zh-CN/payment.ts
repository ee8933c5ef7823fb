/** Tabs of the payment settings. */
export const payment = {
  wx: '微信支付',
  ali: '支付宝',
  dy: '抖音担保支付',
  payout: '银行与线下',
  numbers: '商户号',
};
