/** Mini program of Alipay (支付宝小程序): its settings, and the way to its platform. */
export { alipayMiniCode, alipayMiniKey, tryAlipayMini } from './access';
export { alipayMiniHandlers } from './handlers';
