/** Withdrawals: configuration (提现配置), applications (提现申请) and their payouts. */
export { openWithdrawals, revealPayeeAccount } from './answers';
export { applyWithdrawal, cancelWithdrawal } from './apply';
export { askAlipay, type ChannelTools, configuredNumber, type Outcome, sendToAlipay } from './channels';
export { applications } from './decide';
export { withdrawExportSources } from './exports';
export { findWithdrawals } from './find';
export { withdrawHandlers } from './handlers';
export { withdrawJobs } from './jobs';
export { nextQuery, settlePayout } from './outcome';
export { changePayee, openPayee, payeeAnswers, payeeTexts, verifyPayee } from './payees';
export { readAlipayOrder, settlePayoutNo, withdrawReceivers } from './receivers';
export { isTooOldToResend } from './send';
export { applicationOfBill, payeeColumn, payeePlace } from './store';
