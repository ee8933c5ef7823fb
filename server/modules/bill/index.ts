/** Bills for pages, and their reversal by two people. */
export { transactionAnswer } from './answers';
export { billExportSources } from './exports';
export { billHandlers } from './handlers';
export { settlementOfTransaction } from './settlement';
