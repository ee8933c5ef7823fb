/** Withdrawals (提现): what applicants may withdraw, and what it costs. */
export { withdrawConfigHandlers } from './config';
