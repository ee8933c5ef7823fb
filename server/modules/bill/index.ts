/** Shows bills on pages, and reverses them with the approval of a second person. */
export { transactionAnswer } from './answers';
export { billExportSources } from './exports';
export { billHandlers } from './handlers';
export { settlementOfTransaction } from './settlement';
