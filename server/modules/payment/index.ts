/** Payment (支付配置): WeChat Pay, Alipay, Douyin, payouts and merchant numbers, with what the platforms call. */
export { type PaymentTools, storedAli, storedDy, storedWx } from './adapters';
export { tryAli, tryDy, tryWx } from './connection';
export { paymentHandlers } from './handlers';
export { paymentJobs } from './jobs';
export { paymentReceivers } from './receivers';
