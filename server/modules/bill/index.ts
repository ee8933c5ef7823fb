/** Bills as pages show them, and how one is undone by two people. */
export { transactionAnswer } from './answers';
export { billExportSources } from './exports';
export { billHandlers } from './handlers';
export { settlementOfTransaction } from './settlement';
