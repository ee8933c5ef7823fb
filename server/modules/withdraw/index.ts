/** Withdrawals: configuration (提现配置), applications (提现申请) and their payouts. */
export { revealPayeeAccount } from './answers';
export { applyWithdrawal, cancelWithdrawal } from './apply';
export { applications } from './decide';
export { withdrawHandlers } from './handlers';
export { withdrawJobs } from './jobs';
export { withdrawReceivers } from './receivers';
