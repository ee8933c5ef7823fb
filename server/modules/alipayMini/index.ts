/** Alipay mini program (支付宝小程序): its settings, and the access to its platform. */
export { type AlipayMiniValues, alipayMiniCode, alipayMiniKey, openedAlipayMini } from './access';
export { alipayMiniHandlers } from './handlers';
