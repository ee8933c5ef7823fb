/** Payment (支付配置): WeChat Pay, Alipay, Douyin, payouts, merchant numbers and the platforms' callbacks. */
export { openAlipay, openWxPay, type PaymentTools, signerOf, storedAli, storedDy, storedWx } from './adapters';
export { tryAli, tryDy, tryWx } from './connection';
export { paymentHandlers } from './handlers';
export { paymentJobs } from './jobs';
export { aliReceiver, paymentReceivers, wxReceiver } from './receivers';
