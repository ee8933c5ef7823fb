/** Bills (账单明细): list, details, export, and reversals that a second person must approve. */
export { transactionAnswer } from './answers';
export { billExportSources } from './exports';
export { billHandlers } from './handlers';
export { settlementOfTransaction } from './settlement';
