/** Transfers between our own merchant numbers (商户号调拨). */
export { transferHandlers } from './handlers';
export { transferJobs } from './jobs';
export { transfers } from './kind';
